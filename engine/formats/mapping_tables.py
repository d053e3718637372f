"""Tables of source and target ids: which columns they stand in, and the relation that a row says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadInput
from engine.formats.concept_map import PREDICATES
from engine.formats.opening.tables import titled_rows
from store.records.mapping import RELATIONS, relation_word

SOURCE, TARGET = "source_id", "target_id"
RELATION = ("predicate_id", "predicate", "relation", "relationship", "equivalence")  # headings of the relations
WORDS = PREDICATES | {relation_word(one): one for one in RELATIONS}
Pair = tuple[str, str, str]  # source id, target ids between “|”, relation, "" where none is said


def read_pairs(headings: list[str], rows: Iterator[dict[str, str]] | list[dict[str, str]]) -> Iterator[Pair]:
    """What the rows of a table say; relations in words (broad) and of FHIR (wider) as those of SKOS, others as written.

    Ids of the source stand in the column called so, else in the first; those of the target in the one called so, else
    in the last that is no relation.
    """
    called = {heading.strip().lower(): heading for heading in headings}
    relation = next((called[one] for one in RELATION if one in called), "")
    source = called.get(SOURCE, headings[0])
    others = [heading for heading in headings if heading not in (source, relation)]
    target = called.get(TARGET, (others or headings)[-1])
    for row in rows:
        said = row[relation].strip() if relation else ""
        yield row[source], row[target], WORDS.get(said.lower(), said)


def pair_table(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    """The headings and rows of a table of two columns or more; BadInput for one of a single column."""
    headings, rows = titled_rows(path)
    if len(headings) < 2:
        raise BadInput(
            f"{path} has one column; a file of mappings needs one of source ids and one of target ids, between commas "
            "or tabs."
        )
    return headings, [row for _, row in rows]
