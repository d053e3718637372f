from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.samplers.names import Batch, Names


def test_names_without_a_vector_are_left_out():
    names = Names(np.array([[1, 0], [0, 0], [0, 1]]), np.array([5, 6, 7]), ["a", "b", "c"]).with_vectors()
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
