from __future__ import annotations

import pytest
import torch
from torch import nn

from engine.models.encoders.layers import AT_ONCE, Dropout, HalfResidual, Linear, draw_mask, keep


def test_half_residual():
    assert HalfResidual(nn.Identity())(torch.tensor([[2.0, 4.0]])).tolist() == [[2.0, 4.0]]
    assert HalfResidual(nn.ReLU())(torch.tensor([[-2.0, 4.0]])).tolist() == [[-1.0, 4.0]]


def test_linear_is_torchs_with_the_weight_turned():
    ours, theirs = Linear(5, 3), nn.Linear(5, 3)
    theirs.load_state_dict({"weight": ours.weight.detach().T, "bias": ours.bias.detach()})
    rows = torch.randn(4, 5)
    assert torch.allclose(ours(rows), theirs(rows), atol=1e-6)


def dropped(share: float, seed: int = 3, kind: torch.dtype = torch.float32) -> torch.Tensor:
    layer = Dropout(share)
    layer.generator = torch.Generator().manual_seed(seed)
    return layer(torch.ones(401, 501, dtype=kind))


def test_dropout_keeps_the_mean_and_only_two_values():
    for share in (0.1, 0.5, 0.9):
        rows = dropped(share)
        assert set(rows.unique().tolist()) == {0.0, torch.tensor(1 / (1 - share)).item()}
        assert abs((rows == 0).float().mean().item() - share) < 0.005  # 5 standard errors at share 0.5


def test_dropout_draws_rows_and_columns_independently():
    kept = (dropped(0.5) > 0).float() - 0.5
    assert abs((kept[:, 1:] * kept[:, :-1]).mean().item()) < 0.003
    assert abs((kept[1:] * kept[:-1]).mean().item()) < 0.003


def test_dropout_repeats_with_its_generator_and_in_either_precision():
    assert torch.equal(dropped(0.5), dropped(0.5))
    assert not torch.equal(dropped(0.5), dropped(0.5, seed=4))
    assert torch.equal(dropped(0.5), dropped(0.5, kind=torch.bfloat16).float())


def test_dropout_rests_in_evaluation_and_without_a_share():
    rows = torch.randn(3, 4)
    assert Dropout(0.5).eval()(rows) is rows
    assert Dropout(0.0)(rows) is rows


def test_dropouts_gradient_is_its_mask():
    layer = Dropout(0.5)
    rows = torch.ones(8, 8, requires_grad=True)
    out = layer(rows)
    out.sum().backward()
    assert torch.equal(rows.grad, out.detach())


@pytest.mark.parametrize("count", [8, 401 * 501, AT_ONCE + 3])
@pytest.mark.parametrize("share", [0.1, 0.5])
@pytest.mark.parametrize("kind", [torch.float32, torch.bfloat16, torch.float64])
def test_a_mask_keeps_what_dropout_keeps_by_the_same_draws(count, share, kind):
    layer = Dropout(share)
    layer.generator, other = (torch.Generator().manual_seed(5) for _ in range(2))
    mask = draw_mask(torch.empty(count, dtype=torch.int16), share, other)
    assert torch.equal(keep(torch.ones(count, dtype=kind), mask) > 0, layer(torch.ones(count)) > 0)
    assert torch.equal(layer.generator.get_state(), other.get_state())
