"""Exact matches of a typed text: names that are the same text, and concepts whose id it is, however it is spelt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.ranking import CONCEPT
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval.word_index import telling_words
from engine.text import folded, normalise
from engine.text.codes import code_and_words, code_behind, code_readings, several_codes, short_code_and_words
from store import imported_names, terminologies
from store.records.terminology import Candidate, Edit, Terminology
from store.sqlite import Database

CONCEPT_ID = "concept id"
UNSPECIFIED_PLACE = re.compile(  # what words behind a code specify
    r",? ?\bof unspecified (?:site|part)\b|,? ?\bunspecified\b", re.IGNORECASE
)
MANIFESTATION = re.compile(r"\bin (?:(?:\w+ )?diseases classified elsewhere|lyme disease)", re.IGNORECASE)


def exact_candidates(db: Database, text: str, chosen: Sequence[Terminology], shelves: Shelves) -> list[Candidate]:
    """The concepts that have `text` as a name, whatever its accents and edits counted, then those whose id it is.

    Each once, score 1. Of a text of several ids they are those of all.
    """
    plain, slugs = folded(text), [terminology.slug for terminology in chosen]
    found = [
        candidate_of_row(row, row["slug"], 1.0, shelves.delta(db, row["slug"]).preferred)
        for norm in shelves.accents.same(db, chosen, text)
        for row in imported_names.exact(db, slugs, norm)
        if (row["code"], norm) not in shelves.delta(db, row["slug"]).gone and not is_manifestation(row)
    ]
    for slug in slugs:
        delta = shelves.delta(db, slug)
        found += [candidate_of_added(edit, delta.preferred, 1.0) for edit in delta.by_text.get(plain, ())]
    of_each = [_of_id(db, code, slugs, shelves) for code in several_codes(text)]
    if of_each and all(of_each):
        found += [one for some in of_each for one in some]
    else:
        spellings = [text.strip(), *code_readings(text), code_behind(text)]
        found += next(filter(None, (_of_id(db, code, slugs, shelves) for code in dict.fromkeys(spellings) if code)), [])
    return [replace(candidate, exact=True) for candidate in first_of_each(found, CONCEPT)]


def named_code(db: Database, text: str, chosen: Sequence[Terminology], shelves: Shelves) -> tuple[str, str]:
    """The code of a concept in use with which a text begins, and the text with the concept's name in its place, “M17.1
    left knee”, or the name alone where what stands behind the code says no more, “I10 hypertension”; else no code, and
    the text."""
    found = code_and_words(text) or short_code_and_words(text)
    named = _of_id(db, found[0], [one.slug for one in chosen], shelves) if found else []
    if not found or not named:
        return "", text
    (code, behind), name = found, named[0].preferred_name
    if telling_words(behind) <= telling_words(name):
        return code, name
    return (code, f"{UNSPECIFIED_PLACE.sub('', name).strip()}, {behind}") if code_and_words(text) else ("", text)


def is_manifestation(row: Mapping[str, Any]) -> bool:
    """Whether a name is one of a manifestation: “Nephritis” below “Glomerular disorders in diseases classified
    elsewhere” means nephritis in such a disease, which the name leaves to its concept to say."""
    return bool(MANIFESTATION.search(row["preferred"]) and not MANIFESTATION.search(row["text"]))


def _of_id(db: Database, code: str, slugs: Sequence[str], shelves: Shelves) -> list[Candidate]:
    """The concepts with this id, those of a terminology that has it in this very case, else in whatever case, and those
    that replace them; people's own concepts first."""
    found = []
    for slug in slugs:
        delta = shelves.delta(db, slug)
        alike = (known for known in delta.concepts if known.casefold() == code.casefold())
        own = code if code in delta.concepts else next(alike, None)
        if own is not None:
            found.append(replace(candidate_of_added(delta.concepts[own], delta.preferred, 1.0), source=CONCEPT_ID))
    rows = terminologies.by_code(db, slugs, code)
    as_typed = {row["slug"] for row in rows if row["code"] == code}
    for row in rows:
        if row["slug"] in as_typed and row["code"] != code:
            continue
        delta = shelves.delta(db, row["slug"])
        if row["code"] in delta.without:
            continue
        same = [row]
        if row["replaced_by"] and row["replaced_by"] not in delta.without:
            same += terminologies.by_code(db, [row["slug"]], row["replaced_by"])
        found += [_candidate_of_concept(one, delta.preferred) for one in same]
    return found


def first_of_each(candidates: Sequence[Candidate], unit: str) -> list[Candidate]:
    """The first candidate of each concept, or of each name of a concept."""
    unique: dict[tuple[str, ...], Candidate] = {}
    for candidate in candidates:
        key: tuple[str, ...] = candidate.key
        unique.setdefault(key if unit == CONCEPT else (*key, normalise(candidate.name)), candidate)
    return list(unique.values())


def candidate_of_row(row: dict[str, Any], slug: str, score: float, preferred: Mapping[str, str]) -> Candidate:
    """A candidate, without a rank, of an imported name as the store gives it; `preferred` are names in place of its."""
    name = preferred.get(row["code"], row["preferred"])
    return Candidate(0, score, row["text"], row["code"], name, row["source"], slug, scope=row["scope"])


def candidate_of_added(edit: Edit, preferred: Mapping[str, str], score: float) -> Candidate:
    """A candidate, without a rank, of a name that a person added."""
    who = f"added by {edit.who}"
    name = preferred[edit.concept_id]
    return Candidate(0, score, edit.name, edit.concept_id, name, who, edit.terminology, added=True)


def _candidate_of_concept(row: dict[str, Any], preferred: Mapping[str, str]) -> Candidate:
    name = preferred.get(row["code"], row["preferred"])
    replaced_by = row["replaced_by"] or ""
    return Candidate(
        0,
        1.0,
        name,
        row["code"],
        name,
        CONCEPT_ID,
        row["slug"],
        obsolete=bool(row["obsolete"]),
        replaced_by=replaced_by,
    )
