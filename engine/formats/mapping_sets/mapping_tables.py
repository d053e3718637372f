"""Tables of source and target ids: which columns they stand in, and the relation that a row says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.errors import BadInput
from engine.formats.mapping_sets.concept_map import DISJOINT, PREDICATES, UNMATCHED
from engine.formats.opening.lines import encoding_of_file
from engine.formats.opening.tables import titled, titled_rows
from engine.formats.recognition import head_of
from engine.formats.registry import FORMATS
from store.records.mapping import BROAD, CLOSE, EXACT, NARROW, RELATED, RELATIONS, relation_word

SOURCE, TARGET = "source_id", "target_id"
RELATION = ("predicate_id", "predicate", "relation", "relationship", "equivalence")  # headings of the relations
OF_SKOS = re.compile(r"<?(skos:|https?://www\.w3\.org/2004/02/skos/core#)")
APART = re.compile(r"[\s_-]")
WORDS = (
    PREDICATES
    | {relation_word(one): one for one in RELATIONS}
    | {f"{relation_word(one)}match": one for one in RELATIONS}
    | {"=": EXACT, "broader": BROAD, "sourceisnarrowerthantarget": BROAD, "sourceisbroaderthantarget": NARROW}
)
OF_OTHERS = {  # predicates of other vocabularies that SSSOM files have
    "owl:equivalentclass": EXACT,
    "owl:sameas": EXACT,
    "rdfs:subclassof": BROAD,
    "sssom:superclassof": NARROW,
    "oboinowl:hasdbxref": RELATED,
    "oio:hasdbxref": RELATED,
    "semapv:crossspeciesexactmatch": CLOSE,
    "semapv:crossspeciesclosematch": CLOSE,
    "rdfs:seealso": RELATED,
    "skos:mappingrelation": RELATED,
}
IRIS = {
    "http://www.w3.org/2002/07/owl#": "owl",
    "http://www.w3.org/2000/01/rdf-schema#": "rdfs",
    "http://www.geneontology.org/formats/oboinowl#": "oboinowl",
    "http://www.w3.org/2004/02/skos/core#": "skos",
    "https://w3id.org/sssom/": "sssom",
    "https://w3id.org/semapv/vocab/": "semapv",
}
ARCHIVE = "PK"  # how a workbook begins, a broken one too
SHEETS = ("xlsx", "parquet")  # formats of tables that are no text
NO_MATCH = "no match"  # in place of a relation, where people decided that the target has no concept for it
NO_MAPPING = (UNMATCHED, DISJOINT, "notrelatedto", "nomatch")
KNOWN = "exact, close, broad, narrow or related, as exactMatch or skos:exactMatch, or a word of FHIR such as equivalent"
Rows = Iterable[tuple[int, dict[str, str]]]  # the row's number in the file, heading -> cell
Pair = tuple[str, str, str]  # source id, target ids between “|”, relation, "" where none is said


def relation_of(word: str) -> str:
    """The relation of SKOS that a word says, in any spelling of SKOS or FHIR; "" for a word that says none.

    >>> relation_of("Exact match"), relation_of("skos:broadMatch"), relation_of("source-is-narrower-than-target")
    ('skos:exactMatch', 'skos:broadMatch', 'skos:broadMatch')
    >>> relation_of("owl:equivalentClass"), relation_of("<http://www.w3.org/2000/01/rdf-schema#subClassOf>")
    ('skos:exactMatch', 'skos:broadMatch')
    >>> relation_of("wombat")
    ''
    """
    short = word.strip().lower().strip("<>")
    short = next((f"{prefix}:{short[len(iri) :]}" for iri, prefix in IRIS.items() if short.startswith(iri)), short)
    return OF_OTHERS.get(short, "") or WORDS.get(_plain(word), "")


def read_pairs(name: str, headings: list[str], rows: Rows) -> Iterator[Pair]:
    """What the rows of the table called `name` say; BadInput for a relation that is none.

    Ids of the source stand in the column called so, else in the first; those of the target in the one called so, else
    in the last that is no relation. A row that says in FHIR's words that its two are not related is no mapping.
    """
    source, target, relation = pair_columns(headings)
    for number, row in rows:
        word = row[relation].strip() if relation else ""
        if _plain(word) in NO_MAPPING:
            continue
        if word and not relation_of(word):
            raise BadInput(
                f"{name}, row {number:,}: “{word}” in the column “{relation}” is no known relation; write {KNOWN}, or "
                "leave it empty, which is exact."
            )
        yield row[source], row[target], relation_of(word)


def pair_columns(headings: Sequence[str]) -> tuple[str, str, str]:
    """The columns of source ids, target ids and relations, as `read_pairs` finds them; "" without relations."""
    called = {heading.strip().lower(): heading for heading in headings}
    relation = next((called[one] for one in RELATION if one in called), "")
    source = called.get(SOURCE, headings[0])
    others = [heading for heading in headings if heading not in (source, relation)]
    return source, called.get(TARGET, (others or headings)[-1]), relation


def pair_table(path: Path) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """The headings and numbered rows of a table of two columns or more; BadInput for one of a single column or none."""
    sheet = sheet_rows(path)
    headings, rows = titled_rows(path, encoding_of_file(path)) if sheet is None else titled(sheet)
    if not any(headings):
        raise BadInput(f"{path.name} is empty; choose a file with a column of source ids and one of target ids.")
    if len(headings) < 2:
        raise BadInput(
            f"{path.name} has one column; a file of mappings needs one of source ids and one of target ids, between "
            "commas, semicolons or tabs."
        )
    return headings, rows


def sheet_rows(path: Path) -> Iterator[tuple[int, list[str]]] | None:
    """The numbered rows, with something in them, of a table that is a workbook or Parquet; None for another file.

    BadInput for one that is called so and is broken; what is called so and is a text is read as one.
    """
    head = head_of(path)
    for format in map(FORMATS.__getitem__, SHEETS):
        broken = path.name.lower().endswith(format.written) and (not head or head.startswith(ARCHIVE))
        if broken or format.recognises(head, path):
            return ((number, row) for number, row in format.load().numbered_rows(path) if any(row))
    return None


def _plain(word: str) -> str:
    return APART.sub("", OF_SKOS.sub("", word.strip().lower()).removesuffix(">"))
