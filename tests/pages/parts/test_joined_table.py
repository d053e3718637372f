"""Encoders joined in one table: a row a candidate, sorted by an encoder or by disagreement."""

from __future__ import annotations

from typing import Any

import pytest

from pages.parts.candidate_table import CandidateColumn
from pages.parts.rankings.joined_table import DISAGREEMENT, joined_data
from tests.pages.parts.test_ranking_table import column

COLUMNS = [column("a", "X", "Y", "Z"), column("b", "Z", "X", "V")]


def ranks(data: dict[str, Any]) -> dict[str, list[int | None]]:
    return {row["concept"]: [cell["rank"] if cell else None for cell in row["cells"]] for row in data["rows"]}


def test_every_candidate_of_any_encoder_has_one_row_with_all_its_ranks() -> None:
    data = joined_data("name", COLUMNS, "concept", None, {})
    assert ranks(data) == {"X": [1, 2], "Y": [2, None], "Z": [3, 1], "V": [None, 3]}
    assert [one["id"] for one in data["encoders"]] == ["a", "b"]


@pytest.mark.parametrize(
    ("sort", "order"),
    [("", "XYZV"), ("a", "XYZV"), ("b", "ZXVY"), ("gone", "XYZV"), (DISAGREEMENT, "YZXV")],
)
def test_rows_are_sorted_by_an_encoder_or_by_disagreement(sort: str, order: str) -> None:
    data = joined_data("name", COLUMNS, "concept", None, {}, sort)
    assert "".join(ranks(data)) == order
    assert data["sort"] == (sort if sort in ("a", "b", DISAGREEMENT) else "a")


def test_two_versions_under_one_encoder_are_two_columns_to_sort_by() -> None:
    versions = [column("a", "X", "Y", "Z"), column("a", "Z", "X", "V")]
    data = joined_data("name", versions, "concept", None, {}, "a 2")
    assert "".join(ranks(data)) == "ZXVY" and data["sort"] == "a 2"
    assert [(one["id"], one["key"]) for one in data["encoders"]] == [("a", "a"), ("a", "a 2")]


def test_a_candidate_that_an_encoder_does_not_show_counts_as_just_behind_its_last() -> None:
    data = joined_data("name", COLUMNS, "concept", None, {})
    assert {row["concept"]: row["apart"] for row in data["rows"]} == {"X": 1, "Y": 2, "Z": 2, "V": 1}


def test_an_encoder_that_cannot_answer_says_why_and_parts_nobody() -> None:
    silent = CandidateColumn("c", "C", None, "It has not read these names yet.")
    data = joined_data("name", [COLUMNS[0], silent], "concept", None, {})
    assert data["notes"] == ["C: It has not read these names yet."] and [one["id"] for one in data["encoders"]] == ["a"]
    assert [row["apart"] for row in data["rows"]] == [0, 0, 0]


def test_where_no_encoder_can_answer_there_are_only_sentences() -> None:
    data = joined_data("name", [CandidateColumn("c", "C", None, "No.")], "concept", None, {}, "c")
    assert (data["rows"], data["encoders"], data["notes"], data["sort"]) == ([], [], ["C: No."], "")
