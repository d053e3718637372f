"""What each step of a normalisation hands to the next: matches, hits, what was found for a text, and answers.

A mention is a text that somebody meant a concept by, where it stood, and what may be known of it. An answer has a part
for every concept that the mention was found to name: one, or several for “breast and ovarian cancer”.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from store.records.mention import Mention

FROM_ONTOLOGY, FROM_DATA = "O", "D"  # where a searchable name comes from (TS table 1)


class NameMatch(NamedTuple):
    """Places in the pool of the names that equal a text, and the sieve that says how (`exact_match`); "" for none."""

    places: list[int]
    sieve: str


@dataclass(frozen=True)
class Hit:
    """A concept found for a text, by the best of its names: cosine `score`; `origin` O (dictionary) or D (data).

    `probability` of being meant, NaN where the search gives none; `differs`: the kinds of difference from the text that
    a ranking gave, None where it was no ranking that found it.
    """

    concept: str
    name: str
    score: float
    origin: str = FROM_ONTOLOGY
    probability: float = float("nan")
    differs: tuple[str, ...] | None = None


@dataclass(frozen=True)
class SearchResult:
    """Candidates of a text, best first, the sieve that gave the first, and whether it was tied with another concept.

    `match`: the names that equal the text, where the text was looked up (`Searcher.search`).
    """

    hits: tuple[Hit, ...]
    sieve: str
    tied: bool = False
    match: NameMatch = field(default_factory=lambda: NameMatch([], ""))

    @property
    def score(self) -> float:
        """Of the first; −1 without one."""
        return self.hits[0].score if self.hits else -1.0


class SearchedText(NamedTuple):
    """A text that was searched, the abstract it stands in ("" for none), and what was found for it."""

    context: str
    text: str
    found: SearchResult


@dataclass(frozen=True)
class AnswerPart:
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
    parts: tuple[AnswerPart, ...]

    @property
    def concepts(self) -> tuple[str, ...]:
        """The first candidate of each part that has one, each concept once."""
        return tuple(dict.fromkeys(part.candidates[0].concept for part in self.parts if part.candidates))
