from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.errors import BadInput, Damaged
from engine.models.encoders import ENCODERS
from engine.models.encoders.dan import DAN
from engine.models.encoders.residual_dan import ResidualDAN
from tests.encoders import opened

RECIPE = {"encoder": {"name": "residual-dan", "hidden": 64, "dropout": 0.5}}


def state_of(network: torch.nn.Module, dim: int) -> dict[str, np.ndarray]:
    return {name: t.numpy() for name, t in network.state_dict().items()} | {"dim": np.array(dim)}


@pytest.fixture
def state():
    torch.manual_seed(0)
    return state_of(ResidualDAN(64).network(8), 8)


def unit_rows(n: int, dim: int = 8) -> np.ndarray:
    rows = np.random.default_rng(1).normal(size=(n, dim)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_it_is_half_the_network_and_half_the_input(state):
    rows = unit_rows(3)
    hidden = np.maximum(rows @ state["inner.0.weight"] + state["inner.0.bias"], 0)
    expected = hidden @ state["inner.3.weight"] + state["inner.3.bias"] + rows
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.allclose(opened(RECIPE, state).encode_rows(rows), expected, atol=1e-6)


def test_plain_dan_has_no_residual():
    torch.manual_seed(0)
    state = state_of(DAN(16).network(8), 8)
    rows = unit_rows(2)
    expected = np.maximum(rows @ state["0.weight"] + state["0.bias"], 0) @ state["3.weight"] + state["3.bias"]
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    encoder = opened({"encoder": {"name": "dan", "hidden": 16}}, state)
    assert np.allclose(encoder.encode_rows(rows), expected, atol=1e-6)


def test_a_name_without_a_vector_stays_without_one(state):
    rows = unit_rows(3)
    rows[1] = 0
    encoded = opened(RECIPE, state).encode_rows(rows)
    assert encoded.dtype == np.float32
    assert not encoded[1].any()
    assert np.allclose(np.linalg.norm(encoded[[0, 2]], axis=1), 1)


def test_no_rows(state):
    assert opened(RECIPE, state).encode_rows(np.zeros((0, 8), np.float32)).shape == (0, 8)


def test_bfloat16_keeps_cosines_within_a_thousandth():
    torch.manual_seed(0)
    state = state_of(ResidualDAN(2_048).network(100), 100)
    recipe = {"encoder": {"name": "residual-dan", "hidden": 2_048}}
    rows = unit_rows(200, 100)
    exact, fast = (opened(recipe, state, precision=p).encode_rows(rows) for p in ("float32", "bfloat16"))
    assert np.abs(exact @ exact.T - fast @ fast.T).max() < 1e-3
    assert np.einsum("ij,ij->i", exact, fast).min() > 1 - 1e-5


def test_wrong_rows_and_wrong_weights_are_named(state):
    with pytest.raises(BadInput, match=r"takes rows of 8 numbers, not an array of shape \(2, 5\)"):
        opened(RECIPE, state).encode_rows(unit_rows(2, 5))
    with pytest.raises(Damaged, match=r"do not fit the residual DAN of their recipe: inner\.0\.weight is \(8, 64\)"):
        opened({"encoder": {"name": "residual-dan", "hidden": 32}}, state)
    with pytest.raises(Damaged, match="do not fit the residual DAN of their recipe"):
        opened(RECIPE, {name: array for name, array in state.items() if name != "inner.3.bias"})


@pytest.mark.parametrize("name", ["dan", "residual-dan", "identity"])
def test_a_few_rows_by_numpy_are_those_of_the_network(name, monkeypatch):
    torch.manual_seed(0)
    settings = {} if name == "identity" else {"hidden": 64}
    recipe = {"encoder": {"name": name, **settings}}
    state = state_of(ENCODERS[name].from_dict(settings).network(8), 8)
    rows = unit_rows(5)
    plain = opened(recipe, state)
    monkeypatch.setenv("NOMENCLATOR_DEVICE", "cpu")  # where a device is named, networks run on it
    on_device = opened(recipe, state)

    assert plain.plain and not on_device.plain
    assert "network" not in vars(plain)
    assert np.allclose(plain.encode_rows(rows), on_device.encode_rows(rows), atol=1e-6)
    assert "network" in vars(on_device) and "network" not in vars(plain)
