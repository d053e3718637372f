"""A file of mentions before it is normalised: saved, previewed, or an example of one."""

from __future__ import annotations

import csv
import hashlib
import io
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from engine.errors import BadInput
from engine.formats.mentions.mentions import MentionFile, Preview, headings_of
from engine.terminology.lookup import find
from engine.text.sentences import is_running_text, sentences
from engine.workspace import Workspace, written_whole
from store import imported_names, normalisations, runs
from store.files import make_private_folder
from store.records.training import STOPPED, UNFINISHED

FOLDER, CONTENT = "mentions", re.compile("[0-9a-f]{16}")  # of a workspace; the name of a folder in it


class MentionFiles:
    """Saves and previews files of mentions."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def save(self, name: str, content: bytes) -> Path:
        """Stores an uploaded file for as long as its answers need its texts, the same content once; its path."""
        folder = self._workspace.folder / FOLDER / hashlib.sha256(content).hexdigest()[:16]
        make_private_folder(folder)
        os.utime(folder)  # nobody sweeps what somebody has just chosen again
        path = folder / Path(name).name
        if not path.is_file():
            with written_whole(path) as temporary:
                temporary.write_bytes(content)
        return path

    def saved_text(self, content: str) -> str | None:
        """The text that was saved under this name of its content, the folder that `save` put it in; None where there
        is none, as after a sweep."""
        folder = self._workspace.folder / FOLDER / content
        if not CONTENT.fullmatch(content) or not folder.is_dir():
            return None
        path = next((one for one in sorted(folder.iterdir()) if one.is_file()), None)
        return path.read_text(encoding="utf-8", errors="replace") if path else None

    def by_line(self, path: Path) -> Path:
        """A saved text once more, in which each line is a name with all that is in it, and none is a heading.

        A tab becomes a comma, which is what it parts in a name.
        """
        lines = path.read_text(encoding="utf-8").splitlines()
        names = (", ".join(part.strip() for part in line.split("\t") if part.strip()) for line in lines)
        return self.save(path.name, "".join(_quoted(name) + "\n" for name in names).encode())

    def is_one_line(self, path: Path) -> bool:
        """Whether a saved text is one line alone, which is no table."""
        return len(path.read_text(encoding="utf-8").split("\n", 1)) == 1

    def by_sentence(self, path: Path) -> Path | None:
        """A saved note once more, in which each sentence is a line; None of a text that is no running text."""
        text = path.read_text(encoding="utf-8")
        if not is_running_text(text):
            return None
        return self.save(path.name, "".join(_quoted(one) + "\n" for one in sentences(text)).encode())

    def headings(self, path: Path) -> list[str]:
        """The headings of a table in which no column of mentions is recognised, the likeliest first; [] where one is,
        or where it cannot be read as a table."""
        try:
            MentionFile(path)
        except BadInput:
            return list(headings_of(path))
        return []

    def preview(self, path: Path, columns: Mapping[str, str] | None = None) -> Preview:
        """The headings of a file, what each was taken for, its first mentions, and the rows that cannot be used.

        columns: field -> heading, where the headings alone do not say it.
        """
        changed = path.stat().st_mtime_ns if path.is_file() else 0
        return _preview(path, changed, tuple((columns or {}).items()))

    def example(self, terminology: str) -> str:
        """A small CSV of mentions made of the terminology's names: misspelt, turned, sided, unknown; never random."""
        find(self._workspace, terminology)
        with self._workspace.reading() as db:
            texts = list(imported_names.texts(db, terminology))
        names = [text for text in texts if 8 <= len(text) <= 40 and "," not in text and text.isascii()]
        chosen = names[:: max(1, len(names) // 11)][:11]
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["id", "mention"])
        for place, text in enumerate(_varied(chosen), 1):
            table.writerow([f"m{place}", text])
        return out.getvalue()


def text_folders(workspace: Workspace) -> list[Path]:
    """The folders that `MentionFiles.save` made, each with the files of one content."""
    return [path for path in sorted((workspace.folder / FOLDER).glob("*")) if CONTENT.fullmatch(path.name)]


def is_answered(folder: Path, sources: Iterable[str]) -> bool:
    """Whether one of the answered files lies in a folder of texts, by its content: a workspace may have been moved."""
    return any(folder.name in source for source in sources)


def forget_texts(workspace: Workspace, source: str, run: int | None) -> None:
    """Deletes an answered file that was saved here once its answers, which `run` made, are gone and nothing else needs
    it: other answers, or a run that goes on or can be taken up again."""
    for folder in text_folders(workspace):
        if is_answered(folder, [source]):
            with workspace.writing() as db:  # in which nobody queues a run that would read it
                going_on = runs.naming(db, folder.name, UNFINISHED)
                waiting = runs.naming(db, folder.name, STOPPED) - {run}
                if not going_on and not waiting and not is_answered(folder, normalisations.sources(db)):
                    shutil.rmtree(folder, ignore_errors=True)


@lru_cache(maxsize=8)
def _preview(path: Path, changed: int, columns: tuple[tuple[str, str], ...]) -> Preview:
    """The file as it is since `changed`, read once: a page asks again with every click."""
    return MentionFile(path, dict(columns)).preview()


def _quoted(name: str) -> str:
    """A name as the only cell of a row of CSV."""
    doubled = name.replace('"', '""')
    return f'"{doubled}"' if name else ""


def _varied(names: list[str]) -> Iterator[str]:
    """Names as people write them, each change once or twice."""
    for place, name in enumerate(names):
        kind = place % 6
        if kind == 1:
            middle = len(name) // 2
            yield name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :]
        elif kind == 2:
            yield name.upper()
        elif kind == 3:
            yield f"left {name[0].lower()}{name[1:]}"
        elif kind == 4:
            yield f"{name} and {names[0][0].lower()}{names[0][1:]}"
        elif kind == 5:
            yield " ".join(reversed(name.split()))
        else:
            yield name
    yield "said to feel unwell since Tuesday"
