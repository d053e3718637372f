"""The concepts of a table, whatever file it is in: a row a concept, or a row a name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from engine.events import counted
from engine.formats.out_of_use import is_gone, place_of_replacement, place_of_use
from engine.formats.parsed import ParsedTerminology, Problem, replacement
from engine.formats.tables import atc
from engine.formats.tables.columns import further_columns, recognise, tagged_columns
from engine.formats.tables.unread_columns import UnreadColumns
from store.records.terminology import EXACT, Concept, Name

SEPARATORS = ("|", ";", "\n")
MOST_NAMED = 100  # rows whose id came before with another name: more are said in one sentence
SAMPLE = 100  # rows by which columns are told whose headings are not known


def read_concepts(
    path: Path, heading: Sequence[str], rows: Iterable[tuple[int, list[str]]], columns: dict[str, str], title: str
) -> ParsedTerminology:
    """The concepts of a table. `columns` maps fields (id, name, synonyms, parents, definition, language) to headings.

    Several synonyms or parents in one cell are separated by | or ;. A further row with a known id adds its name as a
    synonym, so that files with a line a name work too, and is reported. Columns such as “name_da” hold names in that
    language. Rows without id or name are reported and left out. A concept of which every row says so is out of use. A
    parent that is no id may be the name of one. Columns that are not read are told.
    """
    rows = iter(rows)
    sample = list(islice(rows, SAMPLE))
    found = recognise(heading, columns, path.name, [row for _, row in sample])
    layout = _Layout.of(heading, found, columns)
    unread = UnreadColumns(heading, layout.read())
    by_id, problems = _gathered(layout, unread.seen(chain(sample, rows)))
    unknown = any(parent not in by_id for fields in by_id.values() for parent in fields.parents)
    several = _find_parents_by_name(by_id) if unknown else set[str]()
    if "parents" not in found and atc.holds(found["id"], by_id):
        problems += _find_parents_by_code(by_id)
    concepts = [_concept(key, fields, by_id, several, problems) for key, fields in counted(by_id.items(), "concepts")]
    if gone := sum(one.obsolete for one in concepts):
        says = heading[layout.status if layout.status < len(heading) else layout.replacement]
        sentence = f"Out of use, as the column “{says}” says: {gone:,} in all."
        problems.append(Problem(0, sentence, False))
    rows_of = {key: fields.row for key, fields in by_id.items()}
    problems.sort(key=lambda one: one.row)
    return ParsedTerminology(
        title or path.stem, "", "", path.name, concepts, problems, found, rows=rows_of, unread=unread.sentence(found)
    )


@dataclass(frozen=True)
class _Layout:
    """What stands in which column: `found` field -> heading, `places` the same by number, `more` further synonyms,
    `tagged` column -> the language of its names, `own` that of the column of names, `status` whether it is in use,
    `replacement` by what a concept is replaced."""

    heading: Sequence[str]
    found: dict[str, str]
    places: dict[str, int]
    more: list[int]
    tagged: dict[int, str]
    own: str
    status: int
    replacement: int

    @classmethod
    def of(cls, heading: Sequence[str], found: dict[str, str], columns: dict[str, str]) -> _Layout:
        places = {field: heading.index(column) for field, column in found.items()}
        tagged = {**tagged_columns(heading, "name"), **tagged_columns(heading, "synonyms")}
        more = [place for place in further_columns(heading, found, columns) if place not in tagged]
        own = tagged.pop(places["name"], "en")
        return cls(heading, found, places, more, tagged, own, place_of_use(heading), place_of_replacement(heading))

    def read(self) -> set[int]:
        """The columns that something is taken from."""
        return {*self.places.values(), *self.more, *self.tagged, self.status, self.replacement}

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """Field -> its cell."""
        return {field: row[place].strip() if place < len(row) else "" for field, place in self.places.items()}

    def texts(self, row: Sequence[str], name: str, language: str) -> list[tuple[str, str]]:
        """The names of a row with their languages, the one in the column of names first."""
        texts = [(name, language)]
        for place in (self.places.get("synonyms", -1), *self.more):
            texts += [(text, language) for text in _split(row[place] if 0 <= place < len(row) else "")]
        for place, other in self.tagged.items():
            texts += [(text, other) for text in _split(row[place] if place < len(row) else "")]
        return texts

    def is_gone(self, row: Sequence[str]) -> bool:
        """Whether a row says that its concept is out of use: by its status, where there is none by a replacement."""
        if self.status == len(self.heading):
            return bool(self.replaced_by(row))
        return self.status < len(row) and is_gone(self.heading[self.status], row[self.status])

    def replaced_by(self, row: Sequence[str]) -> list[str]:
        """What a row says that its concept is replaced by; where there are several, it was split."""
        return _split(row[self.replacement]) if self.replacement < min(len(row), len(self.heading)) else []


@dataclass
class _Fields:
    row: int
    names: list[tuple[str, str]] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)
    definition: list[str] = field(default_factory=list)
    gone: bool = True
    replaced_by: list[str] = field(default_factory=list)
    called: tuple[str, ...] = ()  # the languages of the names in the column of names


def _gathered(layout: _Layout, rows: Iterable[tuple[int, list[str]]]) -> tuple[dict[str, _Fields], list[Problem]]:
    """Id -> what all rows with it say, and what is wrong with rows."""
    problems: list[Problem] = []
    again: list[Problem] = []  # the first rows with an id that came before and another name …
    further = 0  # … and how many there are
    by_id: dict[str, _Fields] = {}
    for number, row in rows:
        cells = layout.cells(row)
        if not cells["id"] or not cells["name"]:
            if any(cell.strip() for cell in row):
                missing = "id" if not cells["id"] else "name"
                column = layout.found[missing]
                sentence = f"The {missing} is empty (column “{column}”); fill it in. The row is left out."
                problems.append(Problem(number, sentence))
            continue
        if any(cell.strip() for cell in row[len(layout.heading) :]):
            counts = f"The row has {len(row)} cells where the heading has {len(layout.heading)}"
            problems.append(Problem(number, f"{counts}; what is beyond is left out."))
        concept = by_id.setdefault(cells["id"], _Fields(number))
        concept.gone &= layout.is_gone(row)
        concept.replaced_by += [other for other in layout.replaced_by(row) if other not in concept.replaced_by]
        language = cells.get("language", "").lower() or layout.own
        texts = layout.texts(row, cells["name"], language)
        new = [text for text in dict.fromkeys(texts) if text not in concept.names]
        above = [parent for parent in _split(cells.get("parents", "")) if parent not in concept.parents]
        if texts[0] not in new:
            if not new and not above:
                sentence = f"“{cells['name']}” of {cells['id']} stands in row {concept.row} already; it counts once."
                problems.append(Problem(number, sentence))
        elif language in concept.called:
            further += 1
            if further <= MOST_NAMED:
                again.append(_other_name(number, cells["id"], cells["name"], concept))
        else:
            concept.called += (language,)
        concept.names += new
        concept.parents += above
        if (definition := cells.get("definition")) and definition not in concept.definition:
            concept.definition.append(definition)
    return by_id, problems + (again if further <= MOST_NAMED else [_a_line_a_name(again[0], further)])


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


def _find_parents_by_name(by_id: dict[str, _Fields]) -> set[str]:
    """Put ids in place of parents that are given by a preferred name which one concept alone has; the other names."""
    ids: dict[str, str] = {}
    for key, fields in by_id.items():
        ids[fields.names[0][0]] = "" if fields.names[0][0] in ids else key
    for fields in by_id.values():
        above = (parent if parent in by_id else ids.get(parent) or parent for parent in fields.parents)
        fields.parents = list(dict.fromkeys(above))
    return {name for name, key in ids.items() if not key}


def _find_parents_by_code(by_id: dict[str, _Fields]) -> list[Problem]:
    """Give codes of the ATC the classes above them; those whose class is in no row are a problem."""
    for code, fields in by_id.items():
        fields.parents = atc.above(code, by_id)
    lone = [code for code, fields in by_id.items() if len(code) > 1 and not fields.parents]
    if not lone:
        return []
    sentence = f"The class above {lone[0]} is in no row, so it has no parent; {len(lone):,} such in all."
    return [Problem(by_id[lone[0]].row, sentence, left_out=False)]


def _concept(
    key: str, fields: _Fields, by_id: dict[str, _Fields], several: Collection[str], problems: list[Problem]
) -> Concept:
    """The concept; `several` are names that more than one concept is called by first."""
    parents = []
    if fields.gone:
        there = [other for other in fields.replaced_by if other in by_id and other != key]
        for other in fields.replaced_by:
            if other not in there:
                sentence = f"{key} is replaced by {other}, which no row defines; the replacement is left out."
                problems.append(Problem(fields.row, sentence, left_out=False))
        instead, notes = replacement(there)
        about = " ".join(fields.definition)
        return Concept(key, fields.names[0][0], definition=about, notes=notes, obsolete=True, replaced_by=instead)
    for parent in fields.parents:
        if parent == key or parent not in by_id or by_id[parent].gone:
            which = "is out of use" if parent in by_id else "no row defines"
            if parent in several and parent not in by_id:
                which = "is the name of several; write the id of one"
            why = "is its own parent" if parent == key else f"has the parent {parent}, which {which}"
            problems.append(Problem(fields.row, f"{key} {why}; the link is left out."))
        else:
            parents.append(parent)
    (preferred, language), *synonyms = fields.names
    names = (
        Name(preferred, "preferred", EXACT, "name", language),
        *(Name(text, "synonym", EXACT, "synonym", other) for text, other in synonyms),
    )
    return Concept(key, preferred, names, tuple(parents), " ".join(fields.definition))


def _split(cell: str) -> list[str]:
    separator = max(SEPARATORS, key=cell.count)
    return [part.strip() for part in cell.split(separator) if part.strip()]
