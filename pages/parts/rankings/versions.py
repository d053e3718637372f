"""Two versions of a terminology beside each other in a ranking: how they are chosen, and their columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.workbench import Workbench
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


def withdrawn_since(
    workbench: Workbench, slugs: Sequence[str], columns: Iterable[CandidateColumn[Ranking]]
) -> set[str]:
    """The concepts found in an older version that the newest one has not; none where a single version is searched."""
    newest, *older = slugs
    rows = [one for column in columns if column.answer for one in column.answer.candidates]
    found = {one.concept_id for one in rows if one.terminology in older}
    return found - workbench.terminologies.in_use(newest, found) if found else set()


def of_version(column: CandidateColumn[Ranking], slug: str) -> CandidateColumn[Ranking]:
    """The column of an encoder that says which version it searched."""
    return replace(column, title=f"{column.title} · {slug}")
