"""Decisions to learn an order from."""

from __future__ import annotations

from pathlib import Path

from engine.jobs import worker
from engine.normalisation.request import NormalisationRequest
from engine.workbench import Workbench
from store.records.training import COMPLETED

PLACES = ("ward", "clinic", "night", "morning", "home", "stairs")
THINGS = {"poor breath at": "L3", "wheezing at": "L1", "tight heart at": "H3", "weak heart at": "H2"}


def with_decisions(workbench: Workbench, folder: Path) -> int:
    """Answers 24 mentions and decides each; the number of the normalisation. An order learnt from them is worse than
    the shipped one for those that it was not learnt from."""
    path = folder / "m.csv"
    texts = {f"{thing} {place}": concept for thing, concept in THINGS.items() for place in PLACES}
    path.write_text("\n".join(["mention", *texts]), encoding="utf-8")
    request = NormalisationRequest(str(path), "organs", search="evidence")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(request))
    assert run.status == COMPLETED, run.error
    number = int(run.result["normalisation"])
    for line in workbench.answers.lines(number, order="as in the file"):
        workbench.decisions.decide(number, [line.id], "other", "ann", concept=texts[line.text])
    return number
