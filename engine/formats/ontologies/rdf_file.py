"""What is asked of any file of RDF: literals of a property, the header, the lines where things stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput
from engine.events import counted
from engine.formats.ontologies.addresses import canonical
from engine.formats.ontologies.curies import OURS
from engine.formats.opening.lines import byte_lines
from engine.formats.opening.namespaces import NAMESPACES
from engine.formats.parsed import ParsedTerminology, Problem
from store.records.terminology import Concept

if TYPE_CHECKING:
    from rdflib import Graph

DCT, DC, OWL, RDF = (NAMESPACES[prefix] for prefix in ("dct", "dc", "owl", "rdf"))
TITLES = (DCT + "title", DC + "title", NAMESPACES["skos"] + "prefLabel", NAMESPACES["rdfs"] + "label")
VERSIONS = (OWL + "versionInfo", DCT + "hasVersion", OWL + "versionIRI", DCT + "modified", DCT + "issued")
LICENCES = (DCT + "license", DCT + "rights", DC + "rights", "http://creativecommons.org/ns#license")
MARKS = tuple(f"{OURS}{kind}:shortName" for kind in ("skos", "owl"))  # of our own export under another address
HEADER = (*TITLES, *VERSIONS, *LICENCES, *MARKS)
LOCAL = re.compile(rb"[^\s<>\"'#/:;,()\[\]]+")
SUBJECT = re.compile(rb"^\S|^\s+<[\w:]+ |\b(about|ID)=|@id|\"(uri|id)\"")


@dataclass(frozen=True)
class Header:
    """What a file says of itself, "" where it says nothing."""

    title: str = ""
    version: str = ""
    licence: str = ""
    address: str = ""

    def over(
        self, path: Path, concepts: list[Concept], problems: list[Problem], namespace: str, title: str = ""
    ) -> ParsedTerminology:
        """What the file at `path` holds under this header; `title` in place of its own,
        where one is given, and the file's name where it has none."""
        return ParsedTerminology(
            title or self.title or path.stem,
            self.version,
            self.licence,
            path.name,
            concepts,
            problems,
            address=self.address,
            namespace=namespace,
        )


def objects(graph: Graph, subject: Any, predicates: Sequence[str]) -> list[Any]:
    """What a subject has under these properties, in the order of the properties and then of the texts."""
    from rdflib import URIRef

    return [one for predicate in predicates for one in sorted(graph.objects(subject, URIRef(predicate)), key=str)]


def pairs(graph: Graph, predicate: str) -> Iterator[tuple[Any, Any]]:
    """(subject, object) of each statement with a predicate; how many passed is said."""
    from rdflib import URIRef

    found = graph.subject_objects(URIRef(predicate))
    return counted(found, f"statements of {re.split('[#/]', predicate)[-1]}", graph.store.counts[predicate])  # type: ignore[attr-defined]


def literals(graph: Graph, subject: Any, predicate: str) -> list[tuple[str, str]]:
    """The different (text, language) that a subject has under a property, in order; language "" where it has none."""
    from rdflib import Literal

    found = (
        (str(one).strip(), (one.language or "").lower())
        for one in objects(graph, subject, (predicate,))
        if isinstance(one, Literal)
    )
    return list(dict.fromkeys(label for label in found if label[0]))


def text_of(graph: Graph, subject: Any, predicates: Sequence[str]) -> dict[str, str]:
    """Language -> the first text under the first of these properties that has one, said here or where it points to."""
    for predicate in predicates:
        found = literals(graph, subject, predicate)
        for further in objects(graph, subject, (predicate,)):
            found += literals(graph, further, RDF + "value")
        if found:
            return {language: text for text, language in reversed(found)}
    return {}


def notes_of(graph: Graph, subject: Any, predicate: str) -> dict[str, list[str]]:
    """The notes that our own export writes under a property, each with its heading before a colon."""
    found: dict[str, list[str]] = {}
    for text, _ in literals(graph, subject, predicate):
        heading, _, rest = text.partition(": ")
        found.setdefault(heading, []).append(rest)
    return found


def let_go(graph: Graph) -> None:
    """Empty a graph that nobody needs any more, entry by entry: a large one let go at once stops all threads for
    seconds, and with them every word on how far the reading is."""
    for index in vars(graph.store).values():
        for _ in counted(range(len(index)), "entries let go") if isinstance(index, dict) else ():
            _, held = index.popitem()
            while isinstance(held, dict) and held:
                held.popitem()


def is_own(graph: Graph, abouts: Iterable[Any]) -> bool:
    """Whether an ontology or a scheme with one of these addresses is our own export."""
    return any(str(one).startswith(OURS) or objects(graph, one, MARKS) for one in abouts)


def header_of(graph: Graph, about: Iterable[Any]) -> Header:
    """Title, version and licence of the first of these subjects that says one; the address of the first with a title,
    or else with an address."""
    found = list(about)
    titled = [one for one in found if objects(graph, one, TITLES)]

    def first(predicates: Sequence[str]) -> str:
        return next((str(value) for one in found for value in objects(graph, one, predicates)), "")

    address = next(filter(None, (canonical(str(one)) for one in (*titled, *found))), "")
    return Header(first(TITLES), first(VERSIONS), first(LICENCES), address)


def lines_of(path: Path, subjects: Iterable[Any]) -> dict[str, int]:
    """Address -> the first line that begins with it or is about it; those that are not found so are left out."""
    by_token = {re.split(r"[#/:]", str(one))[-1].encode(): str(one) for one in subjects}
    found: dict[str, int] = {}
    try:
        for number, line in enumerate(byte_lines(path), 1):
            if SUBJECT.search(line):
                for token in LOCAL.findall(line[:2_000]):
                    if token in by_token:
                        found.setdefault(by_token[token], number)
    except BadInput:
        pass
    return found
