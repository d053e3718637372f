"""Mappings that a person wrote into an export by hand, with the columns of SSSOM alone: a decision of their author."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from engine.formats.mapping_sets.mapping_tables import relation_of
from engine.formats.mapping_sets.mappings import AUTHOR, BY, DECISION, NO_TERM, UNDECIDED
from engine.formats.mapping_sets.provenance import MANUAL, author_of
from store.records.mapping import DENIED, MAPPED, NONE, RELATIONS, MappingDecision

NOBODY, NO_RELATION, NO_OBJECT, DENIED_ROW = REASONS = ("nobody", "no relation", "no object", "denied")  # why left out
Decided = dict[tuple[str, str], MappingDecision]


def without_author(row: Mapping[str, str]) -> bool:
    """Whether a row says that somebody decided it, or nothing at all, but not who: a suggestion says that it is one."""
    decided = row[DECISION] != UNDECIDED or row["mapping_justification"] == MANUAL
    return decided and not (row[AUTHOR].strip() or row[BY].strip())


def is_curated(row: Mapping[str, str]) -> bool:
    """Whether a row has an author and no decision of an export: a person wrote or overwrote it."""
    return row[DECISION] in ("", UNDECIDED) and bool(row[AUTHOR].strip())


def take_curated(decided: Decided, row: Mapping[str, str], code: str, object: str) -> str:
    """Add what a curated row says of a source concept to the decisions of its author; why it cannot, "" where it can.

    Several rows of a concept are its several targets, together with those that an export has of the same author.
    """
    who = author_of(row[AUTHOR].strip())
    relation = relation_of(row["predicate_id"])
    before = decided.get((code, who), MappingDecision(code, who, MAPPED, name=row["subject_label"]))
    if object == NO_TERM:
        decided[code, who] = replace(before, decision=NONE, targets=(), reason=row["comment"] or before.reason)
        return ""
    if not object:
        return NO_OBJECT
    if row.get("predicate_modifier", "").strip().lower() == DENIED:
        return DENIED_ROW
    if relation not in RELATIONS:
        return NO_RELATION
    decided[code, who] = replace(
        before,
        decision=MAPPED,
        targets=tuple(sorted({*before.targets, (object, relation)})),
        reason=row["comment"] or before.reason,
        when=before.when or _moment(row["mapping_date"]),
    )
    return ""


def _moment(day: str) -> str:
    """The moment that a day of SSSOM begins; "" for what is no day."""
    try:
        return f"{date.fromisoformat(day.strip()).isoformat()}T00:00:00.000+00:00"
    except ValueError:
        return ""
