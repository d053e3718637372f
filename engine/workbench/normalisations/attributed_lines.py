"""The attributes of lines: people's word where there is one, else what the mention and the text around it say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from engine.normalisation.exact_match import EXACT
from engine.normalisation.records import FROM_ONTOLOGY
from engine.text.differences import CERTAINTY, NEGATION
from engine.text.findings.assertion import ATTRIBUTES, NEGATED, SUSPECTED, attributes_in, attributes_of
from engine.text.findings.certainty import is_named_so
from engine.workbench.normalisations.passages import around, text_of, texts_at, whole_texts
from store import answer_lines, mention_attributes, normalisations
from store.files import sha256_of
from store.mention_attributes import NONE
from store.records.normalisation import Line
from store.sqlite import Database

AT_ONCE = 500  # lines whose texts are read together
HEADING = "attributes"  # of the column of an export


@dataclass(frozen=True)
class AttributedMention:
    """The attributes of a mention; `said` where a person gave them, else they were read from its text."""

    attributes: tuple[str, ...]
    said: bool


def attributed(db: Database, number: int, lines: Sequence[Line]) -> dict[int, AttributedMention]:
    """Line -> its attributes; lines without any, and of which nobody says anything, are left out.

    Of a loaded export its column of them says what the text does not need to be read for.
    """
    by_people = mention_attributes.latest(db, number, [line.id for line in lines])
    texts, at = whole_texts(db, number, lines), column_of(db, number)
    found = {}
    for line in lines:
        if line.id in by_people:
            own = tuple(one for one in by_people[line.id].split() if one != NONE)
            found[line.id] = AttributedMention(own, True)
            continue
        exported = written_attributes(line.extra[at]) if at is not None else None
        read = attributes_read(line, texts.get(line.id, "")) if exported is None else exported
        if read:
            found[line.id] = AttributedMention(read, False)
    return found


def column_of(db: Database, number: int, heading: str = HEADING) -> int | None:
    """The place, among the extra columns of a loaded export, of the one that an export has for them, or for something
    else under a heading; else None."""
    made = normalisations.get(db, number)
    if made is None or heading not in made.extra or normalisations.run_of(db, number):
        return None
    return made.extra.index(heading)


def written_attributes(cell: str) -> tuple[str, ...] | None:
    """The attributes that an export wrote into a cell; None for a cell that says something else."""
    words = cell.split()
    return tuple(words) if all(word in ATTRIBUTES for word in words) else None


def attributes_read(line: Line, text: str) -> tuple[str, ...]:
    """What a mention and the text that it stands in, "" for none, say of it.

    A mention that is a name as it stands denies nothing, “No social interaction”, unless people decided that it means
    one: what they accepted for “denies chest pain” is denied where it comes again.
    """
    mention = line.text if line.parts == 1 else line.read_as
    is_name = line.sieve == EXACT and line.read_as == line.text and line.origin == FROM_ONTOLOGY
    read = set() if is_name else {*attributes_of(mention)}
    differs = line.differs.split(", ")
    if line.parts > 1 and NEGATION in differs:  # a part is read without what denies it
        read.add(NEGATED)
    if CERTAINTY in differs:  # as is what of a mention alone is suspected: “chest pain, ?angina”
        read.add(SUSPECTED)
    elif is_named_so(f"{line.name} {line.preferred}"):
        read.discard(SUSPECTED)
    if text and (passage := around(text, line)).start >= 0:
        read |= {*attributes_in(passage.text[: passage.start], passage.text[passage.end :])}
    return tuple(one for one in ATTRIBUTES if one in read)


def with_attributes(db: Database, number: int, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with their attributes in a column: that of a loaded export, else one more after all others."""
    waiting, at = iter(lines), column_of(db, number)
    while part := list(islice(waiting, AT_ONCE)):
        found = attributed(db, number, part)
        for line in part:
            cell = " ".join(found[line.id].attributes) if line.id in found else ""
            before, after = (line.extra, ()) if at is None else (line.extra[:at], line.extra[at + 1 :])
            yield replace(line, extra=(*before, cell, *after))


def has_attributes(db: Database, number: int) -> bool:
    """Whether a mention of a file has an attribute."""
    lines = answer_lines.every(db, number)
    while part := list(islice(lines, AT_ONCE)):
        if any(one.attributes for one in attributed(db, number, part).values()):
            return True
    return False


def answered_with_attributes(lines: Iterable[Line], source: Path, columns: Mapping[str, str]) -> Iterator[Line]:
    """The lines of a file that was answered just now, each with a last column of its attributes."""
    texts = texts_at(source, sha256_of(source), columns)
    for line in lines:
        yield replace(line, extra=(*line.extra, " ".join(attributes_read(line, text_of(texts, line)))))
