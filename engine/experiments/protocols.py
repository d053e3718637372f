"""Few-shot and continual training (FS table 3 and figure 1): what they are made from, and the files they write."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.encoding import encoder_sha256, open_encoder
from engine.errors import BadInput
from engine.evaluation.relatedness import read_pairs
from engine.events import Event, Finished, Progress
from engine.experiments.cells import Report, write, written
from engine.experiments.few_shot import Materials, few_shot_curve, few_shot_table
from engine.experiments.few_shot_report import bars_of, curve_markdown, curve_plot, table_markdown
from engine.experiments.wanted import Wanted
from engine.fitting import relatedness_sets
from engine.presets import recipe_from
from engine.selection import classes_for
from engine.workspace import Workspace

HIERARCHIES = {"S": "hpo", "I": "icd10cm"}  # the open stand-ins for SNOMED CT and ICD-10
CHAINS: dict[str, list[tuple[str, ...]]] = {"few-shot": [("S",), ("I",)], "continual": [("S", "I"), ("I", "S")]}
QUICK = ("encoder.hidden=256", "optimiser.most_epochs=3")


def run(workspace: Workspace, wanted: Wanted, out: Path) -> Iterator[Event]:
    """Do it, keeping each measured cell in `out` so that a killed run is taken up again; Finished with rows and files.

    Writes NAME.json, NAME.md and plots, the Markdown beside the paper's figures.
    """
    recipe = recipe_from(wanted.preset, [*(QUICK if wanted.quick else ()), *wanted.changes])
    materials = gather(workspace, wanted, recipe)
    only = [tuple(row.split("-")) for row in wanted.only]
    chains: list[tuple[str, ...]] = [chain for chain in CHAINS[wanted.name] if not only or chain in only]
    if only and len(chains) < len(only):
        raise BadInput(f"The rows of {wanted.name} are {', '.join(map('-'.join, CHAINS[wanted.name]))}.")
    if wanted.chapters:
        chains.append(("I 2018",))
    notes = out / f"{wanted.name}.measured.json"
    plan = json.dumps([recipe, _made_from(workspace, wanted, materials), chains], sort_keys=True)
    kept: dict[str, Any] = {}
    if notes.is_file():
        found = json.loads(notes.read_text(encoding="utf-8"))
        kept = found["measured"] if found["plan"] == plan else {}
    rows: list[dict[str, Any]] = []
    for event in few_shot_table(materials, chains, wanted.seed_list, kept):
        if isinstance(event, Finished):
            rows = event.result["rows"]
        else:
            if event.message.endswith("is measured"):
                write(notes, json.dumps({"plan": plan, "measured": kept}))
            yield event
    markdown, plots = table_markdown(rows), {"relatedness": bars_of(rows)}
    if wanted.curve and not wanted.quick:
        for event in few_shot_curve(materials, "I", seeds=wanted.seed_list):
            if isinstance(event, Finished):
                curve = event.result["rows"]
                markdown += "\n\n" + curve_markdown(curve)
                plots["curve"] = curve_plot(curve)
                rows += [{**row, "row": f"I, {row['shots']} names a class"} for row in curve]
            else:
                yield event
    yield Progress(1, 1, f"Writing to {out}")
    yield written(wanted.name, Report(rows, markdown, plots), out, {**wanted.about(), "recipe": recipe})


def gather(workspace: Workspace, wanted: Wanted, recipe: dict[str, Any]) -> Materials:
    """The hierarchies, vectors and judged pairs of an experiment; BadInput when there are no pairs."""
    files = list(wanted.relatedness) or relatedness_sets(workspace)
    if not files:
        raise BadInput(
            "An experiment needs relatedness sets: name their files with --relatedness, or keep some in the workspace."
        )
    hierarchies: dict[str, Mapping[str, Sequence[str]]] = {
        letter: classes_for(workspace, {"terminology": slug}).names for letter, slug in HIERARCHIES.items()
    }
    if wanted.chapters:
        hierarchies["I 2018"] = json.loads(wanted.chapters.read_text(encoding="utf-8"))
    return Materials(
        hierarchies,
        open_encoder(workspace, wanted.encoder).encode,
        {path.stem: read_pairs(path) for path in files},
        recipe,
    )


def _made_from(workspace: Workspace, wanted: Wanted, materials: Materials) -> list[str]:
    """Hashes of the vectors, names and pairs: cells measured on others are not taken up again."""
    names = json.dumps([materials.hierarchies, {name: list(map(vars, p)) for name, p in materials.pairs.items()}])
    return [encoder_sha256(workspace, wanted.encoder), hashlib.sha256(names.encode()).hexdigest()]
