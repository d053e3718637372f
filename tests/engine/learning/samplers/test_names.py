from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.learning.samplers.names import Batch, Names
from tests.engine.learning.samplers.splits import fits, split


def test_names_without_a_vector_are_left_out():
    names = Names(np.array([[1, 0], [0, 0], [0, 1]]), np.array([5, 6, 7]), ["a", "b", "c"])
    names = names.at(names.known)
    assert names.texts == ["a", "c"]
    assert names.classes.tolist() == [5, 7]


def test_equal_texts_share_a_number():
    ids = Names(np.eye(3), np.arange(3), ["Gout", "gout ", "rash"]).text_ids
    assert ids[0] == ids[1] != ids[2]


def test_members():
    members = Names(np.eye(4), np.array([2, 0, 2, 9]), list("abcd")).members
    assert {title: places.tolist() for title, places in members.items()} == {0: [1], 2: [0, 2], 9: [3]}


def test_parts_that_do_not_match_are_refused():
    with pytest.raises(BadInput, match="are not one split"):
        Names(np.eye(3), np.arange(2), ["a", "b"])


def test_a_batch_encodes_each_name_once():
    batch = Batch.of(np.array([7, 3]), np.array([[7, 3, 9], [3, 7, 9]]))
    assert batch.rows.tolist() == [3, 7, 9]
    assert batch.rows[batch.leads].tolist() == [7, 3]
    assert batch.rows[batch.anchors].tolist() == [7, 3]
    assert batch.rows[batch.positives].tolist() == [3, 7]
    assert batch.rows[batch.negatives].tolist() == [9, 9]


def test_synonym_dropout_keeps_half_rounded_up_and_every_choice_is_as_likely():
    names = split([0] * 5 + [1] * 3 + [2] * 4 + [3])
    batch, rng = Batch(np.array([0, 5, 8, 12]), np.arange(4)), np.random.default_rng(0)
    choices = np.zeros((4, 2**13))  # a choice is the sum of its names' powers of two
    for _ in range(600):
        grouped = batch.grouped(names, 0.5, 100, rng)
        drawn = grouped.rows[grouped.members]
        for place, number in enumerate(grouped.group_classes):
            own = drawn[grouped.groups == place]
            assert (names.classes[own] == number).all()
            choices[number, (2 ** np.unique(own)).sum()] += 1
    sizes = np.array([place.bit_count() for place in range(2**13)])
    for number, (kept, places) in enumerate([(3, range(5)), (2, range(5, 8)), (2, range(8, 12)), (1, [12])]):
        outside = ~sum(2**place for place in places)
        assert fits(choices[number], (sizes == kept) & (np.arange(2**13) & outside == 0))


def test_the_most_names_of_a_class_are_drawn_at_random_too():
    names, rng = split([0] * 6), np.random.default_rng(0)
    counts = np.zeros(6)
    for _ in range(400):
        grouped = Batch(np.arange(1), np.arange(1)).grouped(names, 0.0, 1, rng)
        counts[grouped.rows[grouped.members]] += 1
    assert fits(counts, np.ones(6))
