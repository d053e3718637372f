"""What changed: the lines of a mapping project that would now have another first suggestion, or whose concept a release
withdrew, and the concepts that it brought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.events import Event, Finished
from engine.ranking.mapping.project import suggested_lines
from engine.ranking.ranker import Ranker
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store import mapping_decisions, mapping_lines, mapping_projects
from store.records.mapping import ANSWERS, MappingCandidate, MappingLine

MOST_LINES = 500  # lines that are listed; all are counted


def suggested_otherwise(workspace: Workspace, recipe: dict[str, Any]) -> Iterator[Event]:
    """Suggest anew for the project of a recipe of `keep_suggestions`, keep nothing, and compare the first suggestions:
    Progress, then Finished.

    The result: {"project", "encoder", "lines", "count", "new", "changed"}; how many concepts of the source are no lines
    yet that releases brought since the project was made; the first MOST_LINES changed lines, each {"line", "name",
    "before", "before_name", "now", "now_name", "confidence", "state", "decided", "withdrawn"}, those first that are
    decided otherwise. “withdrawn” is the day of the release without the concept, or "".
    """
    number = int(recipe["project"])
    found, lines = yield from suggested_lines(Ranker(workspace), recipe)
    first = {line["source"]: line["candidates"][0] if line["candidates"] else None for line in lines}
    with workspace.reading() as db:
        here = mapping_lines.lines(db, number, list(mapping_projects.names_of(db, number)))
        decisions = mapping_decisions.latest(db, number)
        day = find(workspace, recipe["source"], db).imported[:10]
    changed = []
    for before in here:
        now = first.get(before.source)
        targets = {
            target for one in decisions.get(before.source, ()) if one.decision in ANSWERS for target, _ in one.targets
        }
        if before.source not in found.source.names_of:
            changed.append(_row(before, None, targets, day))
        elif (now.target if now else "") != (before.candidates[0].target if before.candidates else ""):
            changed.append(_row(before, now, targets))
    changed.sort(key=lambda one: (not one["decided"], one["now"] in one["decided"]))
    summary = {"project": number, "encoder": recipe["encoder"], "lines": len(here), "count": len(changed)}
    new = len(first.keys() - {one.source for one in here})
    yield Finished(summary | {"new": new, "changed": changed[:MOST_LINES]})


def _row(line: MappingLine, now: MappingCandidate | None, targets: set[str], withdrawn: str = "") -> dict[str, Any]:
    before = line.candidates[0] if line.candidates else None
    return {
        "line": line.source,
        "name": line.name,
        "before": before.target if before else "",
        "before_name": before.preferred if before else "",
        "now": now.target if now else "",
        "now_name": now.preferred if now else "",
        "confidence": now.confidence if now else None,
        "state": line.state,
        "decided": sorted(targets),
        "withdrawn": withdrawn,
    }
