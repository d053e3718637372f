"""`normalisations` and `decisions`: a file answered, decided about in every way, exported, loaded and deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.workbench import Workbench
from tests.coded import with_codes


@pytest.fixture
def number(run, tmp_path: Path) -> str:
    """The number of an answered file of four mentions, one of them twice."""
    file = tmp_path / "mentions.csv"
    file.write_text("mention\nheart attack\nfailing heart\nmoon\nheart attack\n", encoding="utf-8")
    made = run("normalisations", "answer", str(file), "--terminology", "organs")
    assert made["lines"] == 4
    return str(made["normalisation"])


def _lines(run, number: str, *more: str) -> list[dict[str, Any]]:
    return run("decisions", "lines", number, "--order", "as in the file", *more)["lines"]


def _decisions(run, number: str) -> list[str]:
    return [line["decision"] for line in _lines(run, number)]


def test_what_a_file_holds_and_how_it_can_be_answered(run, refusal, tmp_path: Path) -> None:
    out = tmp_path / "example.csv"
    assert run("normalisations", "example", "--terminology", "organs", "--out", str(out))["mentions"] > 5
    seen = run("normalisations", "preview", str(out))
    assert seen["columns"]["text"] == "mention" and seen["mentions"][0]["row"] == 2
    assert "FIELD=HEADING" in refusal("normalisations", "preview", str(out), "--column", "mention")
    found = run("normalisations", "searches")
    assert found["searches"][0]["name"] == "evidence" and "wording" in {one["name"] for one in found["pre-processing"]}


def test_lines_are_decided_one_by_one(run, refusal, number: str) -> None:
    first, second, third, again = (str(line["line"]) for line in _lines(run, number))
    assert run("decisions", "accept", number, first, "--everywhere", "--who", "ann")["decided"] == 2
    run("decisions", "choose", number, second, "--concept", "H2", "--comment", "failure", "--who", "ann")
    run("decisions", "none", number, third, "--who", "ann")
    assert _decisions(run, number) == ["accept", "other", "none", "accept"]
    line = _lines(run, number)[1]
    assert (line["decided_concept"], line["decided_name"], line["comment"]) == ("H2", "Heart failure", "failure")
    assert run("decisions", "undo", "--who", "ann")["lines"] == 1 and _decisions(run, number)[2] == ""
    assert run("decisions", "redo", "--who", "ann")["first"][0]["decision"] == "none"
    run("decisions", "skip", number, third, "--who", "bob")
    run("decisions", "flag", number, again, "--who", "bob")
    assert [one["line"] for one in _lines(run, number, "--status", "flagged")] == [int(again)]
    run("decisions", "clear", number, again)
    run("decisions", "comment", number, first, "sure", "--who", "bob")
    line = _lines(run, number)[0]
    assert (line["who"], line["comment"]) == ("ann", "sure")
    assert run("decisions", "counts", number)["counts"]["left"] == 2
    assert run("decisions", "made", number, "--top", "1")["decisions"][0]["comment"] == "sure"
    assert "no concept “X”" in refusal("decisions", "choose", number, second, "--concept", "X")
    assert f"Normalisation {number} has no line 99999; look at the queue again" in refusal(
        "decisions", "accept", number, "99999"
    )
    assert "carl has nothing to undo" in refusal("decisions", "undo", "--who", "carl")


def test_the_second_candidate_and_those_of_another_encoder(run, number: str) -> None:
    lines = _lines(run, number)
    line = next(one for one in lines if one["others"])
    run("decisions", "second", number, str(line["line"]))
    decided = next(one for one in _lines(run, number) if one["line"] == line["line"])
    assert decided["decided_concept"] == line["others"][0][0]
    run("vectors", "lexical", "--name", "spelling", "--dim", "20", "--fitted-on", "organs")
    words = ("decisions", "candidates", number, str(line["line"]), "--encoders", "vectors", "vectors:spelling")
    found = run(*words, "--top", "2")["candidates"]
    assert [one["encoder"] for one in found] == ["vectors"] * 2 + ["vectors:spelling"] * 2


def test_sure_answers_are_accepted_in_bulk(run, number: str) -> None:
    probability = max(line["probability"] or 0 for line in _lines(run, number, "--text", "attack"))
    words = ("decisions", "accept-above", number, "--probability", str(probability), "--text", "attack")
    acceptable = run(*words, "--dry-run")["acceptable"]
    assert acceptable > 0 and _decisions(run, number) == [""] * 4
    assert run(*words, "--who", "ann") == {"accepted": acceptable}
    assert _decisions(run, number).count("accept") == acceptable
    assert run("undo", "--who", "ann") and _decisions(run, number) == [""] * 4


def test_a_bulk_decision_counts_the_codes_that_are_not_billable(run, workbench: Workbench, tmp_path: Path) -> None:
    """They were accepted without a word."""
    with_codes(workbench, tmp_path)
    file = tmp_path / "mentions.csv"
    file.write_text("mention\nheart attack\nheart attack unspecified\n", encoding="utf-8")
    number = str(run("normalisations", "answer", str(file), "--terminology", "codes")["normalisation"])
    with workbench.workspace.writing() as db:  # too small a terminology to learn it from
        db.execute("UPDATE answers SET probability = 0.9")
    words = ("decisions", "accept-above", number, "--probability", "0.5")
    assert run(*words, "--dry-run") == {"acceptable": 2, "not_billable": 1}
    assert run(*words, "--who", "ann") == {"accepted": 2, "not_billable": 1}


def test_a_decided_sheet_is_loaded_and_a_normalisation_deleted(run, refusal, number: str, tmp_path: Path) -> None:
    line = str(_lines(run, number)[0]["line"])
    run("decisions", "accept", number, line, "--who", "ann")
    sheet = str(tmp_path / "decided.csv")
    assert run("normalisations", "export", number, "--out", sheet) == {"file": sheet, "lines": 4, "lost": []}
    run("decisions", "undo", "--who", "ann")
    organs = ("--terminology", "organs")
    seen = run("normalisations", "load", sheet, *organs, "--preview")
    assert (seen["decisions"], seen["people"], seen["here"]) == ({"accept": 1}, ["ann"], int(number))
    assert [(one["decision here"], one["decision"]) for one in seen["changed"]] == [("", "accept")]
    assert run("normalisations", "load", sheet, "--into", number, "--who", "bob")["taken"] == 1
    assert "--terminology" in refusal("normalisations", "load", sheet, "--who", "bob")
    assert _decisions(run, number) == ["accept", "", "", ""]
    other = str(run("normalisations", "load", sheet, *organs, "--who", "bob")["normalisation"])
    assert _decisions(run, other) == ["accept", "", "", ""]
    assert run("normalisations", "load", sheet, "--into", number, "--preview")["here"] == int(number)
    again = refusal("normalisations", "load", sheet, *organs, "--who", "bob")
    assert (
        again == f"decided.csv is here already as normalisation {other}; take its decisions over with --into {other}."
    )
    rows = {str(one["normalisation"]): one for one in run("normalisations", "list")["normalisations"]}
    assert (rows[number]["decided"], rows[number]["left"]) == (1, 3)
    assert run("normalisations", "delete", number) == {"deleted": int(number)}
    assert [str(one["normalisation"]) for one in run("normalisations", "list")["normalisations"]] == [other]
    assert f"no normalisation {number}" in refusal("decisions", "lines", number)


def test_the_text_around_a_mention(run, refusal, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("1|t|A heart attack\n1|a|at night.\n1\t2\t14\theart attack\tDisease\n", encoding="utf-8")
    number = str(run("normalisations", "answer", str(file), "--terminology", "organs")["normalisation"])
    (line,) = _lines(run, number)
    (passage,) = run("decisions", "passages", number, str(line["line"]))["passages"]
    assert passage["text"][passage["start"] : passage["end"]] == "heart attack" and passage["line"] == line["line"]
    assert f"Normalisation {number} has no line 999" in refusal("decisions", "passages", number, "999")


def test_what_a_mention_is_beside_its_concept(run, refusal, number: str) -> None:
    first, second, *_ = (str(line["line"]) for line in _lines(run, number))
    assert run("decisions", "attributes", number, first, second)["attributes"] == []
    said = run("decisions", "attributes", number, first, "--is", "negated", "--is", "family", "--who", "ann")
    assert said["attributes"] == [{"line": int(first), "attributes": ["negated", "family"], "said": True}]
    assert run("decisions", "attributes", number, first, "--none")["attributes"][0]["attributes"] == []
    assert "leave one of them out" in refusal("decisions", "attributes", number, first, "--none", "--is", "family")
    assert "no attribute “old”" in refusal("decisions", "attributes", number, first, "--is", "old")


def test_what_changed_since_a_file_was_answered(run, number: str) -> None:
    assert run("normalisations", "changed", number)["count"] == 0
    run("edit", "add", "moon", "--terminology", "organs", "--concept", "L2", "--who", "ann")
    (one,) = run("normalisations", "changed", number)["changed"]
    assert (one["text"], one["now"]) == ("moon", "L2")


def test_an_answer_of_a_terminology_that_is_gone_is_refused_in_words(run, refusal, number: str) -> None:
    run("terminology", "delete", "organs", "--yes")
    assert "no terminology “organs”" in refusal("decisions", "accept", number, "1", "--who", "ann")
