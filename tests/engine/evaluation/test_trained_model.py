from __future__ import annotations

from engine.evaluation.trained_model import MOST_NAMES, few_enough
from engine.learning.selection.sample import Sample


def sample(classes: int) -> Sample:
    train = [(f"name {at} of {one}", f"C{one}") for one in range(classes) for at in range(3)]
    return Sample(train, [(f"last of {one}", f"C{one}") for one in range(classes)], [f"C{at}" for at in range(classes)])


def test_few_names_are_all_measured() -> None:
    few = sample(100)
    assert few_enough(few) is few


def test_of_many_names_a_sample_with_all_that_is_right_is_measured() -> None:
    """“best” on six terminologies compared every held-out name with 622,000 others, at “100 % Measuring”."""
    many = sample(40_000)
    found = few_enough(many, most=1_000_000)
    assert (len(found.validation), len(found.train)) == (1_000, MOST_NAMES)
    classes = {key for _, key in found.validation}
    assert sum(key in classes for _, key in found.train) == 3_000
    assert len(set(found.train)) == len(found.train)
    assert few_enough(many, most=1_000_000) == found
