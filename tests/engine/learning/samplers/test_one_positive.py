from __future__ import annotations

import numpy as np

from engine.learning.samplers import OnePositive
from engine.learning.samplers.negatives import Negatives
from engine.learning.samplers.partners import partners, sizes
from tests.engine.learning.samplers.splits import batches, fits, leads, split, triplets


def test_every_name_leads_once_with_one_of_its_class_and_one_of_another():
    names = split([0, 1, 0, 1, 0, 2, 1])
    epoch = batches(OnePositive(), names, 3)
    met = triplets(epoch)
    assert sorted(leads(epoch).tolist()) == list(range(7))
    assert sorted(met[:, 0].tolist()) == [0, 1, 2, 3, 4, 6]  # name 5 is alone in its class
    assert (names.classes[met[:, 0]] == names.classes[met[:, 1]]).all()
    assert (met[:, 0] != met[:, 1]).all()
    assert (names.classes[met[:, 0]] != names.classes[met[:, 2]]).all()
    assert [len(batch.leads) for batch in epoch] == [3, 3, 1]
    assert OnePositive().steps(names, 3) == 3


def test_positives_and_negatives_follow_their_chances():
    names = split([0, 1, 0, 1, 0, 2, 0])
    rng = np.random.default_rng(0)
    met = np.concatenate([triplets(list(OnePositive().epoch(names, lambda: names.rows, 7, rng))) for _ in range(3_000)])
    for anchor, positives in ((0, [0, 0, 1, 0, 1, 0, 1]), (4, [1, 0, 1, 0, 0, 0, 1]), (3, [0, 1, 0, 0, 0, 0, 0])):
        own = met[met[:, 0] == anchor]
        negatives = Negatives(names, names.rows).probabilities(np.array([anchor]))[0]
        assert fits(np.bincount(own[:, 1], minlength=7), positives)
        assert fits(np.bincount(own[:, 2], minlength=7), negatives)


def test_the_order_is_new_each_epoch():
    names = split([0, 0, 1, 1])
    rng = np.random.default_rng(0)
    first = [leads(list(OnePositive().epoch(names, lambda: names.rows, 4, rng)))[0] for _ in range(2_000)]
    assert fits(np.bincount(first), [1, 1, 1, 1])


def test_a_name_of_two_classes_leads_for_each_and_is_no_negative_of_itself():
    names = split([0, 0, 1, 1, 2, 2], texts=["gout", "podagra", "gout", "rash", "itch", "itching"])
    for seed in range(50):
        epoch = batches(OnePositive(), names, 6, seed)
        assert sorted(leads(epoch).tolist()) == list(range(6))
        assert not {(0, 2), (1, 2), (2, 0), (3, 0)} & set(map(tuple, triplets(epoch)[:, [0, 2]].tolist()))


def test_partners_of_a_large_class():
    names = split([7] * 40_000 + [1, 1], dim=2)
    found = partners(names, np.array([0, 39_999, 40_001]), np.random.default_rng(0))
    assert found[2] == 40_000
    assert (found[:2] < 40_000).all()
    assert found[0] != 0
    assert found[1] != 39_999
    assert sizes(names)[[0, 40_000]].tolist() == [40_000, 2]


def test_names_that_are_all_alone_lead_without_triplets():
    epoch = batches(OnePositive(), split([0, 1, 2]), 64)
    assert sorted(leads(epoch).tolist()) == [0, 1, 2]
    assert not len(triplets(epoch))
