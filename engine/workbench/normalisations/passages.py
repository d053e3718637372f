"""The text around a mention, from the file that was answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.errors import NomenclatorError
from engine.formats.mentions.mentions import MentionFile
from engine.formats.mentions.places import place_of
from engine.formats.mentions.pubtator import documents
from store import normalisations, runs
from store.files import sha256_of
from store.records.normalisation import Line
from store.sqlite import Database

AROUND = 700  # characters of a text shown before and after the mention
LARGEST = 100_000_000  # bytes of a file whose texts are kept at hand


@dataclass(frozen=True)
class Passage:
    """The text around a mention, cut before and after it; [start, end) is the mention in it, -1 where not found.
    `first` is what is added to a place in it for the place in the whole text."""

    text: str
    start: int
    end: int
    first: int = 0


@lru_cache(maxsize=2)
def texts_of(path: str, sha256: str, _changed: int, columns: tuple[tuple[str, str], ...]) -> Mapping[str | int, str]:
    """Document or row -> its text; {} when the file is another one than was answered (`sha256`) or has no texts.

    _changed: the time of its last change, which makes the result stale.
    """
    if sha256_of(Path(path)) != sha256:
        return {}
    file = MentionFile(Path(path), dict(columns))
    if file.annotated:
        return {document.id: document.text for document in documents(file.path)}
    if "context" not in file.columns:
        return {}
    return {row.number: row.mention.context for row in file.rows()}


def passages_of(db: Database, number: int, lines: Sequence[Line]) -> dict[int, Passage]:
    """Number of a line -> the text around its mention; {} when the file has no texts, is gone or has changed."""
    found = whole_texts(db, number, lines)
    return {line.id: around(found[line.id], line) for line in lines if line.id in found}


def whole_texts(db: Database, number: int, lines: Sequence[Line]) -> dict[int, str]:
    """Number of a line -> the whole text that its mention stands in; {} as for `passages_of`."""
    texts = answered_texts(db, number)
    found = {line.id: text_of(texts, line) for line in lines} if texts else {}
    return {line: text for line, text in found.items() if text}


def answered_texts(db: Database, number: int) -> Mapping[str | int, str]:
    """Document or row -> its text, of the file that a normalisation answered; {} as for `passages_of`."""
    made, run = normalisations.get(db, number), normalisations.run_of(db, number)
    ran = runs.get(db, run) if run else None
    if made is None or ran is None:
        return {}
    return texts_at(Path(made.source), made.sha256, ran.recipe.get("columns") or {})


def texts_at(source: Path, sha256: str, columns: Mapping[str, str]) -> Mapping[str | int, str]:
    """Document or row -> its text, of the file that was answered; {} where it is gone, another one, or too large."""
    if not source.is_file() or source.stat().st_size > LARGEST:
        return {}
    try:
        return texts_of(str(source), sha256, source.stat().st_mtime_ns, tuple(sorted(columns.items())))
    except (NomenclatorError, OSError):
        return {}


def text_of(texts: Mapping[str | int, str], line: Line) -> str:
    """The text that the mention of a line stands in, "" for none."""
    return texts.get(line.document or line.row) or texts.get(line.row) or ""


def around(text: str, line: Line) -> Passage:
    """What is shown of a text for one line: the mention with some hundred characters on both sides."""
    start, end = place_of(line, text)
    if start < 0:
        return Passage(text[: 2 * AROUND], -1, -1)
    first, last = max(0, start - AROUND), min(len(text), end + AROUND)
    before, after = "…" if first else "", "…" if last < len(text) else ""
    shift = len(before) - first
    return Passage(before + text[first:last] + after, start + shift, end + shift, -shift)
