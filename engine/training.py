"""Training: one loop over any encoder, objectives and sampler."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from engine.checkpoint import read_checkpoint, write_checkpoint
from engine.encoders.centring import centre_of, centred
from engine.encoders.trained import unit
from engine.errors import BadInput, Damaged
from engine.evaluation.metrics import retrieval
from engine.events import Event, Finished, Progress
from engine.objectives.view import View
from engine.precision import autocast, resolved
from engine.recipe import Recipe
from engine.samplers.names import Batch, Names, TrainingData

SAVE_EVERY = 10.0  # seconds between checkpoints
TELL_EVERY = 4  # steps between events


def train(recipe: Mapping[str, Any], data: TrainingData, checkpoint: Path | None = None) -> Iterator[Event]:
    """Train the encoder that `recipe` describes; stop when the validation loss is no better for `patience` epochs.

    Yields Progress every few steps, with a curve point {"epoch", "train_loss", "validation_loss"} at each epoch's end,
    then Finished with {"state": {name: array}, "metrics", "epochs", "recipe"}: the weights of the best epoch, the
    few-shot mAP before and after, and the recipe with every default and the precision written out.

    With `checkpoint`, the run is kept there every ten seconds at an epoch's end, and a file found there is resumed:
    the result is the same, bit for bit, on one machine and thread count. Closing the generator stops the run.
    """
    plan = Recipe.from_dict(recipe)
    plan = replace(plan, optimiser=replace(plan.optimiser, precision=resolved(plan.optimiser.precision)))
    run = Run(plan, data)
    if checkpoint is not None and checkpoint.exists():
        run.restore(checkpoint)
        yield Progress(run.step, run.total, f"Resumed after epoch {run.epoch}", run.figures())

    saved = time.monotonic()
    while not run.ended:
        losses = []
        for batch in run.batches():
            losses.append(run.learn(batch))
            if run.step % TELL_EVERY == 0:
                yield Progress(run.step, run.total, run.message(), run.figures())
        run.close_epoch(float(np.mean(losses)))
        yield Progress(run.step, run.total, run.message(), run.figures(), curve=run.curve[-1])
        if checkpoint is not None and time.monotonic() - saved >= SAVE_EVERY:
            run.save(checkpoint)
            saved = time.monotonic()

    yield Finished(run.result())


@dataclass(frozen=True)
class Split:
    """The names of one split that have a vector, and the same as tensors; `left_out` have none."""

    names: Names
    inputs: Tensor
    classes: Tensor
    left_out: int

    @classmethod
    def of(cls, names: Names, centre: np.ndarray | None) -> Split:
        kept = names.with_vectors()
        if centre is not None:
            kept = replace(kept, rows=centred(kept.rows, centre))
        return cls(kept, torch.from_numpy(kept.rows), torch.from_numpy(kept.classes), len(names) - len(kept))


class Run:
    """The moving parts of one training: network, optimiser, random draws, and where it stands."""

    def __init__(self, plan: Recipe, data: TrainingData) -> None:
        self.plan, self.settings = plan, plan.optimiser
        self.data = data
        wanted = getattr(plan.encoder, "centre", False) and data.train.rows.any()
        self.centre = centre_of(data.train.rows) if wanted else None
        self.train, self.validation = Split.of(data.train, self.centre), Split.of(data.validation, self.centre)
        if not len(self.train.names) or not len(self.validation.names):
            raise BadInput("No training or no validation name has a vector; choose other vectors or other names.")
        self.without_vector = self.train.left_out + self.validation.left_out
        self.dim = self.train.names.rows.shape[1]
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(plan.seed)
            self.network = plan.encoder.network(self.dim)
        self.noise = torch.Generator().manual_seed(plan.seed)
        for module in self.network.modules():
            if hasattr(module, "generator"):
                module.generator = self.noise
        self.draws = np.random.default_rng(plan.seed)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=self.settings.learning_rate, fused=True)
        self.prototypes = prototypes(self.train.names, self.validation.names)
        self.steps_an_epoch = -(-len(self.train.names) // self.settings.batch)
        self.epoch = self.step = self.best_epoch = 0
        self.best_loss = float("inf")
        self.best = self.weights()
        self.curve: list[dict[str, float]] = []

    @property
    def total(self) -> int:
        """Steps at most; early stopping usually ends sooner."""
        return self.settings.most_epochs * self.steps_an_epoch

    @property
    def ended(self) -> bool:
        """Out of patience or of epochs."""
        waited = self.epoch - self.best_epoch
        return self.epoch >= self.settings.most_epochs or (self.epoch > 0 and waited >= self.settings.patience)

    def batches(self) -> Iterator[Batch]:
        """One epoch's batches of training names."""
        names = self.train.names
        return self.plan.sampler.epoch(names, lambda: self.encoded(self.train), self.settings.batch, self.draws)

    def learn(self, batch: Batch) -> float:
        """One step down the gradient; the loss before it."""
        self.network.train()
        inputs = self.train.inputs[torch.from_numpy(batch.rows)]
        with autocast(self.settings.precision):
            outputs = self.network(inputs)
        loss = self.loss(self.train, batch, outputs.float())
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.step += 1
        return float(loss.detach())

    def loss(self, split: Split, batch: Batch, outputs: Tensor) -> Tensor:
        """The weighted sum of the objectives for a batch and the network's outputs for its rows."""
        at = torch.from_numpy(batch.rows)
        view = View(batch, outputs, split.inputs[at], split.classes[at], self.prototypes, split.inputs[at], split.names)
        return torch.stack([o.weight * o.loss(view) for o in self.plan.objectives]).sum()

    @torch.inference_mode()
    def outputs(self, split: Split) -> Tensor:
        """What the network gives for a split as it stands, dropout off: [n, d]."""
        self.network.eval()
        with autocast(self.settings.precision):
            return torch.cat([self.network(part).float() for part in split.inputs.split(2_048)])

    def encoded(self, split: Split) -> np.ndarray:
        """Unit rows of a split as the encoder stands."""
        return unit(self.outputs(split)).numpy()

    @torch.inference_mode()
    def validation_loss(self) -> float:
        """Mean loss over the validation names; the draws are the same each epoch, so that epochs compare."""
        outputs, names = self.outputs(self.validation), self.validation.names
        rng = np.random.default_rng([self.plan.seed, 1])
        losses, leads = [], []
        for batch in self.plan.sampler.epoch(names, lambda: unit(outputs).numpy(), self.settings.batch, rng):
            losses.append(float(self.loss(self.validation, batch, outputs[torch.from_numpy(batch.rows)])))
            leads.append(len(batch.leads))
        return float(np.average(losses, weights=leads))

    def close_epoch(self, train_loss: float) -> None:
        """Validate, and keep the weights when they are the best so far."""
        self.epoch += 1
        loss = self.validation_loss()
        if not np.isfinite(loss):
            raise BadInput(f"The loss became {loss} in epoch {self.epoch}; try a smaller learning rate.")
        self.curve.append({"epoch": self.epoch, "train_loss": train_loss, "validation_loss": loss})
        if loss < self.best_loss:
            self.best_loss, self.best_epoch, self.best = loss, self.epoch, self.weights()

    def weights(self) -> dict[str, Tensor]:
        """A copy of the network's weights."""
        return {name: t.detach().clone() for name, t in self.network.state_dict().items()}

    def message(self) -> str:
        """Where the run stands, in words."""
        if not self.curve:
            return "Epoch 1"
        waited = self.epoch - self.best_epoch
        state = f"; no better for {waited} of {self.settings.patience} epochs" if waited else ""
        return f"Epoch {self.epoch}, validation loss {self.curve[-1]['validation_loss']:.4f}{state}"

    def figures(self) -> dict[str, float]:
        """The latest numbers."""
        return {**self.curve[-1], "best_epoch": self.best_epoch} if self.curve else {}

    def result(self) -> dict[str, Any]:
        """The best epoch's weights, and what they are worth on the validation names."""
        self.network.load_state_dict(self.best)
        queries, pool = self.validation.names, self.train.names
        raw = [names.with_vectors().rows for names in (self.data.validation, self.data.train)]
        before = retrieval(raw[0], queries.classes, raw[1], pool.classes)
        after = retrieval(self.encoded(self.validation), queries.classes, self.encoded(self.train), pool.classes)
        metrics = {
            "map_before": before.to_dict()["map"],
            "map_after": after.to_dict()["map"],
            "validation_loss": self.best_loss,
            "best_epoch": self.best_epoch,
            "train_names": len(pool),
            "validation_names": len(queries),
            "without_vector": self.without_vector,
        }
        state = {name: t.numpy() for name, t in self.best.items()} | {"dim": np.array(self.dim)}
        if self.centre is not None:
            state["centre"] = self.centre
        return {"state": state, "metrics": metrics, "epochs": self.epoch, "recipe": self.plan.to_dict()}

    def fingerprint(self) -> str:
        """What a checkpoint must belong to: the recipe and the data."""
        digest = hashlib.sha256(json.dumps(self.plan.to_dict(), sort_keys=True).encode())
        for names in (self.train.names, self.validation.names):
            digest.update(names.rows.tobytes() + names.classes.tobytes() + "\0".join(names.texts).encode())
        return digest.hexdigest()

    def save(self, path: Path) -> None:
        """Everything that the rest of the run depends on."""
        arrays = {f"now.{name}": t.numpy() for name, t in self.weights().items()}
        arrays |= {f"best.{name}": t.numpy() for name, t in self.best.items()}
        for place, moments in self.optimiser.state_dict()["state"].items():
            arrays |= {f"adam.{place}.{name}": t.numpy() for name, t in moments.items()}
        arrays["noise"] = self.noise.get_state().numpy()
        facts = {
            "fingerprint": self.fingerprint(),
            "draws": self.draws.bit_generator.state,
            "epoch": self.epoch,
            "step": self.step,
            "best_epoch": self.best_epoch,
            "best_loss": self.best_loss,
            "curve": self.curve,
        }
        write_checkpoint(path, arrays, facts)

    def restore(self, path: Path) -> None:
        """Stand where `save` stood; Damaged when the file belongs to another recipe or other data."""
        arrays, facts = read_checkpoint(path)
        if facts.get("fingerprint") != self.fingerprint():
            raise Damaged(f"The checkpoint {path} belongs to another recipe or other data; delete it to start afresh.")
        tensors = {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}
        self.network.load_state_dict({n.removeprefix("now."): t for n, t in tensors.items() if n.startswith("now.")})
        self.best = {n.removeprefix("best."): t for n, t in tensors.items() if n.startswith("best.")}
        moments: dict[int, dict[str, Tensor]] = {}
        for name, tensor in tensors.items():
            if name.startswith("adam."):
                place, moment = name.removeprefix("adam.").split(".")
                moments.setdefault(int(place), {})[moment] = tensor
        self.optimiser.load_state_dict({**self.optimiser.state_dict(), "state": moments})
        self.noise.set_state(tensors["noise"])
        self.draws.bit_generator.state = facts["draws"]
        self.epoch, self.step, self.curve = facts["epoch"], facts["step"], facts["curve"]
        self.best_epoch, self.best_loss = facts["best_epoch"], facts["best_loss"]


def prototypes(*splits: Names) -> Tensor:
    """The unit mean û_c of each class's rows in the first split (FS: u_c) [classes, d]; zero where it has none."""
    means = np.zeros((max(int(s.classes.max()) for s in splits) + 1, splits[0].rows.shape[1]), dtype=np.float32)
    for number, places in splits[0].members.items():
        means[number] = splits[0].rows[places].mean(axis=0)
    return unit(torch.from_numpy(means))
