from __future__ import annotations

import copy
import json
from dataclasses import replace

import numpy as np
import pytest

import engine.learning.loop as training
from engine.errors import BadInput, Damaged
from engine.events import Progress, finished
from engine.learning.loop import train
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.learning.samplers import Names, TrainingData
from tests.encoders import opened

DIM, CLASSES = 24, 5


def recipe(**optimiser):
    small = copy.deepcopy(PRESETS["few-shot"])
    small["encoder"]["hidden"] = 40
    small["optimiser"] |= {"most_epochs": 6, "precision": "float32"} | optimiser
    return Recipe.from_dict(small)


def split(seed: int, each: int = 6) -> Names:
    """Names around their class's middle, with a few loud directions that say nothing of the class."""
    middles = np.random.default_rng(99).normal(size=(CLASSES, DIM))
    classes = np.repeat(np.arange(CLASSES), each)
    loudness = np.where(np.arange(DIM) < 4, 5.0, 0.7)
    rows = middles[classes] + np.random.default_rng(seed).normal(size=(len(classes), DIM)) * loudness
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Names(rows, classes, [f"name {seed} {i}" for i in range(len(classes))])


DATA = TrainingData(split(1), split(2))


def same(one: dict, other: dict) -> bool:
    weights = all(np.array_equal(one["state"][name], other["state"][name]) for name in one["state"] | other["state"])
    return weights and one["metrics"] == other["metrics"] and one["epochs"] == other["epochs"]


def test_it_learns_and_what_it_learned_can_be_used():
    done = finished(train(recipe(most_epochs=60, learning_rate=0.005), DATA))
    assert done["metrics"]["map_after"] > done["metrics"]["map_before"] + 0.1
    encoder = opened(json.loads(json.dumps(done["recipe"])), done["state"])
    assert np.allclose(np.linalg.norm(encoder.encode_rows(DATA.validation.rows), axis=1), 1, atol=1e-6)


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_the_same_recipe_twice_gives_the_same_bytes(precision):
    assert same(finished(train(recipe(precision=precision), DATA)), finished(train(recipe(precision=precision), DATA)))


def test_another_seed_gives_another_encoder():
    assert not same(finished(train(recipe(), DATA)), finished(train(replace(recipe(), seed=1), DATA)))


def test_a_training_is_saved_every_ten_seconds():
    assert training.SAVE_EVERY == 10.0  # tests that resume one set it to less


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_resumed_run_gives_what_an_uninterrupted_one_gives(tmp_path, monkeypatch, precision):
    monkeypatch.setattr(training, "SAVE_EVERY", 0.0)
    whole = finished(train(recipe(precision=precision), DATA))
    place = tmp_path / "run" / "checkpoint.safetensors"
    running = train(recipe(precision=precision), DATA, place)
    next(e for e in running if e.curve and e.curve["epoch"] == 4)  # killed before the fourth epoch was saved
    running.close()
    assert [path.name for path in place.parent.iterdir()] == ["checkpoint.safetensors"]
    events = list(train(recipe(precision=precision), DATA, place))
    assert events[0].message == "Resumed after epoch 3"
    assert [event.curve["epoch"] for event in events if isinstance(event, Progress) and event.curve] == [4, 5, 6]
    assert same(finished(events), whole)


def test_a_run_without_improvement_stops_and_restores_the_best():
    events = list(train(recipe(most_epochs=300, patience=3, learning_rate=0.05), DATA))
    curve = [event.curve for event in events if isinstance(event, Progress) and event.curve]
    done = finished(events)
    losses = [point["validation_loss"] for point in curve]
    assert done["epochs"] == len(curve) < 300
    assert done["metrics"]["best_epoch"] == int(np.argmin(losses)) + 1 == len(curve) - 3
    assert done["metrics"]["validation_loss"] == min(losses)


def test_progress_counts_steps_to_an_honest_total():
    events = list(train(recipe(), DATA))
    steps = [event.step for event in events if isinstance(event, Progress)]
    assert steps == sorted(steps)
    assert {event.total for event in events if isinstance(event, Progress)} == {6 * 4}
    assert steps[-1] == 24


def test_the_recipe_records_the_precision_it_ran_in():
    assert finished(train(recipe(precision="auto"), DATA))["recipe"]["optimiser"]["precision"] in (
        "float32",
        "bfloat16",
    )


def test_names_without_a_vector_train_nothing_and_are_counted():
    rows = DATA.train.rows.copy()
    rows[3] = 0
    holed = Names(rows, DATA.train.classes, DATA.train.texts)
    done = finished(train(recipe(), TrainingData(holed, DATA.validation)))
    assert done["metrics"]["without_vector"] == 1
    assert done["metrics"]["train_names"] == len(DATA.train) - 1
    assert all(np.isfinite(array).all() for array in done["state"].values())


def test_no_vectors_at_all_is_said():
    empty = Names(np.zeros((4, DIM)), np.arange(4), list("abcd"))
    with pytest.raises(BadInput, match="None of the 4 training names has a vector"):
        list(train(recipe(), TrainingData(empty, DATA.validation)))
    with pytest.raises(BadInput, match="None of the 4 validation names has a vector"):
        list(train(recipe(), TrainingData(DATA.train, empty)))


def test_a_split_of_no_names_is_not_blamed_on_the_vectors():
    nothing = Names(np.zeros((0, DIM)), np.zeros(0), [])
    for data, split in (
        (TrainingData(nothing, DATA.validation), "training"),
        (TrainingData(DATA.train, nothing), "val"),
    ):
        with pytest.raises(BadInput, match=f"The data have no {split}.*; name more concepts"):
            list(train(recipe(), data))


def test_a_class_with_one_name_and_a_class_that_only_validates():
    few = Names(DATA.train.rows[:8], DATA.train.classes[:8], DATA.train.texts[:8])  # 6 of class 0, 2 of class 1
    one = Names(DATA.train.rows[:7], DATA.train.classes[:7], DATA.train.texts[:7])
    for names in (few, one):
        done = finished(train(recipe(), TrainingData(names, DATA.validation)))
        assert np.isfinite(done["metrics"]["validation_loss"])


def test_a_checkpoint_of_another_recipe_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(training, "SAVE_EVERY", 0.0)
    place = tmp_path / "checkpoint.safetensors"
    list(train(recipe(), DATA, place))
    with pytest.raises(Damaged, match="belongs to another recipe"):
        list(train(replace(recipe(), seed=4), DATA, place))


def test_a_broken_checkpoint_is_named(tmp_path):
    place = tmp_path / "checkpoint.safetensors"
    place.write_bytes(b"not safetensors")
    with pytest.raises(Damaged, match="cannot be read"):
        list(train(recipe(), DATA, place))


def test_training_leaves_torchs_own_randomness_alone():
    import torch

    torch.manual_seed(5)
    before = torch.get_rng_state()
    running = train(recipe(), DATA)
    next(running)
    running.close()
    assert torch.equal(torch.get_rng_state(), before)


def test_weights_of_nothing_but_0_are_refused_before_the_first_step():
    weightless = replace(recipe(), losses=tuple(replace(loss, weight=0.0) for loss in recipe().losses))
    with pytest.raises(BadInput, match="Every loss weighs 0"):
        next(train(weightless, DATA))
