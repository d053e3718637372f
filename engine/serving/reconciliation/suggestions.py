"""Suggestions while a person types: concepts, types and properties."""

from __future__ import annotations

from typing import Any

from engine.errors import BadInput
from engine.serving.calls import Call, Reply, json_reply
from engine.serving.reconciliation.properties import NAMES
from engine.serving.terminologies import chosen, classes
from engine.text import LONGEST_NAME
from engine.workbench import Workbench

FEW = 10  # of a reply
FURTHEST = 500  # that a cursor may pass over


def suggested_entities(workbench: Workbench, call: Call) -> Reply:
    """Concepts whose id or name begins so or holds the words, then those that the encoder finds."""
    slug, prefix, start = _typed(workbench, call)
    found: dict[str, dict[str, Any]] = {}
    if prefix:
        for node in workbench.hierarchy.find(slug, prefix, start + FEW):
            found[node.id] = {"id": node.id, "name": node.preferred}
    if prefix and len(found) < start + FEW:
        for one in _ranked(workbench, slug, prefix, start + FEW):
            found.setdefault(one["id"], one)
    chosen_here = list(found.values())[start : start + FEW]
    return json_reply({"result": [{**one, "notable": classes(workbench, slug, one["id"])[:2]} for one in chosen_here]})


def suggested_types(workbench: Workbench, call: Call) -> Reply:
    """Concepts that others stand below, by their beginning or their words; the roots where nothing is typed."""
    slug, prefix, start = _typed(workbench, call)
    if prefix:
        nodes = workbench.hierarchy.find(slug, prefix, FURTHEST)
    else:
        nodes = workbench.hierarchy.children(slug)
    found = [
        {
            "id": node.id,
            "name": node.preferred,
            "description": f"{node.below:,} concept{'' if node.below == 1 else 's'} below it",
        }
        for node in nodes
        if node.children
    ]
    return json_reply({"result": found[start : start + FEW]})


def suggested_properties(workbench: Workbench, call: Call) -> Reply:
    """Properties whose id or name holds what was typed."""
    _, prefix, start = _typed(workbench, call)
    text = prefix.casefold()
    found = [{"id": id, "name": name} for id, name in NAMES.items() if text in id or text in name.casefold()]
    return json_reply({"result": found[start : start + FEW]})


def _typed(workbench: Workbench, call: Call) -> tuple[str, str, int]:
    """The terminology's short name, what was typed, and where the reply begins."""
    slug = chosen(workbench, call.path["terminology"]).slug
    return slug, call.one("prefix").strip()[:LONGEST_NAME], call.number("cursor", 0, 0, FURTHEST)


def _ranked(workbench: Workbench, slug: str, text: str, top: int) -> list[dict[str, Any]]:
    try:
        candidates = workbench.rankings.rank(text, slug, top=top).candidates
    except BadInput:  # what was typed so far cannot be searched
        return []
    return [{"id": one.concept_id, "name": one.preferred_name, "description": one.name} for one in candidates]
