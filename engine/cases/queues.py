"""What a person works through: the order of a queue, a stretch of its lines, and where each mention stood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.cases.base import Cases
from engine.errors import BadInput, NomenclatorError
from engine.workspace import sha256_of
from store import normalisations, runs
from store.records.normalisation import Filter, Line

LONGEST_QUEUE = 5_000  # a person works through fewer than that between two looks at the filter
AROUND = 700  # characters of a text shown before and after the mention
LARGEST = 100_000_000  # bytes of a file whose texts are kept at hand


@dataclass(frozen=True)
class Passage:
    """The text around a mention, cut before and after it; [start, end) is the mention in it, -1 where not found."""

    text: str
    start: int
    end: int


class QueueCases(Cases):
    """A queue that stays as it is while its lines are decided, and what is shown of it."""

    def answer_queue(
        self, number: int, wanted: Filter | None = None, order: str = "doubtful first", limit: int = LONGEST_QUEUE
    ) -> list[int]:
        """The numbers of the first lines that the filter lets through, in one of `orders`; BadInput for another one."""
        if order not in normalisations.ORDERS:
            raise BadInput(f"There is no order “{order}”; choose one of {', '.join(normalisations.ORDERS)}.")
        with self.workspace.reading() as db:
            return normalisations.queue(db, number, wanted or Filter(), order, limit)

    def answers_of(self, number: int, ids: Sequence[int]) -> list[Line]:
        """These lines with what stands about them now, in the order asked for; those that are gone are left out."""
        if not ids:
            return []
        with self.workspace.reading() as db:
            found = {line.id: line for line in normalisations.numbered(db, number, ids)}
        return [found[id] for id in ids if id in found]

    def alike_counts(self, number: int, ids: Sequence[int]) -> dict[int, int]:
        """Line -> how many lines of the file are about the same text, itself among them."""
        if not ids:
            return {}
        with self.workspace.reading() as db:
            return normalisations.alike_counts(db, number, ids)

    def normalisation_of(self, run: int) -> int | None:
        """The number of what a run has made so far; None before it began."""
        with self.workspace.reading() as db:
            return normalisations.of_run(db, run)

    def run_of(self, number: int) -> int | None:
        """The run that answers or answered a file; None for a loaded export."""
        with self.workspace.reading() as db:
            return normalisations.run_of(db, number)

    def passages(self, number: int, lines: Sequence[Line]) -> dict[int, Passage]:
        """Line -> the text its mention stood in; {} when the file has no texts, is gone or has changed since."""
        with self.workspace.reading() as db:
            made, run = normalisations.get(db, number), normalisations.run_of(db, number)
            ran = runs.get(db, run) if run else None
        source = Path(made.source) if made else Path()
        if made is None or ran is None or not source.is_file() or source.stat().st_size > LARGEST:
            return {}
        columns = tuple(sorted(dict(ran.recipe.get("columns") or {}).items()))
        try:
            texts = _texts(str(source), made.sha256, source.stat().st_mtime_ns, columns)
        except (NomenclatorError, OSError):
            return {}
        found = {line: texts.get(line.document or line.row) or texts.get(line.row) for line in lines} if texts else {}
        return {line.id: around(text, line) for line, text in found.items() if text}


@lru_cache(maxsize=2)
def _texts(path: str, sha256: str, _changed: int, columns: tuple[tuple[str, str], ...]) -> Mapping[str | int, str]:
    """Document or row -> its text, {} when the file is another one than was answered."""
    from engine.readers.mentions import MentionFile
    from engine.readers.pubtator import documents

    if sha256_of(Path(path)) != sha256:
        return {}
    file = MentionFile(Path(path), dict(columns))
    if file.pubtator:
        return {document.id: document.text for document in documents(file.path)}
    if "context" not in file.columns:
        return {}
    return {row.number: row.mention.context for row in file.rows()}


def around(text: str, line: Line) -> Passage:
    """What is shown of a text for one line: the mention with some hundred characters on both sides.

    The place that the file gives counts where the mention stands there; else its first occurrence.
    """
    start, end = line.start, line.end
    if not 0 <= start < end <= len(text) or text[start:end] != line.text:
        start = text.lower().find(line.text.lower())
        end = start + len(line.text)
    if start < 0:
        return Passage(text[: 2 * AROUND], -1, -1)
    first, last = max(0, start - AROUND), min(len(text), end + AROUND)
    before, after = "…" if first else "", "…" if last < len(text) else ""
    shift = len(before) - first
    return Passage(before + text[first:last] + after, start + shift, end + shift)
