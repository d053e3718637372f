"""What people's edits come to, beside an index that never changes: names added, rows taken out."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from engine.terminology.preferred_names import chosen_names
from engine.text import folded, normalise
from store import edits, imported_names, terminologies
from store.records.terminology import Edit
from store.sqlite import Database


@dataclass(frozen=True)
class Delta:
    """The edits of a terminology as they stand at edit number `last`."""

    last: int
    added: tuple[Edit, ...]  # names that the import does not have, those of people's own concepts among them
    preferred: dict[str, str]  # of the concepts in `added`, and of all that people added or chose another name for
    withdrawn: np.ndarray  # rows of the index taken out, int64
    gone: frozenset[tuple[str, str]]  # (concept, normalised text) taken out
    concepts: dict[str, Edit] = field(default_factory=dict)  # people's own concepts by code
    without: frozenset[str] = frozenset()  # codes of concepts taken out
    newest: dict[tuple[str, str], Edit] = field(
        default_factory=dict
    )  # of each (concept, normalised text), oldest first
    source: tuple[str, int | None] = ("", None)  # see `store.edits.source`
    by_text: dict[str, tuple[Edit, ...]] = field(default_factory=dict)  # the edits of `added`, by the folded name

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the names that people added, in small letters."""
        return frozenset(word for text in self.by_text for word in text.split())


@dataclass(frozen=True)
class LookedUp:
    """What was looked up in an import that people edited: the rows that a (concept, normalised text) has, and preferred
    names by code, None of a code that it does not have."""

    rows: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    preferred: dict[str, str | None] = field(default_factory=dict)


def read_delta(
    db: Database, slug: str, first: int, last: int, imported: LookedUp | None = None, known: Delta | None = None
) -> Delta:
    """The delta of a terminology whose first name has the id `first`.

    imported: what was looked up in the import before; what is looked up now is added. known: an earlier delta of the
    same import, so that only the edits made since are read.
    """
    imported = LookedUp() if imported is None else imported
    source = edits.source(db, slug)
    known = known if known and known.source == source else None
    newest = newest_edits(db, slug, known)
    concepts, without = _own_concepts(db, slug)
    keyed = dict(newest)
    for edit in concepts.values():
        keyed.setdefault((edit.concept_id, normalise(edit.name)), edit)
    _look_up(db, slug, first, keyed.keys(), imported)
    present, every = imported.rows, imported.preferred
    codes = {concept for concept, _ in keyed} - without
    preferred = {code: name for code in codes if (name := every[code]) is not None}
    preferred |= {code: edit.name for code, edit in concepts.items()}
    added = tuple(e for k, e in keyed.items() if e.action == edits.ADD and not present[k] and e.concept_id in preferred)
    preferred |= chosen_names(db, slug)
    gone = {key for key, edit in keyed.items() if edit.action == edits.WITHDRAW}
    rows = {row for key in gone for row in present[key]}
    for id, code, norm in imported_names.of_concepts(db, slug, sorted(without)):
        gone.add((code, norm))
        rows.add(id - first)
    return Delta(
        last,
        added,
        preferred,
        np.array(sorted(rows), dtype=np.int64),
        frozenset(gone),
        concepts,
        without,
        newest,
        source,
        by_folded_text(added, known),
    )


def _own_concepts(db: Database, slug: str) -> tuple[dict[str, Edit], frozenset[str]]:
    """People's own concepts by code, and the codes of the concepts that they took out."""
    found = edits.in_force(db, slug, kind=edits.CONCEPT)
    concepts = {edit.concept_id: edit for edit in found if edit.action == edits.ADD}
    for code in terminologies.preferred_of(db, slug, sorted(concepts)):
        del concepts[code]  # taken out and given back: the import has it
    return concepts, frozenset(edit.concept_id for edit in found if edit.action == edits.WITHDRAW)


def _look_up(db: Database, slug: str, first: int, keys: Set[tuple[str, str]], imported: LookedUp) -> None:
    """Add to what was looked up in the import the rows of these (concept, normalised text), and the concepts' names."""
    for code, norm in keys - imported.rows.keys():
        same = imported_names.exact(db, [slug], norm)
        imported.rows[code, norm] = [row["id"] - first for row in same if row["code"] == code]
    new = {code for code, _ in keys} - imported.preferred.keys()
    imported.preferred.update(dict.fromkeys(new) | terminologies.preferred_of(db, slug, sorted(new)))


def by_folded_text(added: tuple[Edit, ...], known: Delta | None) -> dict[str, tuple[Edit, ...]]:
    """The edits that added a name, by the folded name; where an earlier delta has the first of them, those are kept."""
    found: dict[str, tuple[Edit, ...]] = {}
    if known and added[: len(known.added)] == known.added:
        found, added = dict(known.by_text), added[len(known.added) :]
    for edit in added:
        text = folded(edit.name)
        found[text] = (*found.get(text, ()), edit)
    return found


def newest_edits(db: Database, slug: str, known: Delta | None) -> dict[tuple[str, str], Edit]:
    """The newest edit of each (concept, normalised text) of a terminology, oldest first.

    known: a delta whose edits are not read again, as edits are never changed.
    """
    newest, after = {}, 0
    if known is not None:
        newest, after = dict(known.newest), known.last % edits.PER_GENERATION
    for edit in edits.in_force(db, slug, after=after):
        key = (edit.concept_id, normalise(edit.name))
        newest.pop(key, None)
        newest[key] = edit
    return newest
