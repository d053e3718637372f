"""Samplers that draw negatives ask where the encoder places the names now, and draw in the form they are set to."""

from __future__ import annotations

import numpy as np
import pytest

from engine.learning.samplers import FewShot, OnePositive, Pairs
from engine.learning.samplers.negatives import FORMS, Negatives
from tests.engine.learning.samplers.splits import fits, split, triplets

NAMES = split([0, 0, 0, 1, 1, 2, 2, 3], dim=4)
MOVED, MOVED_ON = (split(NAMES.classes, dim=4, seed=seed).rows for seed in (1, 2))


def fit_chances(met: np.ndarray, rows: np.ndarray, form: str, nearest: int) -> bool:
    """Whether the negatives of three anchors may have been drawn from these rows."""
    chances = Negatives(NAMES, rows, form, nearest).probabilities(np.arange(8))
    return all(fits(np.bincount(met[met[:, 0] == a, 2], minlength=8), chances[a]) for a in (0, 4, 5))


@pytest.mark.parametrize("nearest", [0, 4])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", [FewShot, OnePositive, Pairs])
def test_negatives_follow_the_encoder_in_the_form_asked_for(kind, form, nearest, monkeypatch):
    monkeypatch.setattr("engine.learning.samplers.few_shot.AT_ONCE", 4)
    sampler, rng = kind(negatives=form, nearest=nearest), np.random.default_rng(0)
    epochs = [triplets(list(sampler.epoch(NAMES, lambda: MOVED, 8, rng))) for _ in range(250)]
    assert fit_chances(np.concatenate(epochs), MOVED, form, nearest)


@pytest.mark.parametrize("kind", [FewShot, OnePositive, Pairs])
def test_each_epoch_looks_again(kind):
    sampler, rng = kind(nearest=1), np.random.default_rng(0)
    for rows in (MOVED, MOVED_ON, NAMES.rows):
        met = triplets(list(sampler.epoch(NAMES, lambda rows=rows: rows, 3, rng)))
        nearest = Negatives(NAMES, rows, nearest=1).probabilities(np.arange(8)).argmax(axis=1)
        assert np.array_equal(met[:, 2], nearest[met[:, 0]])
