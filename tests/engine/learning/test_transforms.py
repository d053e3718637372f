"""A transform is fitted on the training names, kept with the weights, and applied when the encoder works."""

import numpy as np
import pytest

from engine.errors import Damaged
from engine.events import Finished
from engine.learning.loop import train
from engine.learning.presets import recipe_from
from engine.learning.recipe import Recipe
from engine.learning.samplers import Names, TrainingData
from engine.models.transforms import TRANSFORMS
from engine.models.transforms.centre import centred
from tests.encoders import opened


def _names(seed: int) -> Names:
    rows = np.random.default_rng(seed).standard_normal((12, 6)).astype(np.float32) + 2
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Names(rows, np.repeat([0, 1, 2], 4), [f"name {seed} {i}" for i in range(12)])


def test_a_centred_training_keeps_its_centre_and_applies_it() -> None:
    recipe = recipe_from("few-shot", ["encoder.hidden=16", "optimiser.most_epochs=3"], shots=4)
    data = TrainingData(_names(0), _names(1))
    *_, last = train(Recipe.from_dict(recipe), data)
    assert isinstance(last, Finished)
    state = last.result["state"]
    np.testing.assert_allclose(state["front.centre"], data.train.rows.mean(axis=0), atol=1e-6)
    encoder = opened(last.result["recipe"], state)
    rows = encoder.encode_rows(np.vstack([data.validation.rows, np.zeros((1, 6), np.float32)]))
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), [1] * 12 + [0], atol=1e-5)
    inside = {name: array for name, array in state.items() if name != "front.centre"}
    plain = opened(dict(last.result["recipe"], front={"name": "none"}), inside)
    np.testing.assert_allclose(
        rows[:12], plain.encode_rows(centred(data.validation.rows, state["front.centre"])), atol=1e-6
    )


def test_a_version_of_before_there_were_fronts_still_works() -> None:
    recipe = recipe_from("few-shot", ["encoder.hidden=16", "optimiser.most_epochs=1"], shots=4)
    *_, last = train(Recipe.from_dict(recipe), TrainingData(_names(0), _names(1)))
    assert isinstance(last, Finished)
    state = {name.removeprefix("front."): array for name, array in last.result["state"].items()}
    old = {"encoder": {"name": "residual-dan", "hidden": 16, "dropout": 0.5, "centre": True}}
    today = opened(last.result["recipe"], last.result["state"])
    np.testing.assert_array_equal(opened(old, state).encode_rows(_names(1).rows), today.encode_rows(_names(1).rows))


def test_weights_without_their_centre_are_damaged() -> None:
    recipe = recipe_from("few-shot", ["encoder.hidden=16", "optimiser.most_epochs=1"], shots=4)
    *_, last = train(Recipe.from_dict(recipe), TrainingData(_names(0), _names(1)))
    assert isinstance(last, Finished)
    state = {name: array for name, array in last.result["state"].items() if name != "front.centre"}
    with pytest.raises(Damaged, match="centr"):
        opened(recipe, state)


def test_identity_is_its_front_alone_and_needs_no_epoch() -> None:
    recipe = recipe_from("few-shot") | {"encoder": {"name": "identity"}, "front": {"name": "cca"}}
    *_, last = train(Recipe.from_dict(recipe), TrainingData(_names(0), _names(1)))
    assert isinstance(last, Finished)
    assert last.result["epochs"] == 0
    front = TRANSFORMS["cca"]()
    state = {n.removeprefix("front."): a for n, a in last.result["state"].items() if n.startswith("front.")}
    expected = front.apply(state, _names(1).rows)
    encoder = opened(last.result["recipe"], last.result["state"])
    np.testing.assert_allclose(encoder.encode_rows(_names(1).rows), expected, atol=1e-6)
