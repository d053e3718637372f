"""Frequent n-grams written out and rare ones apart give the product that all of them give."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import random as random_rows

from engine.normalisation import similarity
from engine.normalisation.similarity import LexicalColumns


@pytest.mark.parametrize(("share", "most"), [(0.05, 2**20), (0.0, 2**20), (1.0, 2**20), (0.05, 4 * 300 * 3)])
def test_scores_are_the_plain_product(share: float, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(similarity, "FREQUENT", share)
    monkeypatch.setattr(similarity, "MOST_BYTES", most)
    names = random_rows(300, 80, 0.06, "csr", np.float32, np.random.default_rng(1))
    queries = random_rows(90, 80, 0.2, "csr", np.float32, np.random.default_rng(2))
    columns = LexicalColumns(names)

    assert columns.scores(queries) == pytest.approx((queries @ names.T).toarray(), abs=1e-5)
    assert columns.rows.nnz == names.nnz


def test_no_names_have_no_scores() -> None:
    nothing = random_rows(0, 80, 0.06, "csr", np.float32)
    queries = random_rows(4, 80, 0.2, "csr", np.float32, np.random.default_rng(2))

    assert LexicalColumns(nothing).scores(queries).shape == (4, 0)
