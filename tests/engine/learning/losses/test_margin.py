from __future__ import annotations

import math

import pytest
import torch

from engine.learning.losses.margin import Margin
from tests.engine.learning.losses.points import CLASSES, at, cosine, may_part, nine, nothing_to_compare, uneven, view


def naive(outputs, margin=0.1) -> float:
    losses = []
    for a, point in enumerate(outputs):
        negatives = [1 - cosine(point, n) for i, n in enumerate(outputs) if may_part(a, i)]
        shares = [1 / min(max(d, 0.01), 1) for d in negatives]
        for p, other in enumerate(outputs):
            if p != a and CLASSES[p] == CLASSES[a] and negatives:
                near = 1 - cosine(point, other)
                hinged = [max(near - far + margin, 0) * s for far, s in zip(negatives, shares, strict=True)]
                losses.append(sum(hinged) / sum(shares))
    return sum(losses) / len(losses)


def test_by_hand():
    # One pair at 0° and 60°, a negative at 90°: from 0° it is ½ − 1 + 0.6, from 60° ½ − (1 − cos 30°) + 0.6.
    seen = view(at(0, 60, 90, length=2.0), [], classes=torch.tensor([0, 0, 1]))
    expected = (0.1 + 0.5 - (1 - math.cos(math.radians(30))) + 0.6) / 2
    assert math.isclose(Margin(margin=0.6).loss(seen).item(), expected)


def test_near_negatives_count_by_their_nearness():
    # From 0°, negatives at 60° (distance ½, weight 2) and 90° (distance 1, weight 1); the positive coincides.
    seen = view(at(0, 0, 60, 90), [], classes=torch.tensor([0, 0, 1, 2]))
    assert math.isclose(Margin(margin=1.0).loss(seen).item(), (2 * 0.5 + 1 * 0.0) / 3)


@pytest.mark.parametrize("margin", [0.1, 0.7])
def test_as_a_naive_loop(margin):
    assert math.isclose(Margin(margin=margin).loss(nine(uneven())).item(), naive(uneven(), margin))


def test_nothing_to_compare():
    nothing_to_compare(Margin())


def test_gradient():
    # The shares are fixed in a step, so gradcheck sees them where all negatives are at one distance or more.
    objective = Margin(margin=0.5)
    points = at(0, 10, 180, 190).requires_grad_()
    classes = torch.tensor([0, 0, 1, 1])
    assert torch.autograd.gradcheck(lambda x: objective.loss(view(x, [], x.detach(), classes=classes)), (points,))
