"""SSSOM TSV: the Simple Standard for Sharing Ontology Mappings, version 1.1; each mention is a literal subject.

A mention without a concept is mapped to sssom:NoTermFound. What SSSOM has no slot for stands in declared extension
slots, so that an export can be loaded again without loss.
"""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, takewhile
from pathlib import Path
from urllib.parse import quote, unquote

from engine.errors import BadInput
from engine.formats.mapping_sets.mapping_files import UNSPECIFIED, AboutMappings
from engine.formats.mapping_sets.provenance import LEXICAL, MANUAL, SEMANTIC, author_label
from engine.formats.mentions.answer_columns import COLUMNS, LIKELY, About, Cell, Export, cells, line_of
from engine.formats.ontologies.curies import KNOWN, OURS
from engine.formats.opening.lines import encoding_of_file, text_lines
from engine.formats.opening.tables import refusing, rows_of
from engine.formats.tables.cells import guarded, unguarded
from engine.text import normalise
from engine.workspace import written_whole
from store.records.mapping import EXACT, RELATED
from store.records.normalisation import DECIDED, Line

SLOTS = (
    "subject_type",
    "subject_label",
    "predicate_id",
    "object_id",
    "object_label",
    "mapping_justification",
    "author_label",
    "subject_source",
    "object_source",
    "object_source_version",
    "mapping_tool",
    "mapping_date",
    "confidence",
    "similarity_score",
    "comment",
)
TOOL = "Nomenclator"
EXTENSION = "ext_"
EXTRA = OURS + "extra:"


