from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.errors import BadInput
from engine.learning.samplers import ConceptGroups
from engine.learning.samplers.concept_groups import dealt, turns
from tests.engine.learning.samplers.splits import batches, fits, leads, split

CLASSES = [0] * 5 + [1] * 2 + [2] * 7 + [3, 4, 5, 6]  # the last four names are alone


@pytest.mark.parametrize("texts", [2, 3, 4, 9])
def test_names_with_company_lead_once_and_meet_their_class(texts):
    names = split(CLASSES)
    epoch = batches(ConceptGroups(texts=texts), names, 6)
    assert sorted(leads(epoch).tolist()) == list(range(14))
    assert sorted(np.concatenate([b.rows for b in epoch]).tolist()) == list(range(18))
    assert ConceptGroups(texts=texts).steps(names, 6) == len(epoch)
    for batch in epoch:
        classes = names.classes[batch.rows[batch.leads]]
        assert (np.bincount(classes)[classes] >= 2).all()
        assert not len(batch.anchors)


def test_groups_are_drawn_evenly():
    # With two of five names left over for the second group of class 0, each name is in the group of three 3 in 5 times.
    names = split([0] * 5 + [1, 1])
    rng = np.random.default_rng(0)
    three, pairs = np.zeros(5), Counter()
    for _ in range(3_000):
        for group in ConceptGroups().groups(names, rng):
            if len(group) == 3:
                three[group] += 1
            elif group[0] < 5:
                pairs[tuple(sorted(group))] += 1
    assert three.sum() == 9_000
    assert len(pairs) == 10
    assert fits(list(pairs.values()), np.ones(10))  # which also settles who the three are


def test_batches_mix_the_classes_evenly():
    names = split(np.repeat(np.arange(20), 2).tolist() + list(range(20, 30)))
    rng = np.random.default_rng(0)
    led, beside = np.zeros(50), np.zeros(50)
    for _ in range(1_500):
        batch = next(ConceptGroups().epoch(names, lambda: names.rows, 12, rng))
        here = batch.rows[batch.leads]
        led[here] += 1
        beside[np.setdiff1d(batch.rows, here)] += 1
    assert fits(led[:40:2], np.ones(20))
    assert np.array_equal(led[:40:2], led[1:40:2])  # a class of two comes whole
    assert fits(beside, [0] * 40 + [1] * 10)


def test_mentions_are_repeated_to_the_ratio():
    mentions = np.array([True, True, False, False] * 25 + [False] * 21)
    names = split([*np.repeat(np.arange(25), 4).tolist(), *range(25, 46)], mentions=mentions)
    assert turns(names, 0, np.random.default_rng(0)).tolist() == [1] * 100 + [0] * 21
    times = turns(names, 1.0, np.random.default_rng(0))  # 71 other names, of which 21 are alone; 50 mentions
    assert times[mentions].sum() == 71
    assert set(times[mentions]) == {1, 2}
    assert times[~mentions].tolist() == [1] * 50 + [0] * 21


def test_a_third_by_default_and_never_fewer_than_once():
    names = split([0] * 7 + [1] * 30, mentions=np.array([True] + [False] * 36))
    assert turns(names, ConceptGroups().mention_ratio, np.random.default_rng(0)).tolist() == [12] + [1] * 36
    many = split([0] * 4 + [1] * 4, mentions=np.array([True] * 3 + [False] * 5))
    assert turns(many, 1 / 3, np.random.default_rng(0)).tolist() == [1] * 8


def test_the_mentions_with_one_more_turn_are_drawn_evenly():
    names = split([0] * 15 + [1] * 15, mentions=np.array([True] * 6 + [False] * 24))
    rng = np.random.default_rng(0)
    more = sum((turns(names, 1 / 3, rng) == 2)[:6].astype(int) for _ in range(2_000))
    assert more.sum() == 2_000 * 2
    assert fits(more, np.ones(6))


def test_an_epoch_keeps_the_ratio():
    mentions = np.arange(1_001) % 10 == 0
    names = split([*np.repeat(np.arange(100), 10).tolist(), 100], mentions=mentions)  # the last is alone
    groups = ConceptGroups().groups(names, np.random.default_rng(0))
    counts = np.bincount(np.concatenate(groups), minlength=1_001)
    assert counts[mentions].tolist() == [3] * 100 + [0]
    assert counts[~mentions].tolist() == [1] * 900
    assert {len(group) for group in groups} == {2}
    led = np.bincount(leads(batches(ConceptGroups(), names, 10)), minlength=1_001)
    assert (led <= counts).all()  # twice in one batch is once
    assert led.sum() > 1_190


def test_groups_hold_different_names():
    rng = np.random.default_rng(0)
    assert dealt(np.array([1, 2, 3]), np.array([1, 1, 1]), 2, rng) == [[1, 2, 3]]
    assert dealt(np.array([1, 2, 3]), np.array([2, 1, 1]), 2, rng) == [[1, 2], [1, 3]]
    assert dealt(np.arange(7), np.ones(7, dtype=int), 4, rng) == [[0, 2, 4, 6], [1, 3, 5]]
    for times in ([5, 1, 1], [1, 5, 1], [2, 3, 3], [4, 4, 1]):
        groups = dealt(np.array([1, 2, 3]), np.array(times), 2, rng)
        assert all(len(set(group)) == len(group) >= 2 for group in groups)
    company = [dealt(np.array([1, 2, 3]), np.array([3, 1, 1]), 2, rng)[2] for _ in range(1_000)]
    assert {group[0] for group in company} == {1}
    assert fits(np.bincount([group[1] for group in company], minlength=4), [0, 0, 1, 1])


def test_mostly_names_alone_still_give_batches_with_a_group():
    names = split([0, 0, 1, 1, *range(2, 40)])
    epoch = batches(ConceptGroups(), names, 4)
    assert len(epoch) == 2
    assert all(len(batch.leads) == 2 for batch in epoch)
    assert all(len(batch.rows) <= 6 for batch in epoch)


def test_names_that_are_all_alone_lead_without_positives():
    epoch = batches(ConceptGroups(), split([0, 1, 2]), 2)
    assert sorted(leads(epoch).tolist()) == [0, 1, 2]
    assert ConceptGroups().steps(split([0, 1, 2]), 2) == 2


def test_a_class_of_forty_thousand():
    names = split([0] * 40_000 + [1, 1, 2], dim=2)
    epoch = batches(ConceptGroups(), names, 64)
    assert len(epoch) == ConceptGroups().steps(names, 64) == 626
    assert max(len(batch.rows) for batch in epoch) <= 67


def test_one_class_alone():
    with pytest.raises(BadInput, match="at least two classes"):
        batches(ConceptGroups(), split([0, 0, 0]), 2)
