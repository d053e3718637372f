"""Encoders measured level by level below one concept: ranking mAP and hypernym MRR (HLS tables 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.errors import BadInput
from engine.evaluation.measuring import LEVELS, MeasurementRequest, measure_levels
from engine.events import Event, Finished, Progress
from engine.terminology.lookup import find
from engine.workspace import Workspace

METRICS = {"levels": "map", "hypernyms": "mrr"}


def measure(workspace: Workspace, recipe: dict[str, Any]) -> Iterator[Event]:
    """Measure `recipe` {"terminology", "root", "levels", "encoders"}; Finished with one row an encoder and level.

    {"rows": [{"encoder", "level", "classes", "map", "mrr"}], "queries", "pool", "root", "terminology"}
    """
    terminology = find(workspace, recipe["terminology"])
    encoders: list[str] = recipe["encoders"]
    settings = {"root": recipe["root"], "levels": recipe["levels"]}
    total = len(encoders) * len(LEVELS)
    found: dict[tuple[str, int], dict[str, Any]] = {}
    facts: dict[str, Any] = {}
    for place, (encoder, task) in enumerate((one, task) for one in encoders for task in LEVELS):
        yield Progress(place, total, f"Measuring {encoder}: {'ranking' if task == 'levels' else 'hypernyms'} by level")
        measured = measure_levels(workspace, task, terminology, MeasurementRequest([encoder]), settings)
        values = measured.outcomes[encoder].to_dict()
        facts = {"queries": values["queries"], "pool": measured.facts["pool"]}
        for level, classes in measured.facts["classes"].items():
            row = found.setdefault((encoder, int(level)), {"encoder": encoder, "level": level, "classes": classes})
            row[METRICS[task]] = values.get(f"{METRICS[task]} level {level}")
    if not found:
        raise BadInput(f"“{recipe['root']}” has no level with two classes of names; choose a wider concept.")
    rows = [found[key] for key in sorted(found, key=lambda key: (key[1], encoders.index(key[0])))]
    yield Finished({"rows": rows, **facts, "root": recipe["root"], "terminology": terminology.slug})
