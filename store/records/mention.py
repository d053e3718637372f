"""A mention: a name as met in running text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mention:
    """A marked text, at [start, end) of its document; `start` is -1 where no place is known.

    `ids` is what people said: for each part of a composite the ids that count as its concept, () when nothing is
    known. `context` is the title and abstract, one object shared by all mentions of a document.
    """

    text: str
    document: str = ""
    start: int = -1
    end: int = -1
    kind: str = ""
    ids: tuple[tuple[str, ...], ...] = ()
    context: str = ""
