"""What the ranking table is given: ranks compared with the first column, shared words, provenance."""

from __future__ import annotations

import pytest

from engine.workbench import ONE_OF_SEVERAL
from pages.parts.candidate_table import CandidateColumn
from pages.parts.rankings.ranking_rows import ranking_data
from pages.parts.shared_words import shared_parts
from store.records.terminology import Candidate, Ranking


def column(encoder: str, *concepts: str) -> CandidateColumn:
    candidates = tuple(
        Candidate(rank, 1 / rank, f"name of {concept}", concept, concept, "made up", "t")
        for rank, concept in enumerate(concepts, 1)
    )
    return CandidateColumn(encoder, encoder.upper(), Ranking("name", encoder, candidates))


def shifts(data: dict) -> list[list[object]]:
    return [[row.get("shift") for row in one["rows"]] for one in data["columns"]]


def test_a_single_column_has_no_shifts() -> None:
    assert shifts(ranking_data("name", [column("a", "X", "Y")], "concept", None, {})) == [[None, None]]


def test_shifts_count_places_against_the_first_column() -> None:
    columns = [column("a", "X", "Y", "Z"), column("b", "Z", "X", "Y"), column("c", "X", "Y", "Z")]

    assert shifts(ranking_data("name", columns, "concept", None, {})) == [[None] * 3, [2, -1, -1], [0, 0, 0]]


def test_what_only_one_column_has_is_said() -> None:
    data = ranking_data("name", [column("a", "X", "Y"), column("b", "X", "W")], "concept", None, {})

    assert shifts(data) == [[None, "only"], [0, "new"]]


def test_a_column_without_an_answer_gives_its_sentence_and_spares_the_others() -> None:
    data = ranking_data(
        "name", [column("a", "X"), CandidateColumn("b", "B", None, "Nothing to see.")], "concept", None, {}
    )

    assert [one["note"] for one in data["columns"]] == ["", "Nothing to see."]
    assert data["columns"][1]["rows"] == []
    assert shifts(data) == [[None], []]  # nothing is “only here” where nobody else has answered


def test_two_names_of_one_concept_are_two_rows_where_rows_are_names() -> None:
    one = Candidate(1, 0.9, "flu", "X", "Influenza", "s", "t")
    two = Candidate(2, 0.8, "grippe", "X", "Influenza", "s", "t")
    first = CandidateColumn("a", "A", Ranking("q", "a", (one, two)))
    second = CandidateColumn("b", "B", Ranking("q", "b", (two, one)))

    assert shifts(ranking_data("q", [first, second], "name", None, {})) == [[None, None], [0, 0]]
    swapped = CandidateColumn("b", "B", Ranking("q", "b", (Candidate(1, 0.9, "grippe", "X", "Influenza", "s", "t"),)))
    assert shifts(ranking_data("q", [first, swapped], "name", None, {})) == [["only", None], [1]]


@pytest.mark.parametrize(
    ("query", "name", "shared"),
    [
        ("heart attack", "Heart attack, old", ["Heart", "attack"]),
        ("heart", "Heartburn", ["Heart"]),
        ("heart ", "Heartburn", ["Heart"]),
        ("short of breath", "Shortness of breath, often", ["Short", "breath"]),
        ("gout with", "Gout without tophus", ["Gout"]),
        ("with", "Gout with tophus", []),
        ("h", "Heartburn", []),
        ("ATTACK of the heart", "heart-attack", ["heart", "attack"]),
        ("naïve", "NAÏVE T cell", ["NAÏVE"]),
        ("", "anything", []),
        ("(((", "a (b)", []),
    ],
)
def test_shared_words(query: str, name: str, shared: list[str]) -> None:
    parts = shared_parts(query, name)

    assert "".join(text for text, _ in parts) == name
    assert [text for text, is_shared in parts if is_shared] == shared


def test_what_vectors_blur_reaches_the_table() -> None:
    candidate = Candidate(1, 0.9, "right ear", "X", "right ear", "made up", "t", differs=("side", "with"))
    data = ranking_data(
        "left ear", [CandidateColumn("a", "A", Ranking("left ear", "a", (candidate,)))], "concept", None, {}
    )

    marks = data["columns"][0]["rows"][0]["differs"]
    assert marks == ["side", "what comes with it"] and all(data["differs"][mark] for mark in marks)


def test_one_of_several_findings_is_not_told_its_share_of_a_single_answer() -> None:
    each = Candidate(1, 0.9, "gout", "X", "Gout", "s", "t", probability=0.3, evidence=ONE_OF_SEVERAL)
    alike = Candidate(2, 0.5, "gouty", "Y", "Gouty", "s", "t", probability=0.3)
    data = ranking_data("q", [CandidateColumn("a", "A", Ranking("q", "a", (each, alike)))], "concept", None, {})
    assert [row["sure"] for row in data["columns"][0]["rows"]] == [["each", "by itself"], ["guess", "30 %"]]
