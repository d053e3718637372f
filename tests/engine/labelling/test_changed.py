"""What a new model moved, by hand-worked vectors."""

from __future__ import annotations

import numpy as np
import pytest

from engine.labelling.changed import mean_margin, right, suggested, suggested_without_itself, suggestion_changes
from engine.labelling.prototypes import prototypes

X, Y = np.eye(2, dtype=np.float32)
NOTHING = np.zeros(2, np.float32)


def test_suggestions_with_their_margins():
    found = suggested(
        prototypes(["a", "b"], {"a": X[None], "b": Y[None]}, {}), np.stack([X, NOTHING, 0.8 * X + 0.6 * Y])
    )

    assert found.best.tolist() == [0, -1, 0]
    assert found.margins == pytest.approx([1, 0, 0.2], abs=1e-6)
    assert mean_margin(found) == pytest.approx(0.4)


def test_a_labelled_name_is_left_out_of_its_own_class():
    rows, labels = np.stack([X, Y, Y]), ["a", "a", "b"]
    made = prototypes(["a", "b"], {"a": rows[:2], "b": rows[2:]}, {})
    found = suggested_without_itself(made, rows, labels, {"b": X[None]})

    # the first is as near to Y as to Y: a tie goes to a; the second is nearest to b; without the third, b goes by X
    assert found.best.tolist() == [0, 1, 0]
    assert right(["a", "b"], found, labels).tolist().count(True) == 1


def test_a_label_of_a_class_that_the_set_does_not_have_is_never_right():
    made = prototypes(["a"], {"a": X[None]}, {})
    found = suggested_without_itself(made, X[None], ["other"], {})

    assert not right(["a"], found, ["other"]).any()


def test_moved_names_come_surest_first_and_unread_ones_do_not_count():
    classes = prototypes(["a", "b"], {"a": X[None], "b": Y[None]}, {})
    before = suggested(classes, np.stack([X, X, X, NOTHING, Y]))
    after = suggested(classes, np.stack([X, 0.6 * X + 0.8 * Y, Y, Y, Y]))
    found = suggestion_changes(["a", "b"], ["same", "somewhat", "surely", "unread", "same too"], before, after)

    assert [(one.name, one.before, one.after) for one in found] == [("surely", "a", "b"), ("somewhat", "a", "b")]
    assert found[1].score_after == pytest.approx(0.8)
