"""The terminologies that are served, by short name, and where their concepts stand."""

from __future__ import annotations

from engine.errors import NotFound
from engine.workbench import Workbench
from store.records.terminology import Terminology


def chosen(workbench: Workbench, slug: str) -> Terminology:
    """The terminology with a short name; NotFound with those there are."""
    there = {one.slug: one for one in workbench.terminologies.all()}
    if slug not in there:
        raise NotFound(f"There is no terminology “{slug[:100]}”; there are {', '.join(there) or 'none yet'}.")
    return there[slug]


def classes(workbench: Workbench, slug: str, code: str) -> list[dict[str, str]]:
    """{"id", "name"} of the concepts above one, on its way to the root, the nearest first."""
    family = workbench.hierarchy.family(slug)
    above = [one for one in family.line(code)[-2::-1] if one in family.titles]
    return [{"id": one, "name": family.titles[one]} for one in above]
