from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from engine.learning.losses.triplet import Triplet
from tests.engine.learning.losses.points import at, cosine, view


def naive(outputs, triplets, margin, hinge):
    distance = {(i, j): 1 - cosine(outputs[i], outputs[j]) for t in triplets for i in t for j in t}
    excess = [distance[a, p] - distance[a, n] + margin for a, p, n in triplets]
    if hinge == "batch":
        return max(sum(excess) / len(excess), 0.0)
    return sum(max(e, 0.0) for e in excess) / len(excess)


def test_by_hand():
    points = at(0, 60, 90)  # cos 60 = 0.5, cos 90 = 0
    near_first = view(points, [(0, 1, 2)])  # 0.5 − 1 + 0.1 < 0
    far_first = view(points, [(0, 2, 1)])  # 1 − 0.5 + 0.1
    assert Triplet().loss(near_first).item() == 0
    assert math.isclose(Triplet().loss(far_first).item(), 0.6)
    both = view(points, [(0, 1, 2), (0, 2, 1)])
    assert math.isclose(Triplet(hinge="triplet").loss(both).item(), 0.3)
    assert math.isclose(Triplet(hinge="batch").loss(both).item(), 0.1)


@pytest.mark.parametrize("hinge", ["triplet", "batch"])
@pytest.mark.parametrize("margin", [0.0, 0.1, 0.9])
def test_as_a_naive_loop(hinge, margin):
    rng = np.random.default_rng(2)
    points = at(*rng.uniform(0, 360, size=9), length=3.0)
    triplets = [tuple(rng.choice(9, size=3, replace=False).tolist()) for _ in range(20)]
    loss = Triplet(margin=margin, hinge=hinge).loss(view(points, triplets))
    assert math.isclose(loss.item(), naive(points, triplets, margin, hinge), abs_tol=1e-12)


@pytest.mark.parametrize("hinge", ["triplet", "batch"])
def test_gradient(hinge):
    points = at(10, 35, 80, 130, 200, length=1.7).requires_grad_()
    triplets = [(0, 3, 1), (1, 4, 2), (0, 4, 1), (2, 0, 1)]
    assert torch.autograd.gradcheck(lambda x: Triplet(margin=0.5, hinge=hinge).loss(view(x, triplets)), (points,))


def test_no_triplets_is_no_loss():
    points = at(0, 90).requires_grad_()
    loss = Triplet().loss(view(points, []))
    loss.backward()
    assert loss.item() == 0
    assert not points.grad.any()
