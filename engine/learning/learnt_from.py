"""Which terminologies a recipe learns from: the ones whose names a new encoder reads at once."""

from __future__ import annotations

from engine.learning.recipe import Recipe
from engine.learning.selection.source import slugs_named
from engine.workspace import Workspace
from store import label_sets, terminologies


def versions_read(workspace: Workspace, recipe: Recipe) -> list[dict[str, str]]:
    """The version of each terminology that a recipe learns from: {"terminology", "version", "fingerprint"}."""
    slugs = terminologies_learnt_from(workspace, recipe)
    with workspace.reading() as db:
        there = {one.slug: one for one in terminologies.all_terminologies(db)}
    return [
        {"terminology": slug, "version": there[slug].version, "fingerprint": there[slug].fingerprint} for slug in slugs
    ]


def terminologies_learnt_from(workspace: Workspace, recipe: Recipe) -> list[str]:
    """The short names of the terminologies in the workspace that a recipe learns from, in the workspace's order.

    A label set's are those of its classes and of its newest queue. A recipe that names none, as one on pasted labels or
    on files of its own, has the workspace's only terminology, or none where there are several.
    """
    with workspace.reading() as db:
        there = [one.slug for one in terminologies.all_terminologies(db)]
        named = set(slugs_named(db, recipe.terminology))
        if recipe.labels:
            named.add(label_sets.definitions(db).get(recipe.labels, {}).get("terminology", ""))
            number = label_sets.newest_queue(db, recipe.labels)
            queue = label_sets.queue(db, number) if number is not None else None
            named.add(queue["settings"]["terminology"] if queue else "")
        newest = [one.slug for one in terminologies.newest_versions(db)]
    found = [slug for slug in there if slug in named]
    return found or (newest if len(newest) == 1 else [])
