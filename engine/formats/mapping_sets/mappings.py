"""Concepts of one terminology mapped onto another, as SSSOM or FHIR: written as suggestions, read as a reference."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.formats.mapping_sets import concept_map, sssom
from engine.formats.mapping_sets.mapping_files import AboutMappings
from engine.formats.mapping_sets.mapping_tables import pair_table, read_pairs, relation_of, sheet_rows
from engine.formats.mapping_sets.provenance import LEXICAL, SEMANTIC
from engine.formats.mapping_sets.sssom import TOOL
from engine.formats.ontologies.addresses import Addresses
from engine.formats.ontologies.curies import KNOWN, OURS
from engine.formats.recognition import head_of, written_format
from engine.formats.registry import FORMATS, MAPPINGS, writers
from store.records.mapping import DENIED, EXACT, FLAG, RELATED, SKIP

DECISION, UNDECIDED = "ext_decision", "undecided"
AUTHOR, REVIEWS, NO_TERM = "author_label", "ext_reviews", "sssom:NoTermFound"
BY = "ext_by"  # who skipped or flagged a line: nobody is the author of a suggestion
SSSOM, TSV = "sssom", ".tsv"  # the format where none is named, and the ending that is short for it
SLOTS = (
    "subject_id",
    "subject_label",
    "predicate_id",
    "object_id",
    "object_label",
    "mapping_justification",
    "subject_source",
    "object_source",
    "mapping_tool",
    "mapping_date",
    "confidence",
    "comment",
    DECISION,
)
RF2_MAP = ("referencedcomponentid", "maptarget")  # columns of a map reference set, in lower case
KnownIds = tuple[str, Collection[str]]  # a terminology's short name and its ids
WEAK = (DENIED, RELATED)  # what takes the place of no relation that the file says as well
NOTHING: KnownIds = ("", ())
WAITING = (SKIP, FLAG)  # the decisions of a project that say no mapping


@dataclass(frozen=True)
class Mapping:
    """A mapping between two concepts; `name` is the target's name that was found, `lexical` where it is the same, `via`
    by way of which other terminology's concept, `encoders` those that suggest it, where there are several."""

    source: str
    source_name: str
    target: str
    target_name: str
    predicate: str
    confidence: float
    name: str = ""
    lexical: bool = False
    via: str = ""
    encoders: tuple[str, ...] = ()


@dataclass(frozen=True)
class MappingSet:
    """What a file of mappings says of itself: the two terminologies by short name and title, encoder and date, and the
    addresses that they bring."""

    source: str
    target: str
    source_title: str
    target_title: str
    encoder: str
    date: str
    addresses: Addresses = field(default_factory=Addresses)


def mapping_format(path: Path, format: str = "", *contents: str) -> str:
    """The format that mappings, or others of the `contents`, are written to `path` in: what it ends in, and the
    `format` where one is named. BadInput for a format that there is not, and a name that is not of it or of none."""
    known = writers(*contents or (MAPPINGS,))
    if format and format not in known:
        raise BadInput(f"There is no format “{format}” of mappings; choose one of {', '.join(known)}.")
    chosen = written_format(path.name, *contents or (MAPPINGS,)) or (SSSOM if path.suffix.lower() == TSV else "")
    if not chosen and not format and not path.is_dir():
        endings = ", ".join(one.written[0] for one in known.values())
        raise BadInput(f"{path}: the ending names no format; let it end in one of {endings}.")
    if not chosen or path.is_dir() or format not in ("", chosen):
        one = known[format or SSSOM]
        raise BadInput(f"{path} is no name of a file of {one.title}; let it end in {one.written[0]}.")
    return chosen


def write_suggestions(path: Path, mappings: Iterable[Mapping], about: MappingSet, format: str = "sssom") -> int:
    """Write suggestions that nobody has decided, each marked UNDECIDED, in a format of mappings; how many."""
    prefixes = {name: KNOWN[name] for name in ("semapv", "skos")}
    rows = (_row(one, about, prefixes) for one in mappings)
    count: int = FORMATS[format].load().write_mappings(path, SLOTS, rows, _about(about, prefixes))
    return count


