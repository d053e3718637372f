"""How long the strongest recipe takes on several terminologies at once, measuring included."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from engine.benchmarks.on_gpu import WITHOUT, beside, gpu, processor
from engine.benchmarks.result import bench_result
from engine.benchmarks.training import matrix_rate
from engine.benchmarks.works import worked
from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.terminology.lookup import all_terminologies
from engine.workspace import Workspace

if TYPE_CHECKING:
    import torch

PRESET = "best"
SIX, NAMES = 6, 600_000
SECONDS, BYTES = 20 * 60.0, 4e9


def bench_train_large(workspace: Workspace, files: Sequence[Path] = (), preset: str = PRESET) -> Iterator[Event]:
    """Finished with what `bench_result` has: one training on every terminology of the workspace and of the files, in a
    copy of the workspace, what it keeps of each hierarchy measured with it.

    The limit is the matrix rate of the machine; there is no peer. BadInput, with what to give, where workspace and
    files have no six terminologies.
    """
    there = all_terminologies(workspace)
    if len(there) + len(files) < SIX:
        raise BadInput(
            f"There are {len(there)} terminologies and {len(files)} files where {SIX} are trained on; name more --file."
        )
    for file in files:
        if not file.is_file():
            raise BadInput(f"There is no file {file} of a terminology; check the path.")
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place)
        yield Progress(0, len(files) + 1, "Copying the workspace")
        shutil.copytree(workspace.folder, folder / "workspace", ignore=shutil.ignore_patterns("backups", "runs"))
        (folder / "workspace" / "runs").mkdir(exist_ok=True)
        for at, file in enumerate(files):
            yield Progress(at, len(files) + 1, f"Reading {file.name}")
            worked("import", folder, slug=f"file{at + 1}", file=str(file.resolve()))
        learnt = all_terminologies(Workspace(folder / "workspace"))
        names = sum(one.names for one in learnt)
        card = gpu()
        if card:  # what the first training leaves behind would spare the second much
            shutil.copytree(folder / "workspace", folder / "gpu" / "workspace")
        yield Progress(len(files), len(files) + 1, f"Training {preset} on {names:,} names")
        row: dict[str, Any] = {"preset": preset, "terminologies": len(learnt), "names": names}
        row |= worked("train", folder, preset=preset, device=str(processor()))
        rows = [row, WITHOUT]
        if card:
            yield Progress(len(files), len(files) + 1, "The same on a GPU")
            rows[1] = beside(preset, {"seconds": row["seconds"]}, card, lambda on: (_trained(folder, preset, on), ""))
    passed = names >= NAMES and row["seconds"] < SECONDS and row["memory bytes"] < BYTES
    limit = {"float32 GFLOP/s": matrix_rate("float32")}
    yield Finished(bench_result("train-large", rows, limit, {}, None, passed))


def _trained(folder: Path, preset: str, on: torch.device) -> dict[str, float | None]:
    return {"seconds": worked("train", folder / "gpu", preset=preset, device=str(on))["seconds"]}
