from __future__ import annotations

import math

import torch

from engine.learning.losses.halfway import Halfway
from tests.engine.learning.losses.points import at, cosine, view


def test_by_hand():
    # Input at 0°, its class at 60°: the target lies at 30°; the output at 90° is 60° away, so 1 − ½.
    seen = view(at(90, length=2.0), [], inputs=at(0), prototypes=at(60))
    assert math.isclose(Halfway().loss(seen).item(), 0.5)


def test_as_a_naive_loop():
    outputs, inputs, prototypes = at(3, 77, 140, 290, length=4.0), at(20, 50, 170, 300), at(10, 200)
    classes = torch.tensor([0, 0, 1, 1])
    expected = [
        1 - cosine(o, (prototypes[c] + i) / 2) for o, i, c in zip(outputs, inputs, classes.tolist(), strict=True)
    ]
    seen = view(outputs, [], inputs=inputs, prototypes=prototypes, classes=classes)
    assert math.isclose(Halfway().loss(seen).item(), sum(expected) / 4)


def test_gradient():
    outputs = at(3, 77, 140, length=4.0).requires_grad_()
    assert torch.autograd.gradcheck(lambda x: Halfway().loss(view(x, [], inputs=at(20, 50, 170))), (outputs,))
