"""A run on disk, and a run taken up again."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import torch
from torch import Tensor

from engine.errors import Damaged
from engine.learning.checkpoint import read_checkpoint, write_checkpoint
from engine.learning.run import Run
from engine.workspace import Within


def save(run: Run, path: Path, within: Within = nullcontext) -> None:
    """Everything that the rest of the run depends on; `within` as `write_checkpoint` has it."""
    assert run.optimiser is not None
    arrays = {f"now.{name}": t.cpu().numpy() for name, t in run.weights().items()}
    arrays |= {f"best.{name}": t.cpu().numpy() for name, t in run.best.items()}
    for place, moments in run.optimiser.state_dict()["state"].items():
        arrays |= {f"adam.{place}.{name}": t.cpu().numpy() for name, t in moments.items()}
    arrays["noise"] = run.noise.get_state().numpy()
    facts = {
        "fingerprint": run.fingerprint,
        "device": run.device.type,
        "draws": run.draws.bit_generator.state,
        "epoch": run.epoch,
        "step": run.step,
        "steps_an_epoch": run.steps_an_epoch,
        "best_epoch": run.best_epoch,
        "best_value": run.best_value,
        "curve": run.curve,
    }
    write_checkpoint(path, arrays, facts, within)


def restore(run: Run, path: Path) -> None:
    """Stand where `save` stood; Damaged when the file belongs to another recipe or other data.

    A run of a processor may go on on a GPU and the other way round. What drops out is then drawn anew from the seed and
    the step: the generators of two kinds of device have nothing in common.
    """
    arrays, facts = read_checkpoint(path)
    if facts.get("fingerprint") != run.fingerprint:
        raise Damaged(f"The checkpoint {path} belongs to another recipe or other data; delete it to start afresh.")
    assert run.optimiser is not None
    tensors = {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}
    run.network.load_state_dict({n.removeprefix("now."): t for n, t in tensors.items() if n.startswith("now.")})
    run.best = {n.removeprefix("best."): t.to(run.device) for n, t in tensors.items() if n.startswith("best.")}
    moments: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        if name.startswith("adam."):
            place, moment = name.removeprefix("adam.").split(".")
            moments.setdefault(int(place), {})[moment] = tensor
    run.optimiser.load_state_dict({**run.optimiser.state_dict(), "state": moments})
    if facts.get("device", "cpu") == run.device.type:
        run.noise.set_state(tensors["noise"])
    else:
        run.noise.manual_seed(run.plan.seed + facts["step"])
    run.draws.bit_generator.state = facts["draws"]
    run.epoch, run.step, run.curve = facts["epoch"], facts["step"], facts["curve"]
    run.steps_an_epoch = facts["steps_an_epoch"]
    run.best_epoch, run.best_value = facts["best_epoch"], facts["best_value"]
    run.rows_after = -1  # the rows of the training names are of the weights before
