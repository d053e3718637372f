from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from engine.learning.losses.prototypical import Prototypical
from engine.learning.samplers.names import Batch, Names
from tests.engine.learning.losses.points import CLASSES, at, cosine, nine, uneven

PROTOTYPES = at(10, 95, 180, 305)


def grouped(outputs, leads=(1, 6, 8), dropout: float = 0.0, most: int = 100, seed: int = 0):
    seen = nine(outputs, prototypes=PROTOTYPES)
    batch = Batch(np.arange(9), np.array(leads)).grouped(seen.names, dropout, most, np.random.default_rng(seed))
    assert batch.rows.tolist() == list(range(9))
    return nine(outputs, prototypes=PROTOTYPES, batch=batch)


def naive(seen) -> float:
    losses = []
    for group, number in enumerate(seen.batch.group_classes):
        kept = [seen.outputs[m] for m, g in zip(seen.batch.members, seen.batch.groups, strict=True) if g == group]
        losses.append(1 - cosine(sum(kept) / len(kept), PROTOTYPES[number]))
    return sum(losses) / len(losses)


def test_by_hand():
    # Lengths 1 and √3 at 0° and 90° have their mean at 60°; the target at 90° is 30° away.
    outputs = at(0, 90, 0, 0, 0, 0, 0, 0, 0) * torch.tensor([1, 3**0.5] + [1.0] * 7, dtype=torch.float64)[:, None]
    seen = nine(outputs, prototypes=at(90, 0, 0, 0), batch=grouped(outputs, leads=[0]).batch)
    assert seen.batch.members.tolist() == [0, 1]
    assert math.isclose(Prototypical().loss(seen).item(), 1 - math.cos(math.radians(30)))


def test_as_a_naive_loop():
    for dropout in (0.0, 0.5):
        for seed in range(4):
            seen = grouped(uneven(), dropout=dropout, seed=seed)
            assert math.isclose(Prototypical().loss(seen).item(), naive(seen))


def test_all_names_of_the_leads_classes_count_and_no_others():
    seen = grouped(uneven().requires_grad_())
    Prototypical().loss(seen).backward()
    moved = seen.outputs.grad.norm(dim=1) > 1e-6
    assert moved.tolist() == [int(c) in (0, 2, 3) for c in CLASSES]


def test_gradient():
    assert torch.autograd.gradcheck(lambda x: Prototypical().loss(grouped(x)), (uneven().requires_grad_(),))


def test_no_members():
    outputs = uneven().requires_grad_()
    loss = Prototypical().loss(nine(outputs))
    loss.backward()
    assert loss.item() == 0
    assert not outputs.grad.any()


@pytest.mark.parametrize(
    ("names", "dropout", "kept"), [(10, 0.7, 3), (10, 0.5, 5), (9, 0.5, 5), (10, 0.9, 1), (3, 0.0, 3)]
)
def test_dropout_keeps_so_many_of_a_class_exactly(names: int, dropout: float, kept: int):
    rows = np.ones((names, 2), np.float32)
    one_class = Names(rows, np.zeros(names, np.int64), [str(place) for place in range(names)])
    batch = Batch(np.arange(names), np.array([0])).grouped(one_class, dropout, 100, np.random.default_rng(0))
    assert len(batch.members) == kept
