"""What is ranked in place of a typed text: the finding that it introduces, or the name of a concept that it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.ranking.exact import CONCEPT_ID, named_code
from engine.ranking.query_reader import QueryReader
from engine.ranking.shelves.shelves import Shelves
from engine.text.codes import code_behind, several_codes
from engine.text.counts import joined_with_and
from engine.text.findings.assertion import denies
from store.records.terminology import Candidate, Terminology
from store.sqlite import Database


class RankedText(NamedTuple):
    """What is ranked in place of a text, the note that says so, and whether that is all that is noted."""

    text: str
    note: str = ""
    is_all: bool = False


def bare_text(reader: QueryReader, text: str) -> str:
    """What a text introduces, or the name that stands in it beside what is said around it; else the text itself, as
    where it denies that, “MI ruled out”, or is another name as a whole."""
    bare = reader.introduced(text)
    bare = bare if bare != text else reader.name_in(text) or text
    stands = bare != text and denies(bare) == denies(text) and not reader.says_more(text, bare)
    return bare if stands else text


def ranked_text(
    db: Database,
    reader: QueryReader,
    shelves: Shelves,
    chosen: Sequence[Terminology],
    text: str,
    exact: Sequence[Candidate],
) -> RankedText:
    """What is ranked for a text with these exact matches.

    An id says nothing to an encoder, so that the concept's name is ranked in its place; so is that of the concept to
    which people added a text that is no other name.
    """
    if by_id := [candidate for candidate in exact if candidate.source == CONCEPT_ID]:
        name = by_id[-1].preferred_name
        if ids := several_codes(text):
            return RankedText(name, f"{joined_with_and(ids)} are ids; the rest is ranked for “{name}”.", is_all=True)
        id = code_behind(text) or text.strip()
        return RankedText(name, f"{id} is an id; the rest is ranked for “{name}”.", is_all=True)
    code, named = named_code(db, text, chosen, shelves)
    if code:
        return RankedText(named, f"{code} is an id; ranked for “{named}”.")
    if all(one.added for one in exact) and (name := reader.added_to(text)):
        return RankedText(name, f"“{text.strip()}” was added to “{name}”; the rest is ranked for that.", is_all=True)
    return RankedText(text)
