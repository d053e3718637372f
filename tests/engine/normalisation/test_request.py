"""The searches of the paper's tables 1 and 2, and no others."""

import pytest

from engine.errors import BadInput
from engine.normalisation.request import TARGETS_IN_TURN, Search


@pytest.mark.parametrize("threshold", [-0.1, 7.0, float("nan")])
def test_a_threshold_is_a_score(threshold: float) -> None:
    with pytest.raises(BadInput, match="from 0 to 1"):
        Search.of("D-T+OD-T", threshold)


def test_all_that_the_paper_has() -> None:
    assert (
        *("D-T+O-T", "D-T+O-C", "D-T+OD-T", "D-T+OD-C"),
        *("D-C+O-T", "D-C+O-C", "D-C+OD-T", "D-C+OD-C"),
    ) == TARGETS_IN_TURN
    search = Search.of("d-t + od-c", 0.9)
    assert (search.name, search.origins, search.threshold) == ("D-T+OD-C", "OD", 0.9)
    assert [target.concepts for target in search.targets] == [False, True]
    assert Search.of("O-C").origins == "O" and Search.of("D-T").origins == "D"


@pytest.mark.parametrize("wrong", ["", "O", "O-T+D-T", "O-T+OD-T", "D-T+D-C", "D-T+O-T+OD-T"])
def test_others_are_refused(wrong: str) -> None:
    with pytest.raises(BadInput, match="choose one of evidence, D-T, "):
        Search.of(wrong)
