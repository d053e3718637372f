"""Centring: the mean goes, lengths stay one, names without a vector stay zero, and training carries it along."""

import numpy as np
import pytest

from engine.encoders import load_encoder
from engine.encoders.centring import centre_of, centred
from engine.errors import Damaged
from engine.events import Finished
from engine.presets import recipe_from
from engine.samplers import Names, TrainingData
from engine.training import train


def _names(seed: int) -> Names:
    rows = np.random.default_rng(seed).standard_normal((12, 6)).astype(np.float32) + 2
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Names(rows, np.repeat([0, 1, 2], 4), [f"name {seed} {i}" for i in range(12)])


def test_by_hand() -> None:
    rows = np.array([[1, 0], [0, 1], [0, 0]], dtype=np.float32)
    assert centre_of(rows).tolist() == [0.5, 0.5]
    half = 0.5**0.5
    np.testing.assert_allclose(centred(rows, centre_of(rows)), [[half, -half], [-half, half], [0, 0]], atol=1e-6)
    assert rows[0].tolist() == [1, 0]  # the given rows are not touched


def test_a_centred_training_keeps_its_centre_and_applies_it() -> None:
    recipe = recipe_from("few-shot", ["encoder.centre=true", "encoder.hidden=16", "optimiser.most_epochs=3"], shots=4)
    data = TrainingData(_names(0), _names(1))
    *_, last = train(recipe, data)
    assert isinstance(last, Finished)
    state = last.result["state"]
    np.testing.assert_allclose(state["centre"], data.train.rows.mean(axis=0), atol=1e-6)
    encoder = load_encoder(last.result["recipe"], state)
    rows = encoder.encode(np.vstack([data.validation.rows, np.zeros((1, 6), np.float32)]))
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), [1] * 12 + [0], atol=1e-5)
    plain = dict(last.result["recipe"], encoder=dict(last.result["recipe"]["encoder"], centre=False))
    inside = load_encoder(plain, {name: array for name, array in state.items() if name != "centre"})
    np.testing.assert_allclose(rows[:12], inside.encode(centred(data.validation.rows, state["centre"])), atol=1e-6)


def test_weights_without_their_centre_are_damaged() -> None:
    recipe = recipe_from("few-shot", ["encoder.centre=true", "encoder.hidden=16", "optimiser.most_epochs=1"], shots=4)
    *_, last = train(recipe, TrainingData(_names(0), _names(1)))
    assert isinstance(last, Finished)
    state = {name: array for name, array in last.result["state"].items() if name != "centre"}
    with pytest.raises(Damaged, match="centre"):
        load_encoder(recipe, state)
