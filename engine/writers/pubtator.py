"""PubTator: title and abstract of each document with its mentions, the answer's ids joined by | in the last column.

The texts come from the file that the mentions were read from. Mentions from a table have no document; each becomes one,
with the mention as its title. A mention without an answer has the id -1. What this format has no place for (scores,
decisions) is in the other formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from engine.readers.mentions import is_pubtator
from engine.readers.pubtator import documents
from engine.workspace import written_whole
from engine.writers import About
from store.records.normalisation import Line

NO_ANSWER = "-1"
DECIDED = ("accept", "second", "other", "none")
BREAK = re.compile(r"[\t\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def write(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines, which stand in the order of their source; how many. The file appears when it is whole."""
    counted = _Counted(lines)
    mentions = (list(group) for _, group in groupby(counted, key=lambda line: line.row))
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(_marked(mentions, about.source) if is_pubtator(about.source) else map(_alone, mentions))
    return counted.count


class _Counted:
    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines, self.count = lines, 0

    def __iter__(self) -> Iterator[Line]:
        for line in self.lines:
            self.count += 1
            yield line


def _marked(mentions: Iterator[list[Line]], source: Path) -> Iterator[str]:
    """The documents of the source; its k-th mention is row k."""
    row, parts = 0, next(mentions, [])
    for document in documents(source):
        yield f"{document.id}|t|{document.title}\n{document.id}|a|{document.abstract}\n"
        for _ in document.mentions:
            row += 1
            if parts and parts[0].row == row:
                yield _mention(parts, document.id, parts[0].start, parts[0].end)
                parts = next(mentions, [])
        yield "\n"


def _alone(parts: list[Line]) -> str:
    line = parts[0]
    title = _flat(line.text)
    return f"{line.row}|t|{title}\n{line.row}|a|\n{_mention(parts, str(line.row), 0, len(title))}\n"


def _mention(parts: list[Line], document: str, start: int, end: int) -> str:
    ids = [line.decided_concept if line.decision in DECIDED else line.concept for line in parts]
    answer = "|".join(dict.fromkeys(id for id in ids if id)) or NO_ANSWER
    return "\t".join([document, str(start), str(end), _flat(parts[0].text), _flat(parts[0].kind), answer]) + "\n"


def _flat(text: str) -> str:
    """`text` on one line and in one cell, as long as it was, so that the places still hold."""
    return BREAK.sub(" ", text)
