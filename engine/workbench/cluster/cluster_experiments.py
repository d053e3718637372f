"""An experiment's cells measured by the workers of a cluster: each plans the experiment itself, and does a cell.

A cell is asked for with the hash of its plan, which is everything that it depends on: a worker that plans another one,
since its workspace or its files have other content, says so and measures nothing.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import gettempdir

from engine.errors import Unavailable
from engine.events import Event, Finished
from engine.experiments import planned, run
from engine.experiments.cells import Cell, Measured, PlannedExperiment, sha256_of_plan
from engine.experiments.options import ExperimentOptions
from engine.jobs.cluster import ClusterAddress
from engine.workbench.cluster.cluster_parts import dealt
from engine.workspace import Workspace


def experiment_by(
    where: ClusterAddress, workspace: Workspace, options: ExperimentOptions, out: Path
) -> Iterator[Event]:
    """Carry out an experiment, its cells by a cluster; see `engine.experiments.run`. It is written here."""

    def deal(cells: Sequence[Cell]) -> Iterator[tuple[int, Measured, int]]:
        parts = [(cell.key, sha256_of_plan(cell.plan)) for cell in cells]
        arguments = (str(workspace.folder.absolute()), options, str(out.absolute()))
        for number, found, cluster in dealt(where, cell_measured, parts, *arguments):
            yield number, found, cluster.workers

    return run(workspace, options, out, deal)


def cell_measured(folder: str, options: ExperimentOptions, out: str, part: tuple[str, str]) -> Measured:
    """The measurement of a cell, by its key and the hash of its plan; Unavailable where the worker plans another."""
    key, plan = part
    cell = _cells(folder, options, out).get(key)
    if cell is None or sha256_of_plan(cell.plan) != plan:
        raise Unavailable(
            f"The workspace {folder} on {socket.gethostname()}, or a file of the experiment, has other content than "
            "yours; share the folder, or copy it there anew."
        )
    found = next((event.result for event in cell.work() if isinstance(event, Finished)), None)
    if found is None:
        raise Unavailable(f"The measurement of {key} on {socket.gethostname()} ended without a result; run it again.")
    return found


@lru_cache(maxsize=1)
def _cells(folder: str, options: ExperimentOptions, out: str) -> Mapping[str, Cell]:
    """The cells by their keys. A training keeps its epochs in `out` where that is seen, and goes on from it."""
    epochs_folder = Path(out) if (Path(out) / "cells").is_dir() else Path(gettempdir())
    for event in planned(Workspace(Path(folder), create=False, read_only=True), options, epochs_folder):
        if isinstance(event, PlannedExperiment):
            return {cell.key: cell for cell in event.table.cells}
    return {}
