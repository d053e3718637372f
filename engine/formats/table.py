"""CSV and TSV: terminologies, mentions, labels and answers are read from them; answers and any rows written as CSV.

The columns of a terminology are recognised (`engine.formats.columns`) or named by the person. CSV is written in
UTF-8 with a byte order mark, so that spreadsheets read accents right.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from engine.errors import BadInput
from engine.events import counted
from engine.formats import atc
from engine.formats.answer_columns import About, Cell, Export, cells, extra_of, headings, line_of
from engine.formats.cells import guarded, unguarded
from engine.formats.columns import further_columns, headed, recognise, tagged_columns
from engine.formats.opening.tables import table_rows
from engine.formats.out_of_use import is_gone, place_of_use
from engine.formats.parsed import Parsed, Problem
from engine.workspace import written_whole
from store.records.normalisation import Line
from store.records.terminology import EXACT, Concept, Name

SEPARATORS = ("|", ";", "\n")
MOST_NAMED = 100  # rows whose id came before with another name: more are said in one sentence
SAMPLE = 100  # rows by which columns are told whose headings are not known


def read(path: Path, columns: dict[str, str] | None = None, title: str = "") -> Parsed:
    """The concepts of a CSV or TSV; see `read_concepts`. BadInput when it is not UTF-8."""
    heading, rows = headed(table_rows(path))
    return read_concepts(path, heading, rows, columns or {}, title)


def read_concepts(
    path: Path, heading: Sequence[str], rows: Iterable[tuple[int, list[str]]], columns: dict[str, str], title: str
) -> Parsed:
    """The concepts of a table. `columns` maps fields (id, name, synonyms, parents, definition, language) to headings.

    Several synonyms or parents in one cell are separated by | or ;. A further row with a known id adds its name as a
    synonym, so that files with a line a name work too, and is reported. Columns such as “name_da” hold names in that
    language. Rows without id or name are reported and left out. A concept of which every row says so is out of use. A
    parent that is no id may be the name of one.
    """
    rows = iter(rows)
    sample = list(islice(rows, SAMPLE))
    found = recognise(heading, columns, path.name, [row for _, row in sample])
    places = {field: heading.index(column) for field, column in found.items()}
    tagged = {**tagged_columns(heading, "name"), **tagged_columns(heading, "synonyms")}
    more = [place for place in further_columns(heading, found, columns) if place not in tagged]
    status = place_of_use(heading)
    own = tagged.pop(places["name"], "en")
    problems: list[Problem] = []
    again: list[Problem] = []  # the first rows with an id that came before and another name …
    further = 0  # … and how many there are
    by_id: dict[str, _Fields] = {}
    for number, row in chain(sample, rows):
        cells = {field: row[place].strip() if place < len(row) else "" for field, place in places.items()}
        if not cells["id"] or not cells["name"]:
            if any(cell.strip() for cell in row):
                missing = "id" if not cells["id"] else "name"
                problems.append(
                    Problem(
                        number, f"The {missing} is empty (column “{found[missing]}”); fill it in. The row is left out."
                    )
                )
            continue
        if len(row) > len(heading) and any(cell.strip() for cell in row[len(heading) :]):
            sentence = f"The row has {len(row)} cells where the heading has {len(heading)}; what is beyond is left out."
            problems.append(Problem(number, sentence))
        concept = by_id.setdefault(cells["id"], _Fields(number))
        concept.gone &= status < min(len(row), len(heading)) and is_gone(heading[status], row[status])
        language = cells.get("language", "").lower() or own
        texts = [(cells["name"], language)]
        for place in (places.get("synonyms", -1), *more):
            texts += [(text, language) for text in _split(row[place] if 0 <= place < len(row) else "")]
        for place, other in tagged.items():
            texts += [(text, other) for text in _split(row[place] if place < len(row) else "")]
        new = [text for text in dict.fromkeys(texts) if text not in concept.names]
        above = [parent for parent in _split(cells.get("parents", "")) if parent not in concept.parents]
        if texts[0] not in new:
            if not new and not above:
                sentence = f"“{texts[0][0]}” of {cells['id']} stands in row {concept.row} already; it counts once."
                problems.append(Problem(number, sentence))
        elif language in concept.called:
            further += 1
            if further <= MOST_NAMED:
                again.append(_other_name(number, cells["id"], texts[0][0], concept))
        else:
            concept.called += (language,)
        concept.names += new
        concept.parents += above
        if (definition := cells.get("definition")) and definition not in concept.definition:
            concept.definition.append(definition)
    problems += again if further <= MOST_NAMED else [_a_line_a_name(again[0], further)]
    if any(parent not in by_id for fields in by_id.values() for parent in fields.parents):
        _find_parents_by_name(by_id)
    if "parents" not in found and atc.holds(found["id"], by_id):
        for code, fields in by_id.items():
            fields.parents = atc.above(code, by_id)
        lone = [code for code, fields in by_id.items() if len(code) > 1 and not fields.parents]
        if lone:
            sentence = f"The class above {lone[0]} is in no row, so it has no parent; {len(lone):,} such in all."
            problems.append(Problem(by_id[lone[0]].row, sentence, left_out=False))
    concepts = [_concept(key, fields, by_id, problems) for key, fields in counted(by_id.items(), "concepts")]
    if gone := sum(one.obsolete for one in concepts):
        problems.append(Problem(0, f"Out of use, as the column “{heading[status]}” says: {gone:,} in all.", False))
    return Parsed(title or path.stem, "", "", path.name, concepts, sorted(problems, key=lambda p: p.row), found)


@dataclass
class _Fields:
    row: int
    names: list[tuple[str, str]] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)
    definition: list[str] = field(default_factory=list)
    gone: bool = True
    called: tuple[str, ...] = ()  # the languages of the names in the column of names


def _other_name(number: int, id: str, text: str, concept: _Fields) -> Problem:
    sentence = (
        f"{id} stands in row {concept.row:,} already, as “{concept.names[0][0]}”, which stays preferred; “{text}” is "
        "kept as a synonym. Give it an id of its own if it is another concept."
    )
    return Problem(number, sentence, left_out=False)


def _a_line_a_name(first: Problem, count: int) -> Problem:
    """One problem for many, as of a table that has a line a name."""
    sentence = f"Rows with an id that stands above already, and another name: {count:,}, as this one. {first.sentence}"
    return Problem(first.row, sentence, left_out=False)


def _find_parents_by_name(by_id: dict[str, _Fields]) -> None:
    """Put ids in place of parents that are given by a preferred name which one concept alone has."""
    ids: dict[str, str] = {}
    for key, fields in by_id.items():
        ids[fields.names[0][0]] = "" if fields.names[0][0] in ids else key
    for fields in by_id.values():
        above = (parent if parent in by_id else ids.get(parent) or parent for parent in fields.parents)
        fields.parents = list(dict.fromkeys(above))


def headings_of(path: Path) -> list[str]:
    """The headings of a CSV or TSV file, in order; BadInput when it is not UTF-8."""
    return headed(table_rows(path))[0]


def _concept(key: str, fields: _Fields, by_id: dict[str, _Fields], problems: list[Problem]) -> Concept:
    parents = []
    if fields.gone:
        return Concept(key, fields.names[0][0], definition=" ".join(fields.definition), obsolete=True)
    for parent in fields.parents:
        if parent == key or parent not in by_id or by_id[parent].gone:
            why = f"has the parent {parent}, which {'is out of use' if parent in by_id else 'no row defines'}"
            why = "is its own parent" if parent == key else why
            problems.append(Problem(fields.row, f"{key} {why}; the link is left out."))
        else:
            parents.append(parent)
    (preferred, language), *synonyms = fields.names
    names = (
        Name(preferred, "preferred", EXACT, "name", language),
        *(Name(text, "synonym", EXACT, "synonym", other) for text, other in synonyms),
    )
    return Concept(key, preferred, names, tuple(parents), " ".join(fields.definition))


def _rows(path: Path) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    rows = table_rows(path)
    heading = next((row for _, row in rows if any(cell.strip() for cell in row)), [])
    return heading, rows


def _split(cell: str) -> list[str]:
    separator = max(SEPARATORS, key=cell.count)
    return [part.strip() for part in cell.split(separator) if part.strip()]


def read_labels(path: Path) -> list[tuple[str, str]]:
    """The (name, class) pairs of a table with a column for the name and one for the class, or of two bare columns."""
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; check the path.")
    heading, rows = _rows(path)
    if len(heading) < 2:
        raise BadInput(f"{path.name} needs two columns, a name and a class, separated by a comma or a tab.")
    plain = [column.strip().lower() for column in heading]
    named = "name" in plain and ("class" in plain or "label" in plain)
    name = plain.index("name") if named else 0
    label = plain.index("class" if "class" in plain else "label") if named else 1
    body = [row for _, row in rows] if named else [heading, *(row for _, row in rows)]
    rows_with_text = ([*row, *[""] * len(heading)] for row in body if any(cell.strip() for cell in row))
    return [(row[name], row[label]) for row in rows_with_text]


def numbered_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows with the numbers of their last lines, from 1, one after another; BadInput when it is no UTF-8 table."""
    return table_rows(path)


def write_answers(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines as they come; how many. The file appears when it is whole."""
    return write_rows(path, headings(about.extra), map(cells, lines))


def write_rows(path: Path, heading: Sequence[str], rows: Iterable[Sequence[Cell]], title: str = "") -> int:
    """Write any table as CSV; how many rows after the heading. `title` has no place in a CSV."""
    count = 0
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow([guarded(cell) for cell in heading])
        for row in rows:
            count += 1
            table.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return count


def read_rows(path: Path) -> Iterator[list[str]]:
    """The rows of a CSV, its heading first, texts as they were before they were neutralised; BadInput unless UTF-8."""
    for _, row in table_rows(path, ","):
        yield [unguarded(cell) for cell in row]


def read_answers(path: Path) -> Export:
    """The lines of a CSV that `write_answers` made."""
    extra = extra_of(next(read_rows(path), []), path.name)
    return Export(extra, _lines(path, len(extra)))


def _lines(path: Path, extra: int) -> Iterator[Line]:
    for number, row in enumerate(read_rows(path), 1):
        if row and number > 1:
            yield line_of(row, extra, f"{path.name}, row {number}")
