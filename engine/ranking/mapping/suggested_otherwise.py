"""What changed: the lines of a mapping project that would now have another first suggestion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.events import Event, Finished
from engine.ranking.mapping.project import suggested_lines
from engine.ranking.ranker import Ranker
from engine.workspace import Workspace
from store import mapping_decisions, mapping_lines
from store.records.mapping import ANSWERS, MappingCandidate, MappingLine

MOST = 500  # lines that are listed; all are counted


def suggested_otherwise(workspace: Workspace, recipe: dict[str, Any]) -> Iterator[Event]:
    """Suggest anew for the project of a recipe of `keep_suggestions`, keep nothing, and compare the first suggestions:
    Progress, then Finished.

    The result: {"project", "encoder", "lines", "count", "changed"}; the first MOST changed lines, each {"line", "name",
    "before", "before_name", "now", "now_name", "confidence", "state", "decided"}, those first that are decided
    otherwise.
    """
    number = int(recipe["project"])
    _, lines = yield from suggested_lines(Ranker(workspace), recipe)
    with workspace.reading() as db:
        here = {one.source: one for one in mapping_lines.lines(db, number, [line["source"] for line in lines])}
        said = mapping_decisions.latest(db, number)
    changed = []
    for line in lines:
        if (before := here.get(line["source"])) is None:  # suggested anew in the meantime, without it
            continue
        now = line["candidates"][0] if line["candidates"] else None
        targets = {
            target for one in said.get(before.source, ()) if one.decision in ANSWERS for target, _ in one.targets
        }
        if (now.target if now else "") != (before.candidates[0].target if before.candidates else ""):
            changed.append(_row(before, now, targets))
    changed.sort(key=lambda one: (not one["decided"], one["now"] in one["decided"]))
    told = {"project": number, "encoder": recipe["encoder"], "lines": len(lines), "count": len(changed)}
    yield Finished(told | {"changed": changed[:MOST]})


def _row(line: MappingLine, now: MappingCandidate | None, targets: set[str]) -> dict[str, Any]:
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
    }