def read_reference(
    path: Path, source: KnownIds = NOTHING, target: KnownIds = NOTHING, *, denied: bool = False
) -> dict[str, dict[str, str]]:
    """Source id -> target ids with their predicates, from SSSOM, a ConceptMap of FHIR, a map of RF2, or a table.

    source, target: the short names of the terminologies with their ids. A short name in front of an id, in capitals or
    not, is taken off where the terminology does not write its ids so.

    Of a map reference set the active members count, turned round where their concepts are the target's. A table has a
    column of source ids and one of target ids, several between “|”, and perhaps one of relations: see `read_pairs`;
    without one, or where it is empty, a mapping is EXACT. What SSSOM says in words that say no relation of SKOS
    stays as it is; a mapping that it denies (“Not”) is none, or has DENIED for its predicate with `denied`. A concept
    that SSSOM says has no match has no target, or with `denied` NO_TERM for one. Of an export of a mapping project only
    what is decided counts. NotFound for a missing file; BadInput for one without mappings, or a relation of a table
    that is none.
    """
    if not path.is_file():
        raise NotFound(f"There is no file {path} of mappings; check the path.")
    found: dict[str, dict[str, str]] = {}
    for concept, others, predicate in _rows(path, source[1], target[1]):
        if predicate == DENIED and not denied:
            continue
        for other in filter(None, map(str.strip, others.split("|"))):
            if concept.strip():
                here, id = found.setdefault(_local(concept.strip(), source), {}), _local(other, target)
                if (id != NO_TERM or denied) and (id not in here or predicate.strip() not in WEAK):
                    here[id] = predicate.strip() or EXACT
    if not found:
        raise BadInput(f"{path.name} holds no mapping; give each line a source id and a target id.")
    return found


def mapping_rows(path: Path) -> Iterator[list[str]]:
    """The rows of a file of mappings, the headings first: those of a ConceptMap in SSSOM's slots, of a workbook or of
    Parquet, else those of a TSV under its metadata."""
    sheet = sheet_rows(path)
    if sheet is not None:
        return (row for _, row in sheet)
    return (concept_map if concept_map.recognises_map(head_of(path)) else sssom).read_rows(path)


def _rows(path: Path, sources: Collection[str], targets: Collection[str]) -> Iterator[tuple[str, str, str]]:
    lines = mapping_rows(path)
    heading: list[str] = next(lines, [])
    if "subject_id" in heading and "object_id" in heading:
        subject, target = heading.index("subject_id"), heading.index("object_id")
        predicate, modifier = (
            heading.index(one) if one in heading else len(heading) for one in ("predicate_id", "predicate_modifier")
        )
        for cells in _decided(heading, lines):
            denied = len(cells) > modifier and cells[modifier].strip().lower() == DENIED
            if len(cells) > max(subject, target):
                relation = cells[predicate] if len(cells) > predicate else ""
                yield cells[subject], cells[target], DENIED if denied else relation_of(relation) or relation
        return
    headings, titled = pair_table(path)
    by_name = {heading.lower(): heading for heading in headings}
    if {"active", *RF2_MAP} <= set(by_name):
        component, code = (by_name[column] for column in RF2_MAP)
        for _, row in titled:
            if row[by_name["active"]] == "1":
                ends = row[component], row[code]
                one, other = ends[::-1] if ends[0] in targets and ends[0] not in sources else ends
                yield one, other, ""
        return
    yield from read_pairs(path.name, headings, titled)


def _decided(heading: Sequence[str], lines: Iterable[list[str]]) -> Iterator[list[str]]:
    """The rows that say a mapping: of an export of a project without its suggestions that nobody has decided, that are
    skipped or flagged; a suggestion with an author is one that a person took over by hand."""
    if not {DECISION, AUTHOR, REVIEWS} <= set(heading):
        yield from lines
        return
    decision, author = heading.index(DECISION), heading.index(AUTHOR)
    for cells in lines:
        verdict, who = (cells[at].strip() if len(cells) > at else "" for at in (decision, author))
        if verdict not in WAITING and (verdict != UNDECIDED or who):
            yield cells


def _local(id: str, known: KnownIds) -> str:
    slug, ids = known
    prefix, colon, rest = id.partition(":")
    return rest if colon and id not in ids and prefix.casefold() == slug.casefold() else id


def _row(one: Mapping, about: MappingSet, prefixes: dict[str, str]) -> list[str | float | None]:
    given = about.addresses
    return [
        given.curie(one.source, about.source, prefixes),
        one.source_name,
        one.predicate,
        given.curie(one.target, about.target, prefixes),
        one.target_name,
        LEXICAL if one.lexical else SEMANTIC,
        given.source(about.source, prefixes),
        given.source(about.target, prefixes),
        TOOL,
        about.date[:10],
        round(one.confidence, 4),
        _comment(one),
        UNDECIDED,
    ]


def _comment(one: Mapping) -> str:
    """By which name and by way of what it was found, and who suggests it."""
    parts = [f"found by its name “{one.name}”"] if one.name and one.name != one.target_name else []
    parts += [f"by way of {one.via}"] if one.via else []
    parts += [f"suggested by {', '.join(one.encoders)}"] if one.encoders else []
    return "; ".join(parts)


def _about(about: MappingSet, prefixes: dict[str, str]) -> AboutMappings:
    return AboutMappings(
        "\t".join([about.source, about.target, about.encoder, about.date]),
        f"{about.source_title} onto {about.target_title}, suggested",
        f"Encoder {about.encoder}; undecided suggestions.",
        prefixes,
        extensions=[(DECISION, OURS + "decision")],
        addresses=about.addresses,
    )
