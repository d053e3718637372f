from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.learning.samplers import InBatch
from tests.engine.learning.samplers.splits import batches, fits, leads, split


def test_every_name_leads_once_beside_one_of_its_class():
    names = split([0, 1, 0, 1, 0, 2, 1])
    epoch = batches(InBatch(), names, 3)
    assert sorted(leads(epoch).tolist()) == list(range(7))
    assert [len(batch.leads) for batch in epoch] == [3, 3, 1]
    assert InBatch().steps(names, 3) == 3
    for batch in epoch:
        classes = names.classes[batch.rows]
        met = np.bincount(classes)[classes[batch.leads]]
        assert (met[batch.rows[batch.leads] != 5] >= 2).all()  # name 5 is alone in its class
        assert len(batch.rows) <= 6
        assert len(np.unique(batch.rows)) == len(batch.rows)
        assert not len(batch.anchors)


def test_partners_are_drawn_evenly():
    names = split([0, 1, 0, 0, 0, 1])
    rng = np.random.default_rng(0)
    counts = np.zeros(6)
    for _ in range(4_000):
        for batch in InBatch().epoch(names, lambda: names.rows, 1, rng):
            if batch.rows[batch.leads[0]] == 2:
                counts[np.setdiff1d(batch.rows, [2])] += 1
    assert fits(counts, [1, 0, 0, 1, 1, 0])


def test_one_class_alone():
    with pytest.raises(BadInput, match="at least two classes"):
        batches(InBatch(), split([0, 0, 0]), 2)


def test_names_that_are_all_alone_lead_alone():
    (batch,) = batches(InBatch(), split([0, 1, 2]), 64)
    assert batch.rows.tolist() == [0, 1, 2]
    assert len(batch.leads) == 3
