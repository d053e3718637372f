from __future__ import annotations

import math

import torch

from engine.learning.losses.batch_hard import BatchHard
from tests.engine.learning.losses.points import CLASSES, at, may_part, nine, nothing_to_compare, uneven, view


def naive(outputs: torch.Tensor) -> float:
    losses = []
    for a, point in enumerate(outputs):
        positives = [float((point - p).norm()) for i, p in enumerate(outputs) if i != a and CLASSES[i] == CLASSES[a]]
        negatives = [float((point - p).norm()) for i, p in enumerate(outputs) if may_part(a, i)]
        if positives and negatives:
            losses.append(math.log(1 + math.exp(max(positives) - min(negatives))))
    assert len(losses) == 8  # the class of one name has no anchor
    return sum(losses) / len(losses)


def test_by_hand():
    # Around the unit circle 60° is 1 away, 90° √2 and 150° 2 sin 75°.
    points, classes = at(0, 60, 150), torch.tensor([0, 0, 1])
    wide = 2 * math.sin(math.radians(75))
    expected = (math.log(1 + math.exp(1 - wide)) + math.log(1 + math.exp(1 - 2**0.5))) / 2
    assert math.isclose(BatchHard().loss(view(points, [], classes=classes)).item(), expected, rel_tol=1e-9)


def test_as_a_naive_loop_on_raw_outputs():
    for scale in (0.1, 1.0, 20.0):
        outputs = uneven(scale)
        assert math.isclose(BatchHard().loss(nine(outputs)).item(), naive(outputs), rel_tol=1e-9)


def test_gradient():
    assert torch.autograd.gradcheck(lambda x: BatchHard().loss(nine(x)), (uneven().requires_grad_(),))


def test_equal_outputs_have_a_finite_gradient():
    outputs = at(20, 20, 20, 20).requires_grad_()
    BatchHard().loss(view(outputs, [], classes=torch.tensor([0, 0, 1, 1]))).backward()
    assert torch.isfinite(outputs.grad).all()


def test_far_from_the_origin_float32_is_exact():
    offset = torch.full((9, 2), 300.0, dtype=torch.float64)
    exact, rough = (
        BatchHard().loss(nine(uneven(5).to(kind) + offset.to(kind))) for kind in (torch.double, torch.float)
    )
    assert math.isclose(exact.item(), rough.item(), rel_tol=1e-4)


def test_nothing_to_compare():
    nothing_to_compare(BatchHard())


def test_a_negative_of_many_anchors_gets_the_same_gradient_every_time():
    before, gradients = torch.get_num_threads(), []
    torch.set_num_threads(2)
    for _ in range(4):
        outputs = torch.randn(601, 300, generator=torch.Generator().manual_seed(1)) + 3
        outputs[600] = 0  # every name's nearest negative
        outputs.requires_grad_()
        classes = (torch.arange(601) == 600).long()
        BatchHard().loss(view(outputs, [], classes=classes)).backward()
        gradients.append(outputs.grad)
    torch.set_num_threads(before)
    assert all(torch.equal(gradient, gradients[0]) for gradient in gradients)
