"""Ids of a file that differ only in capitals: mostly one concept that two people wrote down."""

from __future__ import annotations

from collections.abc import Iterable

from engine.formats.parsed import Problem
from store.records.terminology import Concept

MOST_NAMED = 3  # groups of ids


def alike_ids(concepts: Iterable[Concept]) -> list[Problem]:
    """One problem that names ids of concepts in use which differ only in capitals, none where no two do; they stay."""
    alike: dict[str, list[str]] = {}
    for concept in concepts:
        if not concept.obsolete:
            alike.setdefault(concept.id.casefold(), []).append(concept.id)
    groups = [" and ".join(ids) for ids in alike.values() if len(ids) > 1]
    if not groups:
        return []
    more = f", and {len(groups) - MOST_NAMED:,} more" if len(groups) > MOST_NAMED else ""
    sentence = (
        f"Ids differ only in capitals: {', '.join(groups[:MOST_NAMED])}{more}. Each stays a concept of its own; where "
        "two are one concept, write its id in one way."
    )
    return [Problem(0, sentence, False)]
