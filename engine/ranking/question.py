"""A query as it is searched: its readings, and the names that other terminologies lend it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.models.protocol import NameEncoder
from engine.ranking.reading.readings import EXPANDED, TYPED, Reading
from engine.retrieval.word_index import content_key, telling_words
from engine.text.findings.weeks_of_pregnancy import trimester_of
from engine.text.qualifiers import qualifiers, sides_of

OWN, BRIDGE, PARENT = BLOCKS = ("own", "bridge", "parent")
MOST_LENT = {BRIDGE: 16, PARENT: 12}


@dataclass(frozen=True)
class LentName:
    """A name of a concept of another terminology that a reading denotes exactly, or of that concept's parent."""

    text: str
    block: str  # BRIDGE: of the concept itself; PARENT: of one or two levels above it
    terminology: str  # its title
    concept: str  # the preferred name of the concept that was denoted
    wording: str = ""  # in which another terminology that lends it says its concepts; "" of what lends to itself


@dataclass(frozen=True)
class Variant:
    """A text that is searched for the query; `via` says by way of what, "" for the query's own readings; `finding` is
    that of the reading."""

    text: str
    block: str
    kind: str = TYPED
    via: str = ""
    finding: int = 0


@dataclass(frozen=True)
class Question:
    """A typed text with all that is searched in its place, and its `rows` under an encoder, float32 [variants, dim].

    `named_in` are the wordings of the other terminologies that have the text as a name, "" where its own notes do.
    """

    text: str
    variants: tuple[Variant, ...]
    rows: np.ndarray
    named_in: frozenset[str] = frozenset()

    @cached_property
    def typed(self) -> tuple[str, ...]:
        """The texts of the query's own readings."""
        return tuple(variant.text for variant in self.variants if variant.block == OWN)

    @cached_property
    def sides(self) -> frozenset[str]:
        """The sides that the query's own readings say."""
        return sides_of(self.typed)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers and letters of types, stages and all else that the query's own readings say."""
        return frozenset().union(*(qualifiers(text).numbers for text in self.typed))

    @cached_property
    def trimester(self) -> str:
        """The trimester that the text says, "" where it says none."""
        return trimester_of(self.text)

    @cached_property
    def in_other_words(self) -> bool:
        """Whether words are written out in words that are all others: “hives” as “urticaria”, but no short form."""
        typed = telling_words(self.text)
        return not self.text.isupper() and any(
            variant.kind == EXPANDED and not typed & telling_words(variant.text)
            for variant in self.variants
            if variant.block == OWN
        )

    def block(self, name: str) -> list[int]:
        """The places of the variants of a block."""
        return [place for place, variant in enumerate(self.variants) if variant.block == name]


def questions(
    text: str, reads: Sequence[Sequence[Reading]], lent: Sequence[Sequence[LentName]], encoder: NameEncoder
) -> list[Question]:
    """The questions of a text, one for each list of its readings and of names lent; what several have in common is
    encoded once."""
    variants = [_variants(readings, names) for readings, names in zip(reads, lent, strict=True)]
    places: dict[str, int] = {}
    for some in variants:
        for variant in some:
            places.setdefault(variant.text, len(places))
    rows = encoder.encode(list(places))
    typed = content_key(text)
    return [
        Question(
            text,
            some,
            rows[[places[variant.text] for variant in some]],
            frozenset(name.wording for name in names if name.block == BRIDGE and content_key(name.text) == typed),
        )
        for some, names in zip(variants, lent, strict=True)
    ]


def _variants(readings: Sequence[Reading], lent: Iterable[LentName]) -> tuple[Variant, ...]:
    """The readings, names lent, then those of parents; of variants with the same content words the first stays."""
    variants = [Variant(reading.text, OWN, reading.kind, finding=reading.finding) for reading in readings]
    seen = {content_key(variant.text) for variant in variants}
    room = dict(MOST_LENT)
    for name in sorted(lent, key=lambda one: BLOCKS.index(one.block)):
        key = content_key(name.text)
        if key not in seen and room[name.block]:
            seen.add(key)
            room[name.block] -= 1
            variants.append(Variant(name.text, name.block, via=f"{name.terminology}: {name.concept}"))
    return tuple(variants)
