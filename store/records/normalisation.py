"""Normalisation as frozen dataclasses: a file's lines with their answers, and what people decided about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

DECISION_WORDS = {  # what each of store.judgements.DECISIONS is called where a person reads it
    "accept": "accepted",
    "second": "second candidate",
    "other": "another concept",
    "none": "no match",
    "skip": "skipped",
    "flag": "flagged",
    "": "undecided",
}
NAMING = ("accept", "second", "other")  # decisions that tie the mention to a concept
DECIDED = (*NAMING, "none")  # those, and the one that it is none of the terminology's


class Other(NamedTuple):
    """A further candidate of a line; `origin` is O (dictionary) or D (data), `differs` as that of a line, None where it
    was not kept."""

    concept: str
    name: str
    score: float
    origin: str
    differs: str | None = None

    @classmethod
    def read(cls, concept: str, name: str, score: float, origin: str, differs: str | None = None) -> Other:
        """One as JSON has it, where a whole score has no point."""
        return cls(concept, name, float(score), origin, differs)


@dataclass(frozen=True)
class Line:
    """One part of the answer to a mention, and what people decided about it: a row of a queue and of an export.

    `row` is where the mention stood in its file; `part` of `parts` counts the concepts it names. `read_as` is the text
    that was searched for. Without an answer `concept` is "". `extra` holds the file's other columns.
    """

    row: int
    part: int
    parts: int
    text: str
    document: str = ""
    start: int = -1
    end: int = -1
    kind: str = ""
    read_as: str = ""
    concept: str = ""
    name: str = ""  # the name that was found
    preferred: str = ""  # the concept's own
    score: float | None = None
    probability: float | None = None
    origin: str = ""
    sieve: str = ""
    differs: str = ""  # how the name found differs though all else is equal: side, number, stage …
    topic: str = ""  # the concept's top class
    others: tuple[Other, ...] = ()
    decision: str = ""  # one of store.judgements.DECISIONS; "" is undecided
    decided_concept: str = ""
    decided_name: str = ""
    who: str = ""
    when: str = ""
    comment: str = ""
    model: str = ""
    model_sha256: str = ""
    extra: tuple[str, ...] = ()
    id: int = field(default=0, compare=False)  # its number in the store

    @property
    def decision_version(self) -> str:
        """What was decided, by whom and when, as one text that is another after each decision; "" while undecided."""
        return " ".join((self.decision, self.decided_concept, self.who, self.when)) if self.decision else ""


@dataclass(frozen=True)
class Normalisation:
    """A file of mentions as one run answered it: what it was searched in, how, and how many mentions are answered."""

    id: int
    file: str
    source: str
    sha256: str
    terminology: str
    encoder: str
    encoder_sha256: str
    search: str
    extra: tuple[str, ...]
    created: str
    rows: int
    lines: int
    finished: bool


@dataclass(frozen=True)
class Judgement:
    """What a person decided about one part of an answer, and what they saw when they did."""

    id: int
    batch: int
    line: int
    terminology: str
    text: str
    decision: str
    concept: str
    name: str
    score: float | None
    probability: float | None
    model: str
    model_sha256: str
    comment: str
    who: str
    when: str
    role: str = "do"  # do | undo | redo | back
    of_batch: int | None = None


@dataclass(frozen=True)
class JudgementBatch:
    """What one action did to judgements: how many lines it touched, and the first of them."""

    lines: int
    first: tuple[Judgement, ...]


@dataclass(frozen=True)
class Filter:
    """Which lines of a normalisation are meant; what is left as it is lets everything through."""

    status: str = "all"  # one of store.answer_lines.STATUSES
    lowest: float | None = None  # probability, from and up to
    highest: float | None = None
    kind: str | None = None  # the mention's type
    topic: str | None = None  # the class of the answer
    text: str = ""  # part of the mention or of the name found
    differs: bool | None = None
    difference: str | None = None  # the kind that the name found differs in
    once: bool = False  # of the lines that are about the same text only the first
    answered: bool | None = None
    sieve: str | None = None


@dataclass(frozen=True)
class MentionSpan:
    """What a person says a mention is: its text, at [start, end) of its document; `before` is what the file marks, ""
    where it marks nothing. `answered` are the fields of its line that this text is answered with."""

    line: int
    before: str
    text: str
    start: int
    end: int
    answered: Mapping[str, Any]
    who: str = ""
    when: str = ""
