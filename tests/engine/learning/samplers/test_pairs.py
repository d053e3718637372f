from __future__ import annotations

import itertools
import tracemalloc

import numpy as np
import pytest

from engine.errors import BadInput
from engine.learning.samplers import Pairs
from engine.learning.samplers.negatives import Negatives
from engine.learning.samplers.pairs import class_pairs, pair_count, some_pairs
from tests.engine.learning.samplers.splits import batches, fits, leads, split, triplets


def test_every_pair_once_an_epoch_with_a_negative():
    names = split([0] * 4 + [1] * 3 + [2])
    epoch = batches(Pairs(), names, 4)
    met = triplets(epoch)
    assert sorted(tuple(sorted(pair)) for pair in met[:, :2].tolist()) == [
        *itertools.combinations(range(4), 2),
        *itertools.combinations(range(4, 7), 2),
    ]
    assert (names.classes[met[:, 0]] != names.classes[met[:, 2]]).all()
    assert [len(batch.anchors) for batch in epoch] == [4, 4, 1]
    assert np.array_equal(leads(epoch), met[:, 0])
    assert Pairs().steps(names, 4) == 3


def test_directions_and_order_are_fair():
    names = split([0, 0, 0, 1])
    first, direction = np.zeros(3), np.zeros(2)
    rng = np.random.default_rng(0)
    for _ in range(2_000):
        (batch,) = Pairs().epoch(names, lambda: names.rows, 9, rng)
        met = batch.rows[np.column_stack([batch.anchors, batch.positives])]
        first[met[0].sum() - 1] += 1  # pairs 0+1, 0+2 and 1+2 by their sum
        direction[int(met[0, 0] < met[0, 1])] += 1
    assert fits(first, [1, 1, 1])
    assert fits(direction, [1, 1])


def test_negatives_follow_the_weights():
    names = split([0, 0, 1, 1, 2, 2, 3, 3])
    rng = np.random.default_rng(0)
    drawn = np.concatenate([triplets(list(Pairs().epoch(names, lambda: names.rows, 9, rng))) for _ in range(3_000)])
    own = drawn[drawn[:, 0] == 5][:, 2]
    assert fits(np.bincount(own, minlength=8), Negatives(names, names.rows).probabilities(np.array([5]))[0])


@pytest.mark.parametrize(("size", "most"), [(8, 2), (8, 3), (9, 3), (9, 4), (4, 1), (5, 1), (13, 10), (12, 10)])
def test_capped_pairs_are_different_and_as_many_as_said(size, most):
    pairs = np.sort(some_pairs(np.arange(size) + 5, most, np.random.default_rng(0)), axis=1)
    assert len(np.unique(pairs, axis=0)) == len(pairs) == pair_count(size, most)
    met = np.bincount(pairs.ravel() - 5, minlength=size)
    assert met.max() == most
    assert size * most - met.sum() == (size * most) % 2  # all of them, but the odd name out


@pytest.mark.parametrize(("size", "most"), [(7, 2), (8, 3), (7, 3), (6, 1)])
def test_capped_pairs_are_drawn_without_bias(size, most):
    counts = np.zeros((size, size))
    rng = np.random.default_rng(1)
    for _ in range(1_000):
        pairs = np.sort(some_pairs(np.arange(size), most, rng), axis=1)
        counts[pairs[:, 0], pairs[:, 1]] += 1
    counts = counts[np.triu_indices(size, 1)]
    assert counts.sum() == 1_000 * pair_count(size, most)
    # Pairs of one draw differ from each other, so that on the whole the counts spread a little less than free ones.
    assert fits(counts, np.ones(len(counts)))


def test_the_most_pairs_start_where_a_name_would_have_more():
    rng = np.random.default_rng(0)
    assert len(class_pairs(split([0] * 11), 10, rng)) == 55
    assert len(class_pairs(split([0] * 12), 10, rng)) == 60
    assert len(class_pairs(split([0] * 40), 10, rng)) == 200


def test_a_class_of_forty_thousand_does_not_list_its_pairs():
    names = split([0] * 40_000 + [1, 1], dim=2)
    tracemalloc.start()
    pairs = class_pairs(names, 10, np.random.default_rng(0))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(pairs) == 200_001
    assert peak < 30e6  # all pairs would be 12.8 GB
    assert Pairs().steps(names, 64) == 3_126


def test_names_that_are_all_alone_lead_without_pairs():
    epoch = batches(Pairs(), split([0, 1, 2]), 2)
    assert sorted(leads(epoch).tolist()) == [0, 1, 2]
    assert not len(triplets(epoch))
    assert Pairs().steps(split([0, 1, 2]), 2) == len(epoch) == 2


def test_texts_of_two_classes_are_no_negatives():
    names = split([0, 0, 1, 1, 2, 2], texts=["gout", "podagra", "gout", "rash", "itch", "itching"])
    rng = np.random.default_rng(0)
    met = np.concatenate([triplets(list(Pairs().epoch(names, lambda: names.rows, 9, rng))) for _ in range(200)])
    pairs = {(names.texts[a], names.texts[n]) for a, _, n in met.tolist() if names.classes[a] != 2}
    assert ("podagra", "rash") in pairs
    assert not {("podagra", "gout"), ("gout", "gout"), ("rash", "gout")} & pairs


def test_one_class_alone():
    with pytest.raises(BadInput, match="at least two classes"):
        batches(Pairs(), split([0, 0, 0]), 2)
