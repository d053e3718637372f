"""`explain` on the small workspace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., dict[str, Any]]


def test_a_row_is_explained(run: Run) -> None:
    answer = run("explain", "heart trouble", "H2", "--terminology", "organs", "--encoder", "vectors")
    row = next(
        one
        for one in run("rank", "heart trouble", "--terminology", "organs", "--encoder", "vectors")["candidates"]
        if one["concept_id"] == "H2"
    )
    assert (answer["rank"], answer["score"]) == (row["rank"], pytest.approx(row["score"]))
    assert {"start", "parts", "rule", "likeness", "left_out", "sentences"} <= set(answer)
    assert {"feature", "group", "label", "value", "against", "points"} == set(answer["parts"][0])


def test_two_rows_are_told_apart(run: Run) -> None:
    answer = run("explain", "heart", "H2", "--against", "L1", "--terminology", "organs", "--encoder", "vectors")
    assert set(answer) == {"one", "other", "parts", "sentences"}
    assert (answer["one"]["concept"], answer["other"]["concept"]) == ("H2", "L1")


def test_a_concept_that_there_is_not(refusal: Callable[..., str]) -> None:
    assert "has no concept “X9”" in refusal("explain", "heart", "X9", "--terminology", "organs")
