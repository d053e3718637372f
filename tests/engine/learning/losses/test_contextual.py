from __future__ import annotations

import math

import numpy as np
import torch

from engine.learning.losses.contextual import Contextual
from engine.learning.samplers.names import Batch
from tests.engine.learning.losses.points import at, cosine, nine, uneven, view


def test_by_hand():
    # Outputs 60° and 90° from their own inputs: 1 − ½ and 1 − 0.
    seen = view(at(60, 120, length=3.0), [], inputs=at(0, 30))
    assert math.isclose(Contextual().loss(seen).item(), 0.75)


def test_as_a_naive_loop_over_the_leads():
    leads = np.array([4, 1, 8])
    targets = at(*range(0, 180, 20))
    seen = nine(uneven(), targets=targets, batch=Batch(np.arange(9), leads))
    expected = [1 - cosine(seen.outputs[i], targets[i]) for i in leads]
    assert math.isclose(Contextual().loss(seen).item(), sum(expected) / 3)


def test_gradient():
    assert torch.autograd.gradcheck(lambda x: Contextual().loss(nine(x)), (uneven().requires_grad_(),))


def test_no_leads():
    outputs = uneven().requires_grad_()
    loss = Contextual().loss(nine(outputs, batch=Batch(np.arange(9), np.zeros(0, dtype=np.int64))))
    loss.backward()
    assert loss.item() == 0
