"""`labels`: a set defined, worked through by two people, compared, resolved and taken away again."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def queue(run) -> int:
    """A queue of the set “organs”, whose classes are the two top ones."""
    made = run("labels", "define", "organs", "--terminology", "organs", "--target", "4", "--who", "ann")
    assert [one["title"] for one in made["classes"]] == ["Heart disorders", "Lung disorders"] and made["k"] == 4
    return run("labels", "queue", "organs", "--who", "ann")["queue"]


def test_a_set_is_defined_listed_relabelled_and_removed(run, refusal, tmp_path: Path) -> None:
    run("labels", "define", "sides", "--classes", "left", "right", "--who", "ann")
    (tmp_path / "classes.txt").write_text("left\nright\nboth\n")
    run("labels", "define", "sides", "--classes-from", str(tmp_path / "classes.txt"), "--target", "3", "--who", "ann")
    assert run("labels", "list")["sets"] == [
        {
            "set": "sides",
            "classes": 3,
            "names": 0,
            "k": 3,
            "how": "free",
            "terminology": "",
            "at": "",
            "queue": None,
        }
    ]
    (tmp_path / "sides.csv").write_text("left arm,left\nleft leg,left\n")
    columns = {"name": "Column 1", "class": "Column 2"}
    first = "taken as a label: no heading in it is known"
    add = ("label", str(tmp_path / "sides.csv"), "--set", "sides", "--who", "ann")
    assert run(*add) == {"added": 2, "unchanged": 0, "columns": columns, "first row": first}
    assert run(*add) == {"added": 0, "unchanged": 2, "columns": columns, "first row": first}
    assert run("labels", "relabel", "sides", "left leg", "--class", "right", "--dry-run") == {"changing": 1}
    run("labels", "relabel", "sides", "left leg", "--class", "right", "--who", "ann")
    slip = refusal("labels", "relabel", "sides", "left leg", "--class", "rihgt")
    assert "“left”, “right”, “both”" in slip and "--new-class" in slip
    new = ("--class", "middle", "--new-class", "--dry-run")
    assert run("labels", "relabel", "sides", "left leg", *new) == {"changing": 1}
    for dry in ((), ("--dry-run",)):  # a slip became training data
        slip = refusal("labels", "relabel", "sides", "left leg", "left lge", "--class", "right", *dry)
        assert slip.startswith("No label in “sides” has “left lge”")
    seen = run("labels", "show", "sides")
    assert [row["names"] for row in seen["progress"]] == [1, 1, 0]
    assert {(one["name"], one["label"]) for one in seen["labels"]} == {("left arm", "left"), ("left leg", "right")}
    assert run("labels", "unlabel", "sides", "left arm", "--who", "ann") == {"removed": 1}
    assert "None of these" in refusal("labels", "unlabel", "sides", "left arm")
    assert run("labels", "remove", "sides", "--who", "ann") == {"removed": "sides", "labels": 1}
    assert run("labels", "list")["sets"] == []
    run("undo", "--who", "ann")
    assert [one["names"] for one in run("labels", "list")["sets"]] == [1]


def test_a_file_in_the_encoding_of_older_spreadsheets_is_taken_and_said_so(run, tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_bytes("name,class\nSjögren,joints\n".encode("cp1252"))
    added = run("label", str(tmp_path / "old.csv"), "--set", "old", "--who", "ann")
    assert added["added"] == 1 and added["encoding"].startswith("Read as Windows-1252;")


def test_a_file_adds_a_class_to_a_defined_set_only_where_that_is_said(run, refusal, tmp_path: Path) -> None:
    """A heading and two slips became classes."""
    run("labels", "define", "topics", "--classes", "heart", "lung", "--who", "ann")
    (tmp_path / "topics.csv").write_text("foo,bar\ngout,heart\n1,2\n")
    add = ("label", str(tmp_path / "topics.csv"), "--set", "topics")
    slip = refusal(*add)
    assert slip.startswith("“bar”, “2” are no classes of “topics”, whose classes are “heart”, “lung”. Nothing is")
    assert "--new-class adds them. Its first row is taken as a label" in slip
    assert run("labels", "show", "topics")["labels"] == []
    assert run(*add, "--new-class", "--who", "ann")["added"] == 3
    (tmp_path / "topics.csv").write_text("name,class\nacute gout,lung\n2,2\n")
    assert run(*add) == {"added": 2, "unchanged": 0, "columns": {"name": "name", "class": "class"}}
    assert run("label", str(tmp_path / "topics.csv"), "--set", "new")["added"] == 2


def test_classes_of_a_level_and_below_a_concept(run, refusal) -> None:
    counts = {one["level"]: one["classes"] for one in run("labels", "levels", "--terminology", "organs")["levels"]}
    assert counts == {0: 1, 1: 2}
    level = run("labels", "define", "level", "--terminology", "organs", "--level", "1")
    assert [one["concept"] for one in level["classes"]] == ["H", "L"]
    below = run("labels", "define", "below", "--terminology", "organs", "--below", "H")
    assert [one["concept"] for one in below["classes"]] == ["H1", "H2", "H3"]
    assert "--terminology" in refusal("labels", "define", "x", "--below", "H")
    assert "2 to 300 classes" in refusal("labels", "define", "x", "--classes", "one")


def test_a_queue_is_worked_through(run, refusal, queue: int) -> None:
    first, second, *_ = run("labels", "next", str(queue), "--who", "ann")["ahead"]
    given = run("labels", "give", str(queue), first["name"], "Heart disorders", "--who", "ann")
    assert given == {"name": first["name"], "class": "Heart disorders", "suggested": first["best"]}
    run("labels", "skip", str(queue), second["name"], "--who", "ann")
    after = run("labels", "next", str(queue), "--who", "ann")
    names = [card["name"] for card in after["ahead"]]
    assert after["labelled"] == 1 and first["name"] not in names and second["name"] not in names
    assert {card["name"]: card["label"] for card in after["behind"]}[first["name"]] == "Heart disorders"
    assert [row["names"] for row in run("labels", "show", "organs")["progress"]] == [1, 0]
    assert first["name"] in run("labels", "undo", "organs", "--who", "ann")["undone"]
    assert run("labels", "show", "organs")["labels"] == []
    assert "no class of “organs”" in refusal("labels", "give", str(queue), first["name"], "Skin")
    assert "not among" in refusal("labels", "give", str(queue), "broken leg", "Heart disorders")
    assert "nothing to undo" in refusal("labels", "undo", "organs", "--who", "bob")


def test_queues_of_a_list_and_of_a_search_and_at_random(run, refusal, queue: int, tmp_path: Path) -> None:
    assert run("labels", "queue", "organs")["queue"] == queue  # the same settings
    (tmp_path / "names.txt").write_text("wheeze\nheart pain\n")
    listed = run("labels", "queue", "organs", "--list", str(tmp_path / "names.txt"), "--order", "random")["queue"]
    ahead = run("labels", "next", str(listed))["ahead"]
    assert {card["name"] for card in ahead} == {"wheeze", "heart pain"} and {card["best"] for card in ahead} == {""}
    found = run("labels", "queue", "organs", "--query", "heart", "--terminology", "organs", "--most", "5")["queue"]
    assert len(run("labels", "next", str(found))["ahead"]) == 5
    assert "no order “fast”" in refusal("labels", "queue", "organs", "--order", "fast")


def test_two_people_agree_and_a_difference_is_resolved(run, refusal, queue: int) -> None:
    number, cards = str(queue), run("labels", "next", str(queue), "--who", "ann")["ahead"][:3]
    names = [card["name"] for card in cards]
    assert "two people" in refusal("labels", "agreement", "organs")
    for name, title in zip(names, ("Heart disorders", "Heart disorders", "Lung disorders"), strict=True):
        run("labels", "give", number, name, title, "--who", "ann")
    for name, title in zip(names, ("Heart disorders", "Lung disorders", "Lung disorders"), strict=True):
        run("labels", "give", number, name, title, "--who", "bob", "--second")
    found = run("labels", "agreement", "organs", "ann", "bob")
    assert (found["names"], found["same"], found["called"]) == (3, 2, "fair")
    assert found["kappa"] == pytest.approx(0.4) and found["people"] == {"ann": 3, "bob": 3}
    assert [one["name"] for one in found["differences"]] == [names[1]]
    for agreed in (names[0], "broken leg"):
        assert f"differ about “{agreed}”" in refusal("labels", "resolve", "organs", agreed, "Heart disorders")
    run("labels", "resolve", "organs", names[1], "Heart disorders", "--who", "eve")
    assert run("labels", "agreement", "organs")["differences"][0]["settled_by"] == "eve"
    assert "labelled no name" in refusal("labels", "agreement", "organs", "ann", "dan")


def test_what_another_encoder_changes(run, queue: int) -> None:
    for card in run("labels", "next", str(queue), "--who", "ann")["ahead"][:4]:
        run("labels", "give", str(queue), card["name"], card["best"], "--who", "ann")
    run("vectors", "lexical", "--name", "spelling", "--dim", "20", "--fitted-on", "organs")
    found = run("labels", "changes", str(queue), "--after", "vectors:spelling", "--top", "2")
    assert found["labelled"] == 4 and found["unlabelled"] == 12 and len(found["moved"]) <= 2


@pytest.mark.slow
def test_a_set_is_trained_on(run, tmp_path: Path) -> None:
    rows = [f"{what} of {place},{place}" for place in ("hand", "foot") for what in ("pain", "rash", "burn", "cut")]
    (tmp_path / "sides.csv").write_text("\n".join(rows))
    run("label", str(tmp_path / "sides.csv"), "--set", "sides")
    version = run("labels", "train", "sides", "--set", "encoder.hidden=16")["version"]
    assert [one["id"] for one in run("models")["models"]] == [version]
