"""Rows of words learnt from synonyms: the words of one concept's names are drawn together, those of others apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.events import Event, Finished, Progress
from engine.learning.word_names import WordNames
from engine.models.transforms.cca import CCA
from engine.models.transforms.rows import unit
from engine.settings import Settings, setting

if TYPE_CHECKING:
    from torch import Tensor

TOGETHER = 4  # names of a concept that meet in a batch
REPORT = 20  # steps between two words on progress


@dataclass(frozen=True)
class WordSettings(Settings):
    """How words learn and what is kept of them; the defaults are those of the words that ship."""

    title = "learning words"
    dim: int = setting(200, "Dimensions", "Numbers in a row, even; the directions in which concepts agree.", 2, 2_000)
    most_words: int = setting(8, "Most words a name", "Longer names are left out; punctuation counts.", 1, 1_000)
    epochs: int = setting(6, "Epochs", "How often every name is read.", 0, 100)
    batch: int = setting(500, "Batch", "Names that meet in a step.", 10, 10_000)
    learning_rate: float = setting(0.002, "Learning rate", "Adam's step, for the words of a batch.", 1e-6, 1.0)
    sharpness: float = setting(20.0, "Sharpness", "What cosines are multiplied by in the softmax.", 0.1, 200.0)
    anchor: float = setting(0.02, "Anchor", "How strongly a word is drawn back to where it began.", 0.0, 100.0)
    teacher_weight: float = setting(0.5, "Teacher's weight", "Of the teacher's rows beside the base's.", 0.0, 10.0)
    teacher_numbers: int = setting(100, "Teacher's numbers", "Of its row of a word, after the first.", 1, 1_000)
    table: int = setting(70_000, "Words kept", "Those that moved most, as often as names have them.", 1, 10_000_000)
    seed: int = setting(0, "Seed", "Of the order in which names meet.", 0, 2**31 - 1)


@dataclass(frozen=True)
class FittedNames:
    """Names by their rows [n, d] and concepts [n], as transforms are fitted on."""

    rows: np.ndarray
    classes: np.ndarray

    @classmethod
    def of(cls, names: WordNames, words: np.ndarray, chosen: np.ndarray) -> FittedNames:
        """The names where `chosen` [n] is true, each the unit sum of its words' rows."""
        sums = names.counts[np.flatnonzero(chosen)] @ words
        return cls(unit(sums, sums), names.classes[chosen])


def learn_words(names: WordNames, first: np.ndarray, settings: WordSettings, fitted_on: np.ndarray) -> Iterator[Event]:
    """Learn the words' rows from `first` [words, d]; ends with Finished({"rows": float32 [words, d], "loss"}).

    A name is the unit sum of its words, behind a CCA fitted once, on the names where `fitted_on` [n] is true. The loss
    is the softmax over a batch's cosines: each other name of the concept against the names of all others.
    """
    import torch
    from torch import nn

    state = CCA().fit(FittedNames.of(names, first, fitted_on))
    mean, into = torch.from_numpy(state["mean"]), torch.from_numpy(state["map"])
    begun, classes = torch.from_numpy(first), torch.from_numpy(names.classes)
    rows = begun.clone().requires_grad_(True)
    spread = float(begun.square().sum(1).mean())
    optimiser = torch.optim.SparseAdam([rows], lr=settings.learning_rate)
    rng = np.random.default_rng(settings.seed)
    losses: list[float] = []
    for epoch in range(settings.epochs):
        batches = _batches(names.groups(TOGETHER, rng), settings.batch)
        for step, batch in enumerate(batches):
            places, starts = _words_of(names, batch)
            sums = nn.functional.embedding_bag(places, rows, starts, mode="sum", sparse=True)
            found = nn.functional.normalize((nn.functional.normalize(sums, dim=1) - mean) @ into, dim=1)
            loss = _contrast(settings.sharpness * (found @ found.T), classes[torch.from_numpy(batch)])
            used = torch.unique(places)
            shift = nn.functional.embedding(used, rows, sparse=True) - begun[used]
            optimiser.zero_grad()
            (loss + settings.anchor * shift.square().sum(1).mean() / spread).backward()
            optimiser.step()
            losses.append(float(loss.detach()))
            if step % REPORT == 0:
                message = f"Learning words, epoch {epoch + 1}, loss {losses[-1]:.3f}"
                yield Progress(epoch * len(batches) + step, settings.epochs * len(batches), message)
    last = losses[-max(1, len(losses) // max(1, settings.epochs)) :]
    yield Finished({"rows": rows.detach().numpy(), "loss": float(np.mean(last)) if last else None})


def _contrast(likeness: Tensor, classes: Tensor) -> Tensor:
    """The mean over pairs of one class of −ln e^s / (e^s + Σ e^s' over the other classes), for scores s [n, n]: InfoNCE
    (van den Oord, Li and Vinyals 2018, equation 4)."""
    import torch

    same = classes[:, None] == classes[None, :]
    others = torch.logsumexp(likeness.masked_fill(same, -1e4), dim=1)
    anchors, positives = (same & ~torch.eye(len(same), dtype=torch.bool)).nonzero(as_tuple=True)
    near, far = likeness[anchors, positives], others[anchors]
    return (torch.logaddexp(far, near) - near).mean()


def _batches(groups: list[np.ndarray], names: int) -> list[np.ndarray]:
    """The groups in their order as batches of about `names` names."""
    ends = np.cumsum([len(group) for group in groups])
    count = max(1, int(ends[-1]) // names)
    cuts = np.searchsorted(ends, np.linspace(0, ends[-1], count + 1)[1:-1]) + 1
    return [np.concatenate(groups[a:b]) for a, b in pairwise([0, *cuts.tolist(), len(groups)]) if b > a]


def _words_of(names: WordNames, batch: np.ndarray) -> tuple[Tensor, Tensor]:
    """The words of these names, one name after the other, and where each name begins: int64."""
    import torch

    chosen = names.counts[batch]
    starts = chosen.indptr[:-1].astype(np.int64)
    return torch.from_numpy(chosen.indices.astype(np.int64)), torch.from_numpy(starts)
