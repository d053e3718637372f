"""The papers' protocols, each a module with `run(workspace, wanted, out)`: a generator of events that ends in files.

Every experiment writes NAME.md, the table beside the paper's figures, NAME.json and plots to `out`, and goes on from
what is measured there already.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadInput

if TYPE_CHECKING:
    from engine.events import Event
    from engine.experiments.wanted import Wanted
    from engine.workspace import Workspace

EXPERIMENTS = {
    "few-shot": "engine.experiments.protocols",
    "continual": "engine.experiments.protocols",
    "grounding": "engine.experiments.grounding",
    "levels": "engine.experiments.levels",
    "hypernyms": "engine.experiments.levels",
    "bne": "engine.experiments.bne",
    "relatedness": "engine.experiments.relatedness",
    "normalisation": "engine.experiments.normalisation",
}


def run(workspace: Workspace, wanted: Wanted, out: Path) -> Iterator[Event]:
    """Carry out the experiment that is wanted; Finished with {"rows", "files"}."""
    if wanted.name not in EXPERIMENTS:
        raise BadInput(f"There is no experiment “{wanted.name}”; choose one of {', '.join(EXPERIMENTS)}.")
    if wanted.seeds < 1 or wanted.levels < 1:
        raise BadInput(f"{wanted.name}: --seeds and --levels take 1 or more.")
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file, not a folder; name a folder for the tables after --out.")
    out.mkdir(parents=True, exist_ok=True)
    yield from importlib.import_module(EXPERIMENTS[wanted.name]).run(workspace, wanted, out)
