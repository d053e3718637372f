"""The papers' protocols, each a module with `run(workspace, options, out)`: a generator of events that ends in a plan.

Every experiment writes NAME.md, the table beside the paper's figures, NAME.json and plots to `out`, and goes on from
what is measured there already.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadInput
from engine.events import Progress

if TYPE_CHECKING:
    from engine.events import Event
    from engine.experiments.cells import Deal, PlannedExperiment
    from engine.experiments.options import ExperimentOptions
    from engine.workspace import Workspace


@dataclass(frozen=True)
class Experiment:
    """Where an experiment stands, and its options besides those that all have; run refuses some with a reason."""

    module: str
    options: frozenset[str]


OF_ALL = {"name", "quick", "encoder", "only"}
TRAINED = {"seeds", "changes", "hidden"}
FEW_SHOT = Experiment(
    "engine.experiments.few_shot.run",
    frozenset(TRAINED | {"preset", "relatedness", "chapters", "curve", "file", "root", "terminologies"}),
)
NAMES = {"terminologies", "file", "format"}
LEVELS = Experiment("engine.experiments.levels.run", frozenset(TRAINED | NAMES | {"root", "levels"}))
OF_SYNONYMS = frozenset(TRAINED | NAMES | {"relatedness", "root"})
EXPERIMENTS = {
    "few-shot": FEW_SHOT,
    "continual": FEW_SHOT,
    "grounding": Experiment("engine.experiments.synonyms.run", OF_SYNONYMS),
    "levels": LEVELS,
    "hypernyms": LEVELS,
    "bne": Experiment("engine.experiments.synonyms.run", OF_SYNONYMS),
    "relatedness": Experiment("engine.experiments.relatedness.run", OF_SYNONYMS | {"preset"}),
    "audit": Experiment("engine.experiments.audit.run", frozenset({"seeds", "terminologies"})),
    "normalisation": Experiment(
        "engine.experiments.normalisation.run", frozenset({"corpora", "against", "file", "format"})
    ),
}


def run(workspace: Workspace, options: ExperimentOptions, out: Path, deal: Deal | None = None) -> Iterator[Event]:
    """Carry out the experiment that the options name; Finished with {"rows", "files"}. `deal` measures its cells
    elsewhere."""
    from engine.experiments.cells import PlannedExperiment, carried_out

    for event in planned(workspace, options, out):
        if isinstance(event, PlannedExperiment):
            yield from carried_out(event.table, out, event.about, deal)
        else:
            yield event


def planned(workspace: Workspace, options: ExperimentOptions, out: Path) -> Iterator[Event | PlannedExperiment]:
    """What leads to an experiment's cells; Planned at the end, with the cells themselves, none of them measured."""
    from engine.experiments.options import without_the_rest

    check(options)
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file, not a folder; name a folder for the tables after --out.")
    out.mkdir(parents=True, exist_ok=True)
    experiment = EXPERIMENTS[options.name]
    heard, aside = without_the_rest(options, experiment.options | OF_ALL)
    if aside:
        yield Progress(0, 0, f"{options.name} leaves aside {', '.join(aside)}")
    yield from importlib.import_module(experiment.module).run(workspace, heard, out)


def check(options: ExperimentOptions) -> None:
    """Raise BadInput for an experiment that there is not, and for numbers that none can have."""
    if options.name not in EXPERIMENTS:
        raise BadInput(f"There is no experiment “{options.name}”; choose one of {', '.join(EXPERIMENTS)}.")
    if options.seeds < 1 or options.levels < 1:
        raise BadInput(f"{options.name}: --seeds and --levels take 1 or more.")
    if options.hidden < 0:
        raise BadInput(f"{options.name}: --hidden takes 1 or more.")
