"""The experiments by name: what each is made from, and the files it writes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.encoding import encoder_sha256, open_encoder
from engine.errors import BadInput
from engine.evaluation.relatedness import read_pairs
from engine.events import Event, Finished, Progress
from engine.experiments.few_shot import Materials, few_shot_curve, few_shot_table
from engine.experiments.few_shot_report import curve_markdown, table_markdown
from engine.fitting import relatedness_sets
from engine.selection import classes_for
from engine.workspace import Workspace, written_whole

HIERARCHIES = {"S": "hpo", "I": "icd10cm"}  # the open stand-ins for SNOMED CT and ICD-10
CHAINS: dict[str, list[tuple[str, ...]]] = {"few-shot": [("S",), ("I",)], "continual": [("S", "I"), ("I", "S")]}


@dataclass(frozen=True)
class Experiment:
    """An experiment to do: `name` of CHAINS, over `seeds` seeds; `chapters` is the few-shot paper's own ICD-10 file."""

    name: str
    recipe: dict[str, Any]
    seeds: int
    encoder: str = "vectors"
    relatedness: Sequence[Path] = ()
    chapters: Path | None = None
    curve: bool = False
    only: Sequence[str] = ()  # rows such as "I" or "S-I"; none means all


def run(workspace: Workspace, experiment: Experiment, out: Path) -> Iterator[Event]:
    """Do it, keeping each measured cell in `out` so that a killed run is taken up again; Finished with the rows.

    Writes NAME.json and NAME.md (and NAME-curve.md), the Markdown beside the paper's figures.
    """
    materials = gather(workspace, experiment)
    out.mkdir(parents=True, exist_ok=True)
    only = [tuple(row.split("-")) for row in experiment.only]
    chains: list[tuple[str, ...]] = [chain for chain in CHAINS[experiment.name] if not only or chain in only]
    if only and len(chains) < len(only):
        raise BadInput(f"The rows of {experiment.name} are {', '.join(map('-'.join, CHAINS[experiment.name]))}.")
    if experiment.chapters:
        chains.append(("I 2018",))
    notes = out / f"{experiment.name}.measured.json"
    plan = json.dumps([experiment.recipe, _made_from(workspace, experiment, materials), chains], sort_keys=True)
    kept: dict[str, Any] = {}
    if notes.is_file():
        found = json.loads(notes.read_text(encoding="utf-8"))
        kept = found["measured"] if found["plan"] == plan else {}
    result: dict[str, Any] = {}
    for event in few_shot_table(materials, chains, range(experiment.seeds), kept):
        if isinstance(event, Finished):
            result = {"rows": event.result["rows"], "seeds": experiment.seeds, "recipe": experiment.recipe}
        else:
            if event.message.endswith("is measured"):
                _write(notes, json.dumps({"plan": plan, "measured": kept}))
            yield event
    markdown = table_markdown(result["rows"])
    if experiment.curve:
        for event in few_shot_curve(materials, "I", seeds=range(experiment.seeds)):
            if isinstance(event, Finished):
                result["curve"] = event.result["rows"]
                markdown += "\n\n" + curve_markdown(result["curve"])
            else:
                yield event
    _write(out / f"{experiment.name}.json", json.dumps(result, indent=1))
    _write(out / f"{experiment.name}.md", markdown + "\n")
    yield Progress(1, 1, f"Written to {out}")
    yield Finished(result)


def gather(workspace: Workspace, experiment: Experiment) -> Materials:
    """The hierarchies, vectors and judged pairs of an experiment; BadInput when there are no pairs."""
    if experiment.name not in CHAINS:
        raise BadInput(f"There is no experiment “{experiment.name}”; choose one of {', '.join(CHAINS)}.")
    files = list(experiment.relatedness) or relatedness_sets(workspace)
    if not files:
        raise BadInput(
            "An experiment needs relatedness sets: name their files with --relatedness, or keep some in the workspace."
        )
    hierarchies: dict[str, Mapping[str, Sequence[str]]] = {
        letter: classes_for(workspace, {"terminology": slug}).names for letter, slug in HIERARCHIES.items()
    }
    if experiment.chapters:
        hierarchies["I 2018"] = json.loads(experiment.chapters.read_text(encoding="utf-8"))
    return Materials(
        hierarchies,
        open_encoder(workspace, experiment.encoder).encode,
        {path.stem: read_pairs(path) for path in files},
        experiment.recipe,
    )


def _made_from(workspace: Workspace, experiment: Experiment, materials: Materials) -> list[str]:
    """Hashes of the vectors, names and pairs: cells measured on others are not taken up again."""
    names = json.dumps([materials.hierarchies, {name: list(map(vars, p)) for name, p in materials.pairs.items()}])
    return [encoder_sha256(workspace, experiment.encoder), hashlib.sha256(names.encode()).hexdigest()]


def _write(path: Path, text: str) -> None:
    with written_whole(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
