"""What a format cannot hold of a terminology, counted while it is written, and said in a sentence each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from engine.formats.registry import TERMINOLOGY, Format
from store.records.terminology import Concept, Name, Terminology

BREAKS = ("\n", "\r", "\t")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # which XML and the strings of FHIR cannot hold
OF_NAMES: dict[str, tuple[str, str, Callable[[Name], bool]]] = {
    "languages": ("name", "languages of names", lambda name: name.language not in ("", "en")),
    "sources": ("name", "sources of names", lambda name: bool(name.source)),
    "line breaks": ("name", "tabs and line breaks", lambda name: any(one in name.text for one in BREAKS)),
    "control characters": ("name", "control characters", lambda name: bool(CONTROL.search(name.text))),
}
OF_CONCEPTS: dict[str, tuple[str, str, Callable[[Concept], bool]]] = {
    "parents": ("concept", "parents", lambda concept: bool(concept.parents)),
    "definitions": ("concept", "definitions", lambda concept: bool(concept.definition)),
    "lines of definitions": (
        "definition",
        "line breaks in a definition",
        lambda concept: any(one in concept.definition for one in BREAKS),
    ),
    "notes": ("concept", "notes", lambda concept: bool(concept.notes)),
    "obsolete": ("concept", "marks of what is no longer in use", lambda concept: concept.obsolete),
}


@dataclass
class Written:
    """What was written: how many rows of the file, live concepts, names and links, and what the format lost."""

    rows: int = 0
    concepts: int = 0
    names: int = 0
    edges: int = 0
    lost: list[str] = field(default_factory=list)


def title_withdrawn(concept: Concept) -> bool:
    """Whether a concept in use is called by what is no name of it any more."""
    return bool(concept.names) and not concept.obsolete and all(n.text != concept.preferred for n in concept.names)


def counts_any(format: Format) -> bool:
    """Whether what the format loses is counted concept by concept."""
    return bool({*OF_NAMES, *OF_CONCEPTS} & set(format.loses))


class Tally:
    """Counts the concepts that pass, and what of them a format cannot hold."""

    def __init__(self, format: Format) -> None:
        self.written = Written()
        self._format = format
        self._names = [(key, OF_NAMES[key][2]) for key in format.loses if key in OF_NAMES]
        self._concepts = [(key, OF_CONCEPTS[key][2]) for key in format.loses if key in OF_CONCEPTS]
        self._lost: Counter[str] = Counter()
        self._titles = self._retired = 0  # titles that were withdrawn; names of what is no longer in use

    def of(self, concepts: Iterable[Concept]) -> Iterator[Concept]:
        """The concepts as they are, counted as they are taken."""
        for concept in concepts:
            self.count(concept)
            yield concept

    def count(self, concept: Concept) -> None:
        """One more concept."""
        written = self.written
        written.concepts += not concept.obsolete
        written.names += len(concept.names)
        written.edges += len(concept.parents)
        self._titles += title_withdrawn(concept)
        self._retired += len(concept.names) if concept.obsolete else 0
        for key, loses in self._concepts:
            self._lost[key] += loses(concept)
        for key, loses_of in self._names:
            self._lost[key] += sum(map(loses_of, concept.names))

    def sentences(self, about: Terminology) -> list[str]:
        """What the format lost of the concepts that passed, a sentence each."""
        found = []
        if "title" in self._format.loses and (about.version or about.licence or about.title not in ("", about.slug)):
            found.append(f"{self._format.title} has no place for the terminology's title, version and licence.")
        for key, (thing, what, _) in {**OF_NAMES, **OF_CONCEPTS}.items():
            if number := self._lost[key]:
                things = thing if number == 1 else f"{thing}s"
                lose = "loses its own" if number == 1 else "lose theirs"
                found.append(f"{self._format.title} has no place for {what}: {number:,} {things} {lose}.")
        if self._titles and TERMINOLOGY in self._format.writes:  # which a table marks as no name
            found.append(f"Titles that people withdrew come back as names of their concepts: {self._titles:,} in all.")
        if self._retired:
            found.append(
                f"Names that people gave to what is no longer in use do not come back: {self._retired:,} in all."
            )
        return found
