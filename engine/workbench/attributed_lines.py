"""The attributes of lines: people's word where there is one, else what the mention and the text around it say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from sqlite_utils import Database

from engine.normalisation.exact_match import EXACT
from engine.text.assertion import ATTRIBUTES, attributes_in, attributes_of
from engine.workbench.passages import passages_of
from store import mention_attributes, normalisations
from store.mention_attributes import NONE
from store.records.normalisation import Line

AT_ONCE = 500  # lines whose texts are read together
HEADING = "attributes"  # of the column of an export


@dataclass(frozen=True)
class Attributed:
    """The attributes of a mention; `said` where a person gave them, else they were read from its text."""

    attributes: tuple[str, ...]
    said: bool


def attributed(db: Database, number: int, lines: Sequence[Line]) -> dict[int, Attributed]:
    """Line -> its attributes; lines without any, and of which nobody says anything, are left out.

    A mention that is a name as it stands denies nothing: “No social interaction”.
    """
    said = mention_attributes.latest(db, number, [line.id for line in lines])
    passages = passages_of(db, number, lines)
    found = {}
    for line in lines:
        if line.id in said:
            own = tuple(one for one in said[line.id].split() if one != NONE)
            found[line.id] = Attributed(own, True)
            continue
        read = set() if line.sieve == EXACT and line.read_as == line.text else {*attributes_of(line.text)}
        if (passage := passages.get(line.id)) and passage.start >= 0:
            read |= {*attributes_in(passage.text[: passage.start], passage.text[passage.end :])}
        if read:
            found[line.id] = Attributed(tuple(one for one in ATTRIBUTES if one in read), False)
    return found


def with_attributes(db: Database, number: int, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with one more column of their file: their attributes."""
    waiting = iter(lines)
    while part := list(islice(waiting, AT_ONCE)):
        found = attributed(db, number, part)
        for line in part:
            told = " ".join(found[line.id].attributes) if line.id in found else ""
            yield replace(line, extra=(*line.extra, told))


def has_attributes(db: Database, number: int) -> bool:
    """Whether a mention of a file has an attribute."""
    told = with_attributes(db, number, normalisations.every(db, number))
    return any(line.extra[-1] for line in told)
