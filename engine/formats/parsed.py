"""What a reader of terminologies gives: the concepts of a file, and the rows that it could not use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.errors import NotFound
from store.records.terminology import Concept, Name

CONSIDER = "Consider"  # the note of a concept out of use that names concepts to take instead, by their ids


def replacement(ids: Sequence[str]) -> tuple[str, dict[str, list[str]]]:
    """What a concept out of use is replaced by, and a note of the others where there are several: it was split."""
    first, *others = ids or [""]
    return first, {CONSIDER: others} if others else {}


@dataclass(frozen=True)
class Problem:
    """What is wrong in a row of a file, in a sentence with its remedy; row 0 where the place is not known.

    `left_out`: whether something is missing for it; else the sentence is only to be known.
    """

    row: int
    sentence: str
    left_out: bool = True


@dataclass
class ParsedTerminology:
    """What a reader found: concepts whose parents all exist, and the rows it could not use.

    `cleaned`: how many names `engine.formats.cleaning` wrote without marks and blanks, {} where it was not asked to.
    `changes_only`: whether the file holds what differs from a release before it, and not the whole.
    `rows`: concept -> its row, where the reader tells it. `address` and `namespace`: see `Terminology`.
    `unread`: which columns of a table are not read, in a sentence.
    """

    title: str
    version: str
    licence: str
    source: str
    concepts: list[Concept]
    problems: list[Problem] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)
    cleaned: dict[str, int] = field(default_factory=dict)
    changes_only: bool = False
    rows: dict[str, int] = field(default_factory=dict)
    address: str = ""
    namespace: str = ""
    unread: str = ""

    @property
    def names(self) -> int:
        """How many names the live concepts have, those that repeat another one with another scope or kind too."""
        return sum(len(concept.names) for concept in self.concepts if not concept.obsolete)

    @property
    def distinct_names(self) -> int:
        """How many different (concept, text, language) the names of the live concepts are."""
        live = (concept.names for concept in self.concepts if not concept.obsolete)
        return sum(len({(name.text, name.language) for name in names}) for names in live)

    @property
    def shared(self) -> list[tuple[str, tuple[str, ...]]]:
        """(name, ids) of each name that several live concepts have, whatever its capitals, in the order of the file."""
        live = [concept for concept in self.concepts if not concept.obsolete]
        first: dict[tuple[str, str], str] = {}  # of each name one concept only: there may be millions
        twice = {
            key
            for concept in live
            for name in concept.names
            if first.setdefault(key := (name.text.casefold(), name.language), concept.id) != concept.id
        }
        found: dict[tuple[str, str], dict[str, str]] = {}
        for concept in live if twice else ():
            for name in concept.names:
                if (key := (name.text.casefold(), name.language)) in twice:
                    found.setdefault(key, {}).setdefault(concept.id, name.text)
        return [(next(iter(ids.values())), tuple(ids)) for ids in found.values()]

    @property
    def skipped(self) -> int:
        """How many problems left something out."""
        return sum(problem.left_out for problem in self.problems)

    @property
    def edges(self) -> int:
        """How many parent links there are."""
        return sum(len(concept.parents) for concept in self.concepts)

    @property
    def live(self) -> int:
        """How many concepts are in use."""
        return sum(not concept.obsolete for concept in self.concepts)

    def fingerprint(self) -> str:
        """A sha256 over ids, use, names and parents, after which files made of them are called; two releases that
        differ in definitions, notes or replacements alone share it."""
        digest = hashlib.sha256()
        for concept in self.concepts:
            texts = [_identity(name) for name in concept.names]
            line = "\x1e".join([concept.id, str(concept.obsolete), *texts, "\x1d", *concept.parents])
            digest.update(line.encode() + b"\n")
        return digest.hexdigest()

    def below(self, ids: Iterable[str]) -> ParsedTerminology:
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


def _identity(name: Name) -> str:
    """What a name counts as in a fingerprint; English, the language of most files that name none, goes unsaid."""
    found = f"{name.text}\x1f{name.kind}\x1f{name.scope}"
    return found if name.language == "en" else f"{found}\x1f{name.language}"
