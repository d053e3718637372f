"""The parts of one training: what is summed, what is cut, what validation sees, and where classes are drawn to."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest
import torch

from engine.errors import BadInput
from engine.learning.checkpoint import read_checkpoint
from engine.learning.loop import train
from engine.learning.recipe import Recipe
from engine.learning.run import Run
from engine.learning.samplers import Names, TrainingData
from engine.learning.saving import save
from engine.learning.split import prototypes
from engine.models.transforms import TRANSFORMS
from tests.encoders import opened

DIM = 8
TRIPLET = {"name": "triplet", "hinge": "triplet"}
GROUNDING = {"name": "prototypical"}


def names(seed: int, classes=(0, 0, 0, 1, 1, 2, 2, 2, 2), dim: int = DIM) -> Names:
    rows = np.random.default_rng(seed).normal(size=(len(classes), dim)) + 0.5
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Names(rows, np.array(classes), [f"name {seed} {i}" for i in range(len(classes))])


DATA = TrainingData(names(1), names(2))


def recipe(objectives=(TRIPLET, GROUNDING), front="none", **optimiser) -> dict:
    return {
        "front": {"name": front},
        "encoder": {"name": "dan", "hidden": 12},
        "objectives": list(objectives),
        "sampler": {"name": "one-positive"},
        "optimiser": {"precision": "float32", "batch": 9, "most_epochs": 2} | optimiser,
    }


def run(*args, data: TrainingData = DATA, **optimiser) -> Run:
    return Run(Recipe.from_dict(recipe(*args, **optimiser)), data)


def unit_means(split: Names, count: int) -> np.ndarray:
    """The unit mean of each class, by a loop; zero where it has no name."""
    means = np.zeros((count, split.rows.shape[1]))
    for number in set(split.classes.tolist()):
        mean = np.mean([row for row, c in zip(split.rows, split.classes, strict=True) if c == number], axis=0)
        means[number] = mean / np.linalg.norm(mean)
    return means


def test_the_loss_is_the_objectives_sum_by_their_weights():
    def loss(*weights: float) -> float:
        here = run([part | {"weight": w} for part, w in zip((TRIPLET, GROUNDING), weights, strict=True)])
        batch = next(here.batches())
        return float(here.loss(here.train, batch, here.train.inputs[torch.from_numpy(batch.rows)]))

    triplet, grounding = loss(1, 0), loss(0, 1)
    assert loss(3, 0) == pytest.approx(3 * triplet)
    assert loss(0, 0.5) == pytest.approx(0.5 * grounding)
    assert loss(3, 0.5) == pytest.approx(3 * triplet + 0.5 * grounding)
    assert min(triplet, grounding) > 0.01


def gradient(clip: float) -> torch.Tensor:
    """The gradient that the first step went down, all parameters in one row."""
    here = run(clip=clip)
    here.learn(next(here.batches()))
    return torch.cat([p.grad.flatten() for p in here.network.parameters() if p.grad is not None])


def test_a_long_gradient_is_cut_and_keeps_its_direction():
    whole = gradient(clip=0)
    length = float(whole.norm())
    torch.testing.assert_close(gradient(clip=length / 4), whole / 4)
    torch.testing.assert_close(gradient(clip=length * 4), whole)


def test_names_are_encoded_and_validated_without_dropout():
    here = run()
    learned = next(here.batches())
    here.learn(learned)  # which leaves the network in training
    noise = here.noise.get_state()
    used = {name: t.numpy() for name, t in here.weights().items()} | {"dim": np.array(DIM)}
    encoder = opened(here.plan.to_dict(), used)
    np.testing.assert_allclose(here.current(), encoder.encode_rows(DATA.train.rows), atol=1e-6)
    here.network.train()
    np.testing.assert_allclose(here.encoded(here.validation), encoder.encode_rows(DATA.validation.rows), atol=1e-6)
    here.network.train()
    first = here.validation_loss()
    here.network.train()
    assert here.validation_loss() == first
    here.network.train()
    assert here.validation_mean_average_precision() == here.validation_mean_average_precision()
    assert torch.equal(here.noise.get_state(), noise)  # nothing was dropped anywhere
    here.learn(learned)
    assert not torch.equal(here.noise.get_state(), noise)


def test_each_step_moves_the_rows_that_negatives_are_drawn_from():
    here = run(learning_rate=0.05)
    before = here.current().copy()
    here.learn(next(here.batches()))
    assert np.abs(here.current() - before).max() > 0.01


def test_classes_are_drawn_to_the_unit_mean_of_their_training_names():
    data = TrainingData(names(1), names(2, classes=(0, 1, 2, 3)))  # class 3 only validates
    np.testing.assert_allclose(run(data=data).prototypes, unit_means(data.train, 4), atol=1e-6)
    split = names(3, classes=(2, 0, 0, 2, 2))
    found = prototypes(split, split.rows, 3)
    np.testing.assert_allclose(found, unit_means(split, 3), atol=1e-6)


@pytest.mark.parametrize("front", ["none", "cca"])
def test_a_last_class_whose_names_have_no_vector_is_nowhere(front: str) -> None:
    known = names(1, np.arange(40) % 6)
    unknown = Names(np.vstack([known.rows, np.zeros((1, DIM))]), [*known.classes, 6], [*known.texts, "name of nothing"])
    here = run((GROUNDING,), front, data=TrainingData(unknown, names(2, np.arange(6))))
    assert here.train.left_out == 1 and not here.prototypes[6].any() and here.prototypes[:6].any(dim=1).all()


def test_cca_projects_the_classes_by_its_map_for_them():
    data = TrainingData(names(1, np.arange(40) % 6), names(2, np.arange(7)))  # class 6 only validates
    here = run((GROUNDING,), "cca", data=data)
    front = TRANSFORMS["cca"]()
    means = unit_means(data.train, 7)
    expected = (means - here.transform_state["concept_mean"]) @ here.transform_state["concept_map"]
    expected[:6] /= np.linalg.norm(expected[:6], axis=1, keepdims=True)
    expected[6] = 0
    np.testing.assert_allclose(here.prototypes, expected, atol=1e-5)
    names_behind = Names(front.apply(here.transform_state, data.train.rows), data.train.classes, data.train.texts)
    assert np.abs(unit_means(names_behind, 7) - expected).max() > 0.01  # the names' own map would lead elsewhere


@pytest.mark.parametrize("watch", ["loss", "map"])
@pytest.mark.parametrize("rows", [np.zeros((0, DIM)), np.zeros((3, DIM))], ids=["no names", "no vectors"])
def test_an_empty_split_is_said(rows, watch):
    empty = Names(rows, np.arange(len(rows)), [str(i) for i in range(len(rows))])
    with pytest.raises(BadInput, match="validation"):
        list(train(Recipe.from_dict(recipe(watch=watch)), TrainingData(DATA.train, empty)))
    with pytest.raises(BadInput, match="train"):
        list(train(Recipe.from_dict(recipe(watch=watch)), TrainingData(empty, DATA.validation)))


def test_the_data_are_hashed_once_however_many_checkpoints_are_written(tmp_path):
    """All rows were hashed at every checkpoint, which is one an epoch."""
    here = run()
    save(here, tmp_path / "first")
    made = here.fingerprint
    save(here, tmp_path / "second")
    assert here.fingerprint is made and read_checkpoint(tmp_path / "second")[1]["fingerprint"] == made
    digest = hashlib.sha256(json.dumps(here.plan.to_dict(), sort_keys=True).encode())
    for names in (here.train.names, here.validation.names):  # as 0.1.0 hashed them, with the rows as their targets
        texts = "\0".join(names.texts).encode()
        digest.update(names.rows.tobytes() + names.classes.tobytes() + texts + names.rows.tobytes())
    assert made == digest.hexdigest()
