"""What a reader of terminologies gives: the concepts of a file, and the rows that it could not use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.errors import NotFound
from store.records.terminology import Concept


@dataclass(frozen=True)
class Problem:
    """What is wrong with one row of a file, in a sentence with its remedy; the row itself is left out."""

    row: int
    sentence: str


@dataclass
class Parsed:
    """What a reader found: concepts whose parents all exist, and the rows it could not use."""

    title: str
    version: str
    licence: str
    source: str
    concepts: list[Concept]
    problems: list[Problem] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> int:
        """How many names the live concepts have."""
        return sum(len(concept.names) for concept in self.concepts if not concept.obsolete)

    @property
    def edges(self) -> int:
        """How many parent links there are."""
        return sum(len(concept.parents) for concept in self.concepts)

    @property
    def live(self) -> int:
        """How many concepts are in use."""
        return sum(not concept.obsolete for concept in self.concepts)

    def fingerprint(self) -> str:
        """A sha256 over ids, names and parents: equal content, equal fingerprint."""
        digest = hashlib.sha256()
        for concept in self.concepts:
            texts = [f"{name.text}\x1f{name.kind}\x1f{name.scope}" for name in concept.names]
            line = "\x1e".join([concept.id, str(concept.obsolete), *texts, "\x1d", *concept.parents])
            digest.update(line.encode() + b"\n")
        return digest.hexdigest()

    def below(self, ids: Iterable[str]) -> Parsed:
        """Only these concepts and those below them, with the links between them; NotFound for another id."""
        children: dict[str, list[str]] = {}
        for concept in self.concepts:
            for parent in concept.parents:
                children.setdefault(parent, []).append(concept.id)
        known, waiting, found = {concept.id for concept in self.concepts}, list(ids), set[str]()
        if unknown := sorted(set(waiting) - known):
            raise NotFound(f"There is no concept “{unknown[0]}” in {self.title} to import from; check its id.")
        while waiting:
            id = waiting.pop()
            if id not in found:
                found.add(id)
                waiting += children.get(id, [])
        chosen = [concept for concept in self.concepts if concept.id in found]
        return replace(
            self, concepts=[replace(one, parents=tuple(p for p in one.parents if p in found)) for one in chosen]
        )
