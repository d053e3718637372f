from __future__ import annotations

import math

import pytest
import torch

from engine.learning.losses.multi_similarity import MultiSimilarity
from tests.engine.learning.losses.points import CLASSES, at, cosine, may_part, nine, nothing_to_compare, uneven, view


def naive(outputs, alpha=2.0, beta=50.0, threshold=0.5, epsilon=0.1) -> float:
    losses = []
    for a, point in enumerate(outputs):
        positives = [cosine(point, p) for i, p in enumerate(outputs) if i != a and CLASSES[i] == CLASSES[a]]
        negatives = [cosine(point, p) for i, p in enumerate(outputs) if may_part(a, i)]
        if not positives or not negatives:
            continue
        near = [s for s in positives if s < max(negatives) + epsilon]
        far = [s for s in negatives if s > min(positives) - epsilon]
        losses.append(
            math.log(1 + sum(math.exp(-alpha * (s - threshold)) for s in near)) / alpha
            + math.log(1 + sum(math.exp(beta * (s - threshold)) for s in far)) / beta
        )
    return sum(losses) / len(losses)


def test_by_hand():
    # From 0° the positive at 60° has cosine ½, from 60° too; the negative at 90° has 0 and cos 30°.
    seen = view(at(0, 60, 90, length=3.0), [], classes=torch.tensor([0, 0, 1]))
    near = math.log(2) / 2  # e^(−2 (½ − ½)) = 1
    far = math.log(1 + math.exp(50 * (math.cos(math.radians(30)) - 0.5))) / 50
    # The first: ½ > 0 + 0.1, so its positive is easy; 0 < ½ − 0.1, so its negative is as well. The second has both.
    assert math.isclose(MultiSimilarity().loss(seen).item(), (near + far) / 2)


@pytest.mark.parametrize("settings", [{}, {"epsilon": 1.0}, {"alpha": 10.0, "beta": 3.0, "threshold": 0.0}])
def test_as_a_naive_loop(settings):
    assert math.isclose(MultiSimilarity(**settings).loss(nine(uneven())).item(), naive(uneven(), **settings))


def test_gradient():
    objective = MultiSimilarity(beta=5.0)
    assert torch.autograd.gradcheck(lambda x: objective.loss(nine(x)), (uneven().requires_grad_(),))


def test_steep_exponents_stay_finite():
    outputs = uneven().float().requires_grad_()
    loss = MultiSimilarity(beta=1000.0, alpha=1000.0).loss(nine(outputs))
    loss.backward()
    assert torch.isfinite(loss)
    assert torch.isfinite(outputs.grad).all()


def test_nothing_to_compare():
    nothing_to_compare(MultiSimilarity())
