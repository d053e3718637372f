from __future__ import annotations

import numpy as np
import pytest
from sklearn.decomposition import PCA

from engine.errors import BadInput
from engine.learning.samplers.names import Names
from engine.models.transforms.all_but_the_top import AllButTheTop
from engine.models.transforms.centre import Centre


def names(n: int = 80, dim: int = 6) -> Names:
    rows = np.random.default_rng(0).normal(size=(n, dim)) * np.arange(dim, 0, -1) + 2
    return Names(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.arange(n) % 5, [str(i) for i in range(n)])


def test_the_top_is_scikit_learns():
    split = names()
    state = AllButTheTop(components=2).fit(split)
    theirs = PCA(2).fit(split.rows.astype(np.float64))
    np.testing.assert_allclose(np.abs(state["top"] @ theirs.components_.T), np.eye(2), atol=1e-5)
    rest = split.rows - theirs.inverse_transform(theirs.transform(split.rows))
    rest /= np.linalg.norm(rest, axis=1, keepdims=True)
    np.testing.assert_allclose(AllButTheTop(components=2).apply(state, split.rows), rest, atol=1e-5)


def test_without_components_it_centres():
    split = names()
    front = AllButTheTop(components=0)
    expected = Centre().apply(Centre().fit(split), split.rows)
    np.testing.assert_allclose(front.apply(front.fit(split), split.rows), expected, atol=1e-6)


def test_all_components_are_too_many():
    with pytest.raises(BadInput, match="6 components cannot be taken from rows of 6 numbers"):
        AllButTheTop(components=6).fit(names())
