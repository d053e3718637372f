"""Synonym sets fused through a mapping file: the names of mapped concepts become names of what they map to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.formats.opening.lines import encoding_of_file, text_lines
from engine.formats.opening.tables import rows_of
from engine.formats.parsed import Problem
from engine.learning.selection.sample import Sample
from engine.learning.selection.source import Source, gathered
from engine.learning.selection.synonyms import TRAINED, Synonyms
from engine.settings import setting
from store.records.mapping import DENIED

UPWARD = ("skos:exactmatch", "skos:closematch", "skos:broadmatch", "owl:equivalentclass", "rdfs:subclassof")
NO_TERM = ("sssom:notermfound", "https://w3id.org/sssom/notermfound")  # “there is nothing it could be mapped to”
HEADED = {  # headings of the two columns, lower case; the last are those of SNOMED's RF2 maps
    "subject_id": "object_id",
    "from": "to",
    "source": "target",
    "referencedcomponentid": "maptarget",
}
INACTIVE = "0"  # in RF2's column “active”


@dataclass(frozen=True)
class Link:
    """One row of a mapping: the concept `subject` falls under `object`."""

    row: int
    subject: str
    object: str


@dataclass(frozen=True)
class FusedNames:
    """Sets of names under the concepts that were mapped to, and the rows that could not be used."""

    source: Source
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True)
class MappedSynonyms(Synonyms):
    """Synonym sets fused through a mapping, as CG section 4.1.2 does SNOMED CT under ICD-10 codes; then as those.

    The file is SSSOM or two columns, the finer concept first. Its shares are those of the paper's ICD-10 set.
    """

    title = "mapped synonym sets"
    test: float = setting(0.16, "Test share", "Of the names of training concepts.", low=0.0, high=0.9)
    validation: float = setting(0.11, "Validation share", "Of the names of training concepts.", low=0.0, high=0.9)
    zero_shot: float = setting(0.16, "Zero-shot share", "Of the concepts, kept from training whole.", low=0, high=0.9)
    file: str = setting("", "Mapping file", "SSSOM, or two columns of ids; the finer terminology's first.")
    own_names: bool = setting(True, "Own names", "A mapped-to concept's own names join its set, where they are known.")

    def sample(self, source: Source, seed: int) -> Sample:
        """The fused sets, filtered and split; the ids mapped to are the class keys. Raises as `read_mapping`."""
        if self.held_out == TRAINED:
            source = replace(source, held_out=frozenset())
        links, problems = read_mapping(Path(self.file))
        outcome = fused(source, links, self.own_names)
        problems += outcome.problems
        unused = len(problems)
        if len(outcome.problems) == len(links):
            why = f"row {problems[0].row}: {problems[0].sentence}" if problems else "there is none under its headings."
            raise BadInput(f"None of the {unused:,} rows of the mapping {self.file} can be used; {why}")
        found = super().sample(outcome.source, seed)
        return replace(found, left_out=found.left_out | ({"mapping rows not used": unused} if unused else {}))


def read_mapping(path: Path) -> tuple[list[Link], list[Problem]]:
    """The rows of a mapping: SSSOM (TSV with subject_id and object_id), SNOMED's RF2, or two columns, headed or not.

    Rows without an id, inactive ones, and SSSOM rows that are negated, name no term or whose predicate does not say
    that the subject is the object or falls under it, are reported. NotFound without the file, BadInput when it is not a
    table of two columns.
    """
    if not path.is_file():
        raise NotFound(f"There is no mapping file at “{path}”; name an SSSOM or two-column file.")
    lines = enumerate(text_lines(path, encoding=encoding_of_file(path)), 1)
    body = ((number, line) for number, line in lines if line.strip() and not line.startswith("#"))
    first = list(islice(body, 1))
    delimiter = "\t" if first and "\t" in first[0][1] else ","
    rows = [
        (number, next((cells for _, cells in rows_of([line], path.name, delimiter)), []))
        for number, line in chain(first, body)
    ]
    if not rows or len(rows[0][1]) < 2:
        raise BadInput(f"{path.name} needs two columns of ids, separated by a tab or a comma.")
    heading = [cell.strip().lower() for cell in rows[0][1]]
    named = next(((a, b) for a, b in HEADED.items() if a in heading and b in heading), None)
    at = {name: heading.index(name) for name in heading} if named else {}
    left, right = (at[named[0]], at[named[1]]) if named else (0, 1)
    links, problems = [], []
    for number, cells in rows[1:] if named else rows:
        cell = [text.strip() for text in cells] + [""] * (max(len(heading), 2) - len(cells))
        if not cell[left] or not cell[right]:
            problems.append(Problem(number, "An id is empty; fill it in. The row is left out."))
        elif cell[left].lower() in NO_TERM or cell[right].lower() in NO_TERM:
            sentence = f"The row from {cell[left]} to {cell[right]} names no term; it is left out."
            problems.append(Problem(number, sentence))
        elif "active" in at and cell[at["active"]] == INACTIVE:
            problems.append(Problem(number, f"The row on {cell[left]} is inactive; it is left out."))
        elif "predicate_id" in at and cell[at["predicate_id"]].lower() not in UPWARD:
            problems.append(
                Problem(number, f"“{cell[at['predicate_id']]}” does not put {cell[left]} under {cell[right]}.")
            )
        elif "predicate_modifier" in at and cell[at["predicate_modifier"]].lower() == DENIED:
            problems.append(Problem(number, f"The row says that {cell[left]} is not {cell[right]}; it is left out."))
        else:
            links.append(Link(number, cell[left], cell[right]))
    return links, problems


def fused(source: Source, links: Iterable[Link], own_names: bool = True) -> FusedNames:
    """The source's names under the concepts that `links` lead to; concepts that are not mapped are left out.

    An id stands for the concept with that code, or with that code in one of several joined terminologies; a prefix
    that the codes do not have is dropped. What is mapped to need not be in the source. Names of held-out concepts are
    left out, and a held-out concept that is mapped to stays held out.
    """
    codes = source.by_id(source.titles)
    below: dict[str, list[str]] = defaultdict(list)
    titles: dict[str, str] = {}
    problems = []
    for link in links:
        fine, coarse = _found(codes, link.subject), _found(codes, link.object) or link.object
        if fine is None:
            problems.append(Problem(link.row, f"“{source.title}” has no concept {link.subject}; the row is left out."))
        elif fine == coarse:
            problems.append(Problem(link.row, f"{link.subject} is mapped to itself; the row is left out."))
        elif fine not in source.held_out and fine not in below[coarse]:
            below[coarse].append(fine)
            titles[coarse] = source.titles.get(coarse, link.object)
    texts = (
        (coarse, text)
        for coarse, under in below.items()
        for code in ([coarse, *under] if own_names else under)
        for text in source.names.get(code, ())
    )
    held_out = source.held_out & titles.keys()
    return FusedNames(Source(source.title, gathered(texts, titles), titles, {}, held_out, source.known), problems)


def _found(codes: dict[str, str], id: str) -> str | None:
    """The code that an id of a mapping means, or None."""
    return codes.get(id) or codes.get(id.split(":", 1)[-1])
