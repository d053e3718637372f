"""`proposals`: a list of names placed, decided about line by line and in bulk, and exported."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest


@pytest.fixture
def placed(run, tmp_path: Path) -> str:
    """The number of a list of three names."""
    names = tmp_path / "names.csv"
    names.write_text("name\nnight asthma\nheart attack at night\nlung infection of children\n???\n", encoding="utf-8")
    made = run("proposals", "make", str(names), "--terminology", "organs", "--title", "mine", "--who", "ann")
    assert made["names"] == 3 and [row for row, _ in made["problems"]] == [5]
    return str(made["list"])


def _decisions(run, number: str) -> dict[str, str]:
    return {one["text"]: one["decision"] for one in run("proposals", "show", number)["proposals"]}


def test_proposals_are_accepted_and_refused(run, refusal, placed: str, tmp_path: Path) -> None:
    assert [(one["title"], one["names"]) for one in run("proposals", "list")["lists"]] == [("mine", 3)]
    lines = {one["text"]: one for one in run("proposals", "show", placed)["proposals"]}
    assert set(_decisions(run, placed).values()) == {"undecided"}
    asthma, attack, infection = (str(lines[text]["line"]) for text in sorted(lines, key=lambda t: lines[t]["row"]))
    assert run("proposals", "accept", placed, asthma, "--parent", "L1", "--who", "ann") == {"accepted": 1}
    assert run("concept", "NEW:0001", "--terminology", "organs")["parents"][0]["id"] == "L1"
    assert run("proposals", "refuse", placed, attack, "--comment", "no", "--who", "ann") == {"refused": 1}
    assert _decisions(run, placed) == {
        "night asthma": "accepted",
        "heart attack at night": "refused",
        "lung infection of children": "undecided",
    }
    assert "no proposal 99" in refusal("proposals", "accept", placed, "99")
    assert "left to accept" in refusal("proposals", "accept", placed, asthma)
    run("undo", "--who", "ann")
    assert _decisions(run, placed)["night asthma"] == "undecided"
    out = tmp_path / "out.csv"
    assert run("proposals", "export", placed, "--out", str(out)) == {"file": str(out), "names": 3}
    assert "heart attack at night,refused" in out.read_text(encoding="utf-8-sig")
    assert "no placed list 7" in refusal("proposals", "show", "7") and infection


def test_sure_proposals_are_accepted_in_bulk(run, placed: str) -> None:
    sure = run("proposals", "accept-sure", placed, "--probability", "0", "--dry-run")
    assert sure["accepted"] == 0 and sure["sure"]
    assert run("proposals", "accept-sure", placed, "--probability", "0", "--who", "ann")["accepted"] == len(
        sure["sure"]
    )
    accepted = [one for one in run("proposals", "show", placed)["proposals"] if one["decision"] == "accepted"]
    assert {one["line"] for one in accepted} == {one["line"] for one in sure["sure"]}
    assert run("proposals", "accept-sure", placed, "--probability", "1") == {"sure": [], "accepted": 0}


def test_a_proposal_under_another_parent_has_the_score_of_that_one(run, placed: str, tmp_path: Path) -> None:
    """The score and the probability of the first parent stood beside the one that was chosen."""
    first, *_ = run("proposals", "show", placed)["proposals"]
    other, score = first["others"][0]
    assert first["probability"] is not None and other != first["parent"] and score != first["score"]
    run("proposals", "accept", placed, str(first["line"]), "--parent", other, "--who", "ann")
    (now,) = [one for one in run("proposals", "show", placed)["proposals"] if one["line"] == first["line"]]
    assert (now["parent"], now["score"], now["probability"]) == (other, score, None)
    out = tmp_path / "out.csv"
    run("proposals", "export", placed, "--out", str(out))
    rows = list(csv.DictReader(out.open(encoding="utf-8-sig")))
    (row,) = [one for one in rows if one["name"] == first["text"]]
    assert (row["parent"], float(row["score"]), row["probability"]) == (other, score, "")
