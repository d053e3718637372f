"""Encoders that read texts, through the whole loop: trained, saved, opened, and again."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from engine.events import Finished
from engine.learning.loop import train
from engine.learning.recipe import Recipe
from engine.learning.samplers import Names, TrainingData
from tests.encoders import opened

WORDS = {"heart": ["attack", "failure", "rhythm", "valve"], "lung": ["oedema", "collapse", "abscess", "embolus"]}
SMALL = {"name": "bne", "characters": 4, "character_hidden": 5, "hidden": 6, "dropout": 0.2}


def encode(texts):
    rows = np.array([np.random.default_rng(list(t.encode())).normal(size=8) * bool(t) for t in texts]).reshape(-1, 8)
    return (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)).astype(np.float32)


def data() -> TrainingData:
    splits = []
    for first in (0, 2):
        texts = [f"{site} {word}" for site, words in WORDS.items() for word in words[first : first + 2]]
        splits.append(Names(encode(texts), np.array([0, 0, 1, 1]), texts))
    return TrainingData(*splits, encode=encode)


def trained(**others) -> Finished:
    recipe = {
        "encoder": SMALL,
        "objectives": [{"name": "logistic-synonym"}, {"name": "logistic-concept"}, {"name": "logistic-context"}],
        "sampler": {"name": "few-shot"},
        "optimiser": {"batch": 4, "most_epochs": 15, "learning_rate": 0.01, "precision": "float32"},
        **others,
    }
    *_, last = train(Recipe.from_dict(recipe), data())
    assert isinstance(last, Finished)
    return last


@pytest.mark.parametrize("front", ["none", "cca"])
def test_trained_and_opened_it_places_texts_as_in_training(front):
    last = trained(front={"name": front})
    curve = last.result["metrics"]["validation_loss"], last.result["metrics"]["best_epoch"]
    assert np.isfinite(curve).all()
    assert last.result["metrics"]["best_epoch"] > 1  # it learned
    encoder = opened(last.result["recipe"], last.result["state"], encode)
    rows = encoder.encode(["heart attack", "", "lung collapse"])
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), [1, 0, 1], atol=1e-5)
    np.testing.assert_allclose(encoder.encode(["lung collapse"])[0], rows[2], atol=1e-5)


def test_the_same_recipe_gives_the_same_bytes():
    def sha256() -> str:
        state = trained().result["state"]
        return hashlib.sha256(b"".join(state[name].tobytes() for name in sorted(state))).hexdigest()

    assert sha256() == sha256()
