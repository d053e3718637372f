"""The moving parts of one training: network, optimiser, random draws, and where it stands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from engine.device import autocast, device, give_back_memory, in_blocks, let_go, taken_from, to_device
from engine.errors import BadInput
from engine.learning.losses.view import LossView
from engine.learning.recipe import Recipe
from engine.learning.samplers.names import Batch, TrainingData
from engine.learning.split import Split, prototypes
from engine.metrics.ranking import MOST_COMPARED, retrieval
from engine.models.encoder_state import EncoderState
from engine.models.encoders.layers import unit

CHUNK = 1_024
PROCESSOR = torch.device("cpu")


class Run:
    """One training as it goes on; on a processor the same plan and data go the same way, bit for bit.

    Weights, rows, losses and gradients stay on the device; numbers and rows that negatives are drawn by come back once
    an epoch, weights when they are written.
    """

    def __init__(self, plan: Recipe, data: TrainingData, on: torch.device | None = None) -> None:
        plan.check()
        self.plan, self.settings, self.data = plan, plan.optimiser, data
        self.device = on or device()
        for split, names in (("training", data.train), ("validation", data.validation)):
            if not len(names):
                raise BadInput(
                    f"The data have no {split} names; name more concepts, or give that split a larger share."
                )
            if not len(names.known):
                raise BadInput(
                    f"None of the {len(names):,} {split} names has a vector; choose other vectors or other names."
                )
        self.transform_state = plan.transform.fit(data.train)
        through = partial(plan.transform.apply, self.transform_state)
        self.train, self.validation = (
            Split.of(names, through, self.device, data.scratch) for names in (data.train, data.validation)
        )
        self.dim = data.train.rows.shape[1]
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(plan.seed)
            self.network = plan.encoder.network(self.dim).to(self.device)
        self.noise = torch.Generator(self.device).manual_seed(plan.seed)
        for module in self.network.modules():
            if hasattr(module, "generator"):
                module.generator = self.noise
        encode = data.encode
        words = None if encode is None else lambda texts: through(encode(texts))
        self.readings = {id(split): split.read_by(self.network, words) for split in (self.train, self.validation)}
        self.draws = np.random.default_rng(plan.seed)
        trained = [p for p in self.network.parameters() if p.requires_grad]
        self.optimiser = torch.optim.Adam(trained, lr=self.settings.learning_rate, fused=True) if trained else None
        self.prototypes = self.concept_targets().to(self.device)
        self.steps_an_epoch = plan.sampler.steps(self.train.names, self.settings.batch)
        self.epoch = self.step = self.best_epoch = 0
        self.rows, self.rows_after = np.empty((0, 0), np.float32), -1
        self.best_value = -float("inf")
        self.best = self.weights()
        self.curve: list[dict[str, float]] = []

    def concept_targets(self) -> Tensor:
        """What grounding draws classes towards: their training names' mean, projected by the transform."""
        count = int(max(names.classes.max() for names in (self.data.train, self.data.validation))) + 1
        project_concepts = getattr(self.plan.transform, "apply_to_concepts", None)
        if project_concepts is None:
            return prototypes(self.train.names, self.train.names.rows, count)
        means = prototypes(self.data.train, self.data.train.rows, count)
        projected = project_concepts(self.transform_state, means.numpy())
        return torch.from_numpy(np.ascontiguousarray(projected, dtype=np.float32))

    @cached_property
    def fingerprint(self) -> str:
        """What a checkpoint of it must belong to: a sha256 of the recipe and the data, which takes a while once."""
        digest = hashlib.sha256(json.dumps(self.plan.to_dict(), sort_keys=True).encode())
        for names in (self.train.names, self.validation.names):
            _add_rows(digest, names.rows)
            digest.update(names.classes.tobytes() + "\0".join(names.texts).encode())
            _add_rows(digest, names.rows)  # a second time, as the targets of checkpoints of 0.1.0, which still belong
        return digest.hexdigest()

    @property
    def total(self) -> int:
        """Steps at most, as far as the epochs so far tell; early stopping usually ends sooner."""
        return self.settings.most_epochs * self.steps_an_epoch

    @property
    def ended(self) -> bool:
        """Out of patience or of epochs, or with nothing to train."""
        waited = self.epoch - self.best_epoch
        spent = self.epoch >= self.settings.most_epochs or (self.epoch > 0 and waited >= self.settings.patience)
        return spent or self.optimiser is None

    def batches(self) -> Iterator[Batch]:
        """One epoch's batches of training names, with whole classes where a loss asks for them."""
        names = self.train.names
        for batch in self.plan.sampler.epoch(names, self.current, self.settings.batch, self.draws):
            yield self.whole(batch, self.train, self.draws)

    def whole(self, batch: Batch, split: Split, rng: np.random.Generator) -> Batch:
        """The batch as the losses need it."""
        for loss in self.plan.losses:
            if getattr(loss, "whole_classes", False) and loss.weight:
                return batch.grouped(split.names, loss.dropout, loss.most_names, rng)
        return batch

    def current(self) -> np.ndarray:
        """Unit rows of the training names as the encoder stands; not worked out twice between two steps."""
        if self.rows_after != self.step:
            self.rows, self.rows_after = self.encoded(self.train), self.step
        return self.rows

    def learn(self, batch: Batch) -> Tensor:
        """One step down the gradient; the loss before it, which nobody waits for: it is still on the device."""
        assert self.optimiser is not None
        self.network.train()
        outputs = self.forward(self.train, batch.rows)
        loss = self.loss(self.train, batch, outputs)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        if self.settings.clip:
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
        self.optimiser.step()
        self.step += 1
        let_go(self.train.names.rows)
        return loss.detach()

    def forward(self, split: Split, positions: np.ndarray) -> Tensor:
        """The network's outputs for these names, float32 on the device [n, d]."""
        batch = to_device(self.readings[id(split)].take(positions), self.device)
        with autocast(self.settings.precision, self.device):
            outputs: Tensor = self.network(batch).float()
        return outputs

    def loss(self, split: Split, batch: Batch, outputs: Tensor) -> Tensor:
        """The weighted sum of the losses for a batch and the network's outputs for its rows."""
        classes, inputs = (taken_from(rows, batch.rows, self.device) for rows in (split.classes, split.inputs))
        view = LossView(batch, outputs, classes, self.prototypes, inputs, split.names)
        return torch.stack([o.weight * o.loss(view) for o in self.plan.losses if o.weight]).sum()

    def outputs(self, split: Split) -> Tensor:
        """What the network gives for a split as it stands, dropout off: [n, d], on the device."""
        return self.every(split, lambda part: part, self.device)

    def encoded(self, split: Split) -> np.ndarray:
        """Unit rows of a split as the encoder stands."""
        return self.every(split, unit, PROCESSOR).numpy()

    @torch.inference_mode()
    def every(self, split: Split, form: Callable[[Tensor], Tensor], where: torch.device) -> Tensor:
        """The outputs of a split in this form, some at a time: of 600,000 names a copy is more than a gigabyte."""
        self.network.eval()
        places = np.arange(len(split.names))
        rows = torch.empty(0)
        for start in range(0, len(places), CHUNK):
            part = form(self.forward(split, places[start : start + CHUNK]))
            rows = rows if start else torch.empty(len(places), part.shape[1], device=where)
            rows[start : start + CHUNK] = part
            let_go(split.names.rows)
        return rows

    @torch.inference_mode()
    def validation_loss(self) -> float:
        """Mean loss over the validation names; the draws are the same each epoch, so that epochs compare."""
        outputs, names = self.outputs(self.validation), self.validation.names
        rng = np.random.default_rng([self.plan.seed, 1])
        losses, leads = [], []
        for drawn in self.plan.sampler.epoch(names, lambda: unit(outputs).cpu().numpy(), self.settings.batch, rng):
            batch = self.whole(drawn, self.validation, rng)
            losses.append(self.loss(self.validation, batch, taken_from(outputs, batch.rows, self.device)))
            leads.append(len(batch.leads))
        return float(np.average(numbers(losses), weights=leads))

    def validation_mean_average_precision(self) -> float:
        """Mean average precision of the validation names ranking the training names (CG section 4.3)."""
        return self.precision(self.encoded(self.validation), self.current())

    def precision(self, queries: np.ndarray, pool: np.ndarray) -> float:
        """Mean average precision under these rows of the validation and the training names; of so many validation
        names, drawn alike each time, that it takes a minute at most."""
        names, classes = self.validation.names.classes, self.train.names.classes
        places = np.arange(len(names))
        if len(names) * len(classes) > MOST_COMPARED:
            most = max(1, MOST_COMPARED // len(classes))
            places = np.sort(np.random.default_rng([self.plan.seed, 2]).choice(len(names), most, replace=False))
        return retrieval(queries[places], names[places], pool, classes).to_dict()["map"]

    def close_epoch(self, losses: Sequence[Tensor]) -> None:
        """Validate after steps with these losses, and keep the weights when they are the best so far."""
        self.epoch += 1
        train_loss = float(np.mean(numbers(losses)))
        if isinstance(self.train.names.rows, np.memmap):  # very many: validation takes a gigabyte, and batches of many
            give_back_memory()  # sizes have left holes
        self.steps_an_epoch = -(-self.step // self.epoch)
        by_loss = self.settings.watch == "loss"
        value = self.validation_loss() if by_loss else self.validation_mean_average_precision()
        if not np.isfinite(value) or not np.isfinite(train_loss):
            amiss = value if not np.isfinite(value) else train_loss
            raise BadInput(f"The loss became {amiss} in epoch {self.epoch}; try a smaller learning rate.")
        self.curve.append({"epoch": self.epoch, "train_loss": train_loss, f"validation_{self.settings.watch}": value})
        if (-value if by_loss else value) > self.best_value:
            self.best_value, self.best_epoch, self.best = -value if by_loss else value, self.epoch, self.weights()

    def weights(self) -> dict[str, Tensor]:
        """A copy of the network's weights, on the device: the best ones change often, and are wanted once."""
        return {name: t.detach().clone() for name, t in self.network.state_dict().items()}

    def message(self) -> str:
        """Where the run stands, in words."""
        if not self.curve:
            return "Epoch 1"
        waited = self.epoch - self.best_epoch
        state = f"; no better for {waited} of {self.settings.patience} epochs" if waited else ""
        what = "loss" if self.settings.watch == "loss" else "mAP"
        return f"Epoch {self.epoch}, validation {what} {self.curve[-1][f'validation_{self.settings.watch}']:.4f}{state}"

    def figures(self) -> dict[str, float]:
        """The latest numbers."""
        return {**self.curve[-1], "best_epoch": self.best_epoch} if self.curve else {}

    def result(self) -> dict[str, Any]:
        """The best epoch's weights with the transform's state, and what they are worth on the validation names."""
        self.network.load_state_dict(self.best)
        self.rows, self.rows_after = np.empty((0, 0), np.float32), -1
        queries, pool = self.validation.names, self.train.names
        before = self.precision(*(names.known_rows() for names in (self.data.validation, self.data.train)))
        watched_precision = self.epoch > 0 and self.settings.watch == "map"
        metrics = {
            "map_before": before,
            "map_after": self.best_value if watched_precision else self.validation_mean_average_precision(),
            "best_epoch": self.best_epoch,
            "train_names": len(pool),
            "validation_names": len(queries),
            "without_vector": self.train.left_out + self.validation.left_out,
        }
        if self.epoch:
            watched = -self.best_value if self.settings.watch == "loss" else self.best_value
            metrics[f"validation_{self.settings.watch}"] = watched
        weights = {name: tensor.cpu().numpy() for name, tensor in self.best.items()}
        state = EncoderState(weights, self.transform_state, self.dim).arrays()
        return {"state": state, "metrics": metrics, "epochs": self.epoch, "recipe": self.plan.to_dict()}


def _add_rows(digest: Any, rows: np.ndarray) -> None:
    for part in in_blocks(rows):
        digest.update(rows[part].tobytes())


def numbers(losses: Sequence[Tensor]) -> list[float]:
    """The losses of many steps, brought to the processor at once."""
    found: list[float] = torch.stack(list(losses)).cpu().tolist()
    return found
