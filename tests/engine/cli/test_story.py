"""Searching, runs and the history: what another command says after each command."""

from __future__ import annotations

from pathlib import Path

from engine.jobs import worker
from engine.workbench import SourceFile, Workbench


def test_encoders_are_listed_made_searchable_and_ranked_side_by_side(run, refusal) -> None:
    run("vectors", "lexical", "--name", "spelling", "--dim", "20", "--fitted-on", "organs")
    assert [one["id"] for one in run("encoders")["encoders"]] == ["vectors", "vectors:spelling"]
    assert run("index", "vectors:spelling") and run("runs")["runs"][0]["kind"] == "index"
    found = run("rank-beside", "heart attack", "vectors", "vectors:spelling", "--terminology", "organs", "--top", "3")
    assert found["encoders"] == ["vectors", "vectors:spelling"] and found["rows"][0]["concept_id"] == "H1"
    assert "nobody" in refusal("index", "nobody")


def test_judged_pairs_that_are_kept_are_listed(run, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("heart attack,infarction,9\ngout,asthma,1\nfever,pyrexia,8\n")
    shipped = ["mayosrs", "umnsrs_relatedness", "umnsrs_similarity"]
    assert run("evaluate", "sets") == {"sets": shipped}
    run("evaluate", "relatedness", str(pairs), "--keep", "mine", "--draws", "100")
    assert run("evaluate", "sets") == {"sets": [shipped[0], "mine", *shipped[1:]]}


def test_what_a_training_would_learn_from(run, refusal) -> None:
    found = run("selection", "--terminology", "organs", "--shots", "15", code=2)
    assert found["problem"].startswith("15 names a class") or "15 names a class" in found["problem"]
    assert "no terminology “nosuch”" in run("selection", "--terminology", "nosuch", code=2)["problem"]
    assert "not allowed with" in refusal("selection", "--terminology", "organs", "--labels", "x")


def test_a_run_is_shown_cancelled_and_resumed(run, refusal, workbench: Workbench, tmp_path: Path) -> None:
    table = tmp_path / "more.csv"
    table.write_text("id,name,parents\n1,Body,\n2,Hand,1\n3,Foot,1\n")
    number = workbench.terminologies.queue_import(SourceFile(table), "body")
    assert run("run", str(number))["run"]["status"] == "queued"
    run("cancel", str(number))
    assert worker.execute(workbench.workspace, number).status == "cancelled"
    assert run("run", str(number))["run"]["status"] == "cancelled"
    assert f"Run {number} is cancelled already" in refusal("cancel", str(number))
    assert run("resume", str(number))["concepts"] == 3
    assert "no run 77" in refusal("run", "77")


def test_entries_are_noted_compared_and_taken_back(run, refusal) -> None:
    edit = ("edit", "add", "--concept", "H1", "--terminology", "organs")
    run(*edit, "coronary", "--who", "ann")
    run(*edit, "infarct", "--who", "bob")
    assert run("note", "1", "from the ward", "--who", "bob")["note"]["note"] == "from the ward"
    assert run("history", "--entry", "1")["notes"][0]["who"] == "bob"
    assert [one["thing"] for one in run("difference", "0", "1")["added"]] == ["coronary"]
    assert run("take-back", "1", "--who", "bob")["entry"]["role"] == "undo"
    names = {one["text"] for one in run("concept", "H1", "--terminology", "organs")["concept"]["names"]}
    assert "infarct" in names and "coronary" not in names
    assert "taken back already" in refusal("take-back", "1", "--who", "bob")
    assert "no entry 9" in refusal("note", "9", "what?")


def test_the_profile_is_set(run) -> None:
    assert run("profile", "Ann") == {"profile": "Ann"} == run("profile")


def test_what_can_be_exported_is_listed_with_its_rows(run, refusal) -> None:
    run("edit", "add", "coronary", "--concept", "H1", "--terminology", "organs")
    found = {one["kind"]: one for one in run("exports")["exports"]}
    assert (found["edits"]["rows"], found["terminology"]["rows"]) == (1, None) and "obo" in found["terminology"][
        "formats"
    ]
    found = {one["kind"]: one for one in run("exports", "--terminology", "organs")["exports"]}
    assert "rf2" in found["terminology"]["formats"] and "rf2" not in found["edits"]["formats"]
    assert found["terminology"]["rows"] > 0
    assert "no label set" in refusal("exports", "--label-set", "none")