def write_answers(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines as they come; how many."""
    return write_mappings(path, *answer_mappings(lines, about))


def answer_mappings(lines: Iterable[Line], about: About) -> tuple[list[str], Iterator[Sequence[Cell]], AboutMappings]:
    """Lines of answers as mappings of their mentions: the heading, the rows as the lines come, and what is said of
    them."""
    prefixes = {name: KNOWN[name] for name in ("semapv", "skos", "sssom")}
    extra = [f"{EXTENSION}extra_{place}" for place in range(1, len(about.extra) + 1)]
    rows = ((*_slots(line, about, prefixes), *cells(line)) for line in lines)
    heading = [*SLOTS, *(EXTENSION + field for field in COLUMNS), *extra]
    slots = [(EXTENSION + field, OURS + field) for field in COLUMNS]
    slots += [(f"{EXTENSION}extra_{place}", EXTRA + quote(name, safe="")) for place, name in enumerate(about.extra, 1)]
    description = AboutMappings(
        "\t".join([about.source.name, about.terminology, about.encoder, about.search, about.date]),
        f"{about.source.name} in {about.title or about.terminology}",
        f"Encoder {about.encoder}, search {about.search}.",
        prefixes,
        about.licence if about.licence.startswith("http") else UNSPECIFIED,
        slots,
        about.terminology,
        about.addresses,
    )
    return heading, rows, description


def write_mappings(path: Path, heading: Sequence[str], rows: Iterable[Sequence[Cell]], about: AboutMappings) -> int:
    """Any mappings under their slots; how many. The prefixes are known last, so the metadata is put in front then."""
    count = 0
    with written_whole(path) as temporary:
        body = temporary.with_name(temporary.name + ".body")
        try:
            with open(body, "w", encoding="utf-8", newline="") as file:
                plain = csv.writer(file, delimiter="\t", lineterminator="\n")
                quoted = csv.writer(file, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
                plain.writerow(heading)
                for line in rows:
                    count += 1
                    row = [_written(cell) for cell in line]
                    table = quoted if any("\r" in cell for cell in row) else plain  # csv leaves a lone \r unquoted
                    table.writerow(row)
            with open(temporary, "w", encoding="utf-8", newline="\n") as file:
                file.writelines(f"#{text}\n" for text in _metadata(about))
                with open(body, encoding="utf-8", newline="") as lines:
                    shutil.copyfileobj(lines, file)
        finally:
            body.unlink(missing_ok=True)
    return count


def _written(cell: Cell) -> str:
    return "" if cell is None else guarded(cell) if isinstance(cell, str) else str(cell)


def read_rows(path: Path) -> Iterator[list[str]]:
    """The rows of a TSV under its metadata, the slots first; of one in Windows-1252, too."""
    return _rows(path, encoding_of_file(path))


def read_answers(path: Path) -> Export:
    """The lines of an SSSOM file that `write_answers` made; BadInput for one that another program made."""
    rows = _rows(path)
    return answers_of(path.name, next(rows, []), rows, list(_extra_properties(path)))


def answers_of(name: str, heading: Sequence[str], rows: Iterator[list[str]], properties: Iterable[str]) -> Export:
    """The answers in the rows of a file called `name`, whose extension slots have these properties; BadInput where
    the columns of answers are not there."""
    extra = tuple(unquote(one.removeprefix(EXTRA)) for one in properties if one.startswith(EXTRA))
    missing = [EXTENSION + field for field in COLUMNS if EXTENSION + field not in heading]
    if missing:
        raise BadInput(f"{name} is no export of this program: it has no column “{missing[0]}”; load it as mentions.")
    first = heading.index(EXTENSION + next(iter(COLUMNS)))
    lines = (line_of(row[first:], len(extra), f"{name}, mapping {number}") for number, row in enumerate(rows, 1))
    return Export(extra, lines)


def _slots(line: Line, about: About, prefixes: dict[str, str]) -> list[str | float | None]:
    by_hand = line.decision in DECIDED
    concept, name = (
        (line.decided_concept, line.decided_name) if by_hand else (line.concept, line.preferred or line.name)
    )
    object_id = "sssom:NoTermFound"
    if concept:
        object_id = about.addresses.curie(concept, about.terminology, prefixes)
    same = normalise(line.name) == normalise(line.read_as or line.text)
    justification = MANUAL if by_hand else LEXICAL if same else SEMANTIC
    return [
        "rdfs literal",
        line.text if line.parts == 1 else line.read_as or line.text,
        EXACT if by_hand or _is_sure(line) else RELATED,
        object_id,
        name,
        justification,
        author_label(line.who),
        "",
        about.addresses.source(about.terminology, prefixes) if about.addresses.systems else "",
        about.version,
        TOOL,
        line.when[:10] or about.date[:10],
        line.probability if concept and not by_hand else None,
        line.score if concept == line.concept else None,
        line.comment,
    ]


def _is_sure(line: Line) -> bool:
    """Whether an answer that nobody decided is likely to be what is meant, and is marked to differ in nothing."""
    return not line.differs and (line.probability is None or line.probability >= LIKELY)


def _metadata(about: AboutMappings) -> Iterator[str]:
    yield 'sssom_version: "1.1"'
    yield "curie_map:"
    yield from (f"  {prefix}: {json.dumps(about.prefixes[prefix])}" for prefix in sorted(about.prefixes))
    yield f"mapping_set_id: {about.url}"
    yield f"mapping_set_title: {json.dumps(about.title, ensure_ascii=False)}"
    yield f"license: {json.dumps(about.licence)}"
    yield f"comment: {json.dumps(about.comment, ensure_ascii=False)}"
    yield "extension_definitions:"
    for slot, meaning in about.extensions:
        yield f"  - slot_name: {slot}"
        yield f"    property: {json.dumps(meaning)}"


def _extra_properties(path: Path) -> Iterator[str]:
    for line in takewhile(_is_metadata, text_lines(path)):
        if line.startswith(f'#    property: "{EXTRA}'):
            yield line.split('"', 1)[1].rstrip('\r\n"')


def _rows(path: Path, encoding: str = "") -> Iterator[list[str]]:
    above = sum(1 for _ in takewhile(_is_metadata, text_lines(path, encoding=encoding)))
    table = dropwhile(_is_metadata, text_lines(path, encoding=encoding))
    rows = rows_of(table, path.name, "\t", report=refusing(path.name), above=above)
    return ([unguarded(cell) for cell in row] for _, row in rows)


def _is_metadata(line: str) -> bool:
    return line.startswith("#")
