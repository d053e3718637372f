"""A file of mentions before it is normalised: saved, previewed, or an example of one."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from engine.errors import BadInput
from engine.formats.mentions import MentionFile, Preview, headings_of
from engine.terminology.lookup import find
from engine.workspace import Workspace, written_whole
from store import imported_names
from store.files import make_private_folder


class MentionFiles:
    """Saves and previews files of mentions."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def save(self, name: str, content: bytes) -> Path:
        """Stores an uploaded file for as long as its answers need its texts, the same content once; its path."""
        folder = self._workspace.folder / "mentions" / hashlib.sha256(content).hexdigest()[:16]
        make_private_folder(folder)
        path = folder / Path(name).name
        if not path.is_file():
            with written_whole(path) as temporary:
                temporary.write_bytes(content)
        return path

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
            rows = imported_names.rows(db, terminology)
        names = [
            text for *_, text, _kind, _scope in rows if 8 <= len(text) <= 40 and "," not in text and text.isascii()
        ]
        chosen = names[:: max(1, len(names) // 11)][:11]
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["id", "mention"])
        for place, text in enumerate(_varied(chosen), 1):
            table.writerow([f"m{place}", text])
        return out.getvalue()


@lru_cache(maxsize=8)
def _preview(path: Path, changed: int, columns: tuple[tuple[str, str], ...]) -> Preview:
    """The file as it is since `changed`, read once: a page asks again with every click."""
    return MentionFile(path, dict(columns)).preview()


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
