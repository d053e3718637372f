"""What a mention is, and what a normaliser answers to it.

A mention is a text that somebody meant a concept by, where it stood, and what may be known of it. An answer has a part
for every concept that the mention was found to name: one, or several for “breast and ovarian cancer”.
"""

from __future__ import annotations

from dataclasses import dataclass

FROM_ONTOLOGY, FROM_DATA = "O", "D"  # where a searchable name comes from (TS table 1)


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


@dataclass(frozen=True)
class Hit:
    """A concept found for a text, by the best of its names: cosine `score`; `origin` O (dictionary) or D (data)."""

    concept: str
    name: str
    score: float
    origin: str = FROM_ONTOLOGY


@dataclass(frozen=True)
class Part:
    """One concept a mention names: the text searched for, candidates best first, and how sure the first is.

    `sieve` says which search answered; `probability` is of the first being right, NaN where nothing was calibrated. No
    candidates means no answer (CUI-less). `tied`: another concept was found with the same score, and how often the data
    says it, a preferred name or a seeded draw decided.
    """

    text: str
    candidates: tuple[Hit, ...]
    sieve: str
    probability: float = float("nan")
    tied: bool = False


@dataclass(frozen=True)
class Answer:
    """A mention with its parts, in the order they were said."""

    mention: Mention
    parts: tuple[Part, ...]

    @property
    def concepts(self) -> tuple[str, ...]:
        """The first candidate of each part that has one, each concept once."""
        return tuple(dict.fromkeys(part.candidates[0].concept for part in self.parts if part.candidates))
