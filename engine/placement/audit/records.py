"""What an audit reads, and what it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.placement.audit.apart import same_words_key
from engine.placement.family import Family
from engine.placement.records import Fault
from engine.placement.tree import faulty_links
from engine.retrieval.neighbours import nearest_names
from engine.retrieval.word_index import content_key
from engine.text import normalise

NEIGHBOURS = 20  # nearest names looked at for each name


@dataclass(frozen=True)
class Finding:
    """What may be wrong: of what kind, where, how telling from 0 to 1, and why in a sentence.

    `name` is the name it is about; `other` the id of the concept it may belong to or be one with, a parent where the
    finding is about a link, "" where there is none; `instead` the id of a parent that fits better, "" without one.
    """

    kind: str
    concept: str
    name: str
    other: str
    score: float
    reason: str
    instead: str = ""


@dataclass(frozen=True)
class AuditedTerminology:
    """A terminology as it is audited, edits counted.

    `titles` and `parents` by concept id; name i is `texts[i]` of the concept `codes[i]`, with `rows[i]` under the
    encoder, float32 unit rows [names, dim]. Names whose text an encoder cannot read have zeros.
    """

    titles: Mapping[str, str]
    parents: dict[str, list[str]]
    codes: Sequence[str]
    texts: Sequence[str]
    rows: np.ndarray
    others: Sequence[Elsewhere] = ()  # whose names may be missing here
    known_keys: np.ndarray | None = None  # `keys`, where they are known

    @cached_property
    def family(self) -> Family:
        """Its hierarchy."""
        return Family(self.titles, self.parents)

    @cached_property
    def faulty_links(self) -> list[Fault]:
        """The links that close a cycle or are redundant."""
        return list(faulty_links(self.family))

    @cached_property
    def concept_codes(self) -> list[str]:
        """The ids of the concepts that have a name, in the order of their first names."""
        return list(dict.fromkeys(self.codes))

    @cached_property
    def owners(self) -> np.ndarray:
        """The place in `concept_codes` of each name's concept, int64 [names]."""
        place = {code: number for number, code in enumerate(self.concept_codes)}
        return np.fromiter((place[code] for code in self.codes), np.int64, len(self.codes))

    @cached_property
    def names_of(self) -> list[list[int]]:
        """The names of each of `concept_codes`."""
        found: list[list[int]] = [[] for _ in self.concept_codes]
        for name, owner in enumerate(self.owners.tolist()):
            found[owner].append(name)
        return found

    @cached_property
    def norms(self) -> list[str]:
        """Each name's text in normal form."""
        return [normalise(text) for text in self.texts]

    @cached_property
    def keys(self) -> list[int]:
        """A number for each name that those with the same content words share."""
        if self.known_keys is not None:
            keys: list[int] = self.known_keys.tolist()
            return keys
        return [content_key(text) for text in self.texts]

    @cached_property
    def denoted(self) -> dict[int, set[int]]:
        """Each of `keys` -> the places in `concept_codes` of the concepts with such a name."""
        found: dict[int, set[int]] = {}
        for key, owner in zip(self.keys, self.owners.tolist(), strict=True):
            found.setdefault(key, set()).add(owner)
        return found

    @cached_property
    def same_words(self) -> list[int]:
        """A number for each name that those share with which it may be one in other words: order, “disease” …"""
        return [same_words_key(text) for text in self.texts]

    @cached_property
    def nearest(self) -> tuple[np.ndarray, np.ndarray]:
        """Cosines and names of the NEIGHBOURS nearest names of each name, itself among them."""
        return nearest_names(self.rows, self.rows, NEIGHBOURS + 1)

    def is_preferred(self, name: int) -> bool:
        """Whether a name is the preferred one of its concept."""
        return self.texts[name] == self.titles.get(self.codes[name])

    def is_above(self, one: str, other: str) -> bool:
        """Whether a concept stands above another one, at any height."""
        above: set[str] = set()
        level = {other}
        while level:
            level = {parent for code in level for parent in self.parents.get(code, ())} - above
            above |= level
        return one in above

    def are_related(self, one: str, other: str) -> bool:
        """Whether two concepts are the same, parent and child, or have a parent in common."""
        above, over = set(self.parents.get(one, ())), set(self.parents.get(other, ()))
        return one == other or other in above or one in over or bool(above & over)


@dataclass(frozen=True)
class Elsewhere:
    """Another terminology of the workspace: its title, and its names as they are audited."""

    title: str
    audited: AuditedTerminology
