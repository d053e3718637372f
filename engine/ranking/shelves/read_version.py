"""What a process has read of one version of a terminology: its names, their words, people's edits, its own notes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from engine.ranking.headings.histories import FamilyHeading
from engine.ranking.headings.pregnancies import PregnancyHeading
from engine.retrieval.delta import Delta, LookedUp
from engine.retrieval.index import Index
from engine.retrieval.word_index import WordIndex
from store.records.terminology import Edit


@dataclass(frozen=True)
class NameRows:
    """Where the names of a terminology stand: row i of its index is the name with the number `first` + i; and which
    children of its concepts are unspecified."""

    first: int
    concepts: np.ndarray  # database number of each row's concept, int64 [names]
    unspecified: dict[int, list[int]]  # a concept's number -> those of its children that say so


@dataclass(frozen=True)
class AddedWords:
    """The names of a delta, their words, the numbers of their concepts (0: a person's own), and an index by encoder."""

    last: int
    edits: tuple[Edit, ...]
    words: WordIndex
    concepts: np.ndarray
    indexes: dict[str, Index] = field(default_factory=dict)


@dataclass
class OtherLanguages:
    """The names of a version in other languages than one, as rows int64 and as (code, normalised text), which stay as
    they are; and the delta with them taken out too, None before it is asked for."""

    rows: np.ndarray
    names: frozenset[tuple[str, str]]
    delta: Delta | None = None


@dataclass
class ReadVersion:
    """Each thing is read when it is first asked for, and None or "" before. `stamp` tells the version from others that
    had its short name, so that nothing of one stands beside what is of another."""

    stamp: str
    names: NameRows | None = None
    words: WordIndex | None = None
    delta: Delta | None = None
    added: AddedWords | None = None
    imported: LookedUp = field(default_factory=LookedUp)
    included: tuple[WordIndex, np.ndarray] | None = None
    histories: list[FamilyHeading] | None = None
    pregnancies: list[PregnancyHeading] | None = None
    wording: str = ""
    other_languages: dict[str, OtherLanguages] = field(default_factory=dict)  # than each that was searched
