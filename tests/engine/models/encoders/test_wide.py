"""The wide network does the sums of its layers one after another, whatever memory it takes them through."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from engine.models.encoders.layers import Dropout
from engine.models.encoders.wide import UNITS, WideNetwork

DIM, HIDDEN = 6, 2 * UNITS + 7  # two whole blocks and a small one
CLOSE = {False: 1e-5, True: 0.02}  # of float32 and of bfloat16 products


def network(share: float) -> WideNetwork:
    torch.manual_seed(1)
    return WideNetwork(DIM, HIDDEN, share)


def rows(seed: int, count: int = 11) -> Tensor:
    return torch.randn(count, DIM, generator=torch.Generator().manual_seed(seed))


def one_after_another(wide: WideNetwork, given: Tensor, seed: int) -> Tensor:
    into, last = wide.layers
    dropout = Dropout(wide.share).train(wide.training)
    dropout.generator = torch.Generator().manual_seed(seed)
    return nn.Sequential(into, nn.ReLU(), dropout, last)(given)


def ours(wide: WideNetwork, given: Tensor, seed: int) -> Tensor:
    wide.generator = torch.Generator().manual_seed(seed)
    return wide(given)


def gradients(wide: WideNetwork, given: Tensor, slopes: Tensor) -> list[Tensor]:
    return [given.grad.clone(), *(parameter.grad.clone() for parameter in wide.parameters())]


def near(left: Tensor, right: Tensor, share: float) -> bool:
    return float((left.float() - right.float()).norm()) <= share * float(right.float().norm())


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("share", [0.0, 0.2, 0.5])
def test_outputs_and_gradients_are_those_of_the_layers_one_after_another(share, half):
    wide, slopes = network(share), rows(9)
    found = []
    for way in (one_after_another, ours):
        wide.zero_grad()
        given = rows(2).requires_grad_()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=half):
            out = way(wide, given, 3).float()
        out.backward(slopes)
        found.append([out.detach(), *gradients(wide, given, slopes)])
    for theirs, mine in zip(*found, strict=True):
        assert near(mine, theirs, CLOSE[half])


def test_a_second_step_does_not_see_the_first_and_batches_may_differ_in_size():
    wide = network(0.5)
    for seed, count in ((4, 11), (5, 30), (6, 2)):
        wide.zero_grad()
        ours(wide, rows(seed, count), seed).sum().backward()
        mine = [parameter.grad.clone() for parameter in wide.parameters()]
        wide.zero_grad()
        one_after_another(wide, rows(seed, count), seed).sum().backward()
        for parameter, gradient in zip(wide.parameters(), mine, strict=True):
            assert near(gradient, parameter.grad, 1e-5)


def test_two_passes_before_one_way_back_add_up():
    wide = network(0.5)
    (ours(wide, rows(4), 4) * 2 + ours(wide, rows(5), 5)).sum().backward()
    mine = [parameter.grad.clone() for parameter in wide.parameters()]
    wide.zero_grad()
    (one_after_another(wide, rows(4), 4) * 2 + one_after_another(wide, rows(5), 5)).sum().backward()
    for parameter, gradient in zip(wide.parameters(), mine, strict=True):
        assert near(gradient, parameter.grad, 1e-5)


def test_evaluation_silences_nothing_with_and_without_gradients():
    wide = network(0.5).eval()
    expected = one_after_another(wide, rows(2), 0).detach()
    assert near(wide(rows(2)).detach(), expected, 1e-5)
    with torch.inference_mode():
        assert near(wide(rows(2)), expected, 1e-5)


def test_its_weights_are_called_as_in_versions_saved_before():
    assert list(network(0.5).state_dict()) == ["0.weight", "0.bias", "3.weight", "3.bias"]
