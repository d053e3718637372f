"""Two versions of a terminology beside each other in a ranking: how they are chosen, and their columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pages.parts.candidate_table import CandidateColumn
from store.records.terminology import Ranking, Terminology

BETWEEN = ","  # the short names of two versions


def pairs_of_versions(terminologies: Iterable[Terminology]) -> dict[str, str]:
    """What may be chosen besides single terminologies: the newest version with each older one, as that is shown."""
    known = {one.slug: one for one in terminologies}
    pairs = [(known[one.newer], one.slug) for one in known.values() if one.newer in known]
    return {f"{new.slug}{BETWEEN}{old}": f"{new.title} beside {old.partition('@')[2] or old}" for new, old in pairs}


def versions_in(chosen: str) -> list[str]:
    """The short names that a choice stands for.

    >>> versions_in("hpo,hpo@2025-01-16"), versions_in("all")
    (['hpo', 'hpo@2025-01-16'], ['all'])
    """
    return chosen.split(BETWEEN)


def of_version(column: CandidateColumn[Ranking], slug: str) -> CandidateColumn[Ranking]:
    """The column of an encoder that says which version it searched."""
    return replace(column, title=f"{column.title} · {slug}")
