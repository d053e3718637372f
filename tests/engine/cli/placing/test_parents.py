"""`parents`, `hierarchy`: a name's parent accepted, refused and withdrawn; the tree, its faults and its levels."""

from __future__ import annotations

ORGANS = ("--terminology", "organs")


def _parents(run, concept: str) -> list[str]:
    return [one["id"] for one in run("concept", concept, *ORGANS)["parents"]]


def test_a_name_becomes_a_concept_under_a_parent_and_goes_again(run, refusal) -> None:
    made = run("parents", "accept", "night asthma", *ORGANS, "--parent", "L1", "--who", "ann", "--reason", "heard")
    assert made["concept"] == "NEW:0001" and made["score"] is not None
    assert _parents(run, "NEW:0001") == ["L1"]
    assert run("history", "--who", "ann", "--entry", "1")["changes"][0]["reason"] == "heard"
    run("parents", "accept", *ORGANS, "--concept", "NEW:0001", "--parent", "H", "--who", "ann")
    assert _parents(run, "NEW:0001") == ["L1", "H"]
    assert [one["id"] for one in run("parents", "withdraw", "NEW:0001", *ORGANS, "--parent", "L1")["parents"]] == ["H"]
    assert run("parents", "undo")["undone"] and sorted(_parents(run, "NEW:0001")) == ["H", "L1"]
    own = run("parents", "accept", "day asthma", *ORGANS, "--parent", "L1", "--code", "MY:1")["concept"]
    assert own == "MY:1"
    assert "nobody has nothing to undo" in refusal("parents", "undo", "--who", "nobody")


def test_concepts_move_from_the_parent_that_they_have(run, refusal) -> None:
    moved = run("parents", "move", "L2", "l3", *ORGANS, "--to", "H", "--who", "ann", "--reason", "sorted")["concepts"]
    assert [(one["concept"], [parent["id"] for parent in one["parents"]]) for one in moved] == [
        ("L2", ["H"]),
        ("L3", ["H"]),
    ]
    assert run("history", "--who", "ann")["entries"][0]["title"].startswith("2 concepts moved from under L to under H")
    run("parents", "accept", *ORGANS, "--concept", "L2", "--parent", "R", "--who", "ann")
    assert "several parents: H, R; name with --from" in refusal("parents", "move", "L2", *ORGANS, "--to", "L")
    assert "have no parent and others have H;" in refusal("parents", "move", "R", "H1", *ORGANS, "--to", "L")
    run("parents", "move", "L2", *ORGANS, "--to", "L", "--from", "R")
    assert sorted(_parents(run, "L2")) == ["H", "L"]
    assert "L1 stands below L" in refusal("parents", "move", "L", *ORGANS, "--to", "L1")
    assert "no concept “X9”" in refusal("parents", "move", "X9", *ORGANS, "--to", "L1")


def test_a_parent_is_refused_and_allowed_again(run, refusal) -> None:
    assert run("parents", "refuse", "night asthma", *ORGANS, "--parent", "H", "--comment", "no", "--who", "ann")
    (kept,) = run("parents", "refused", "night asthma", *ORGANS)["refused"]
    assert (kept["parent"], kept["who"], kept["comment"]) == ("H", "ann", "no") and kept["model"] == "vectors"
    run("parents", "allow", "night asthma", *ORGANS, "--parent", "H", "--who", "ann")
    assert run("parents", "refused", "night asthma", *ORGANS) == {"refused": []}
    assert "not refused" in refusal("parents", "allow", "night asthma", *ORGANS, "--parent", "H")
    run("parents", "refuse", "night asthma", *ORGANS, "--parent", "H", "--who", "ann")
    assert "may be a parent" in run("parents", "undo", "--who", "ann")["undone"]
    assert "no concept" in refusal("parents", "refuse", "night asthma", *ORGANS, "--parent", "H9")


def test_the_tree_and_concepts_in_it(run, refusal) -> None:
    assert [(one["id"], one["below"]) for one in run("hierarchy", "tree", *ORGANS)["concepts"]] == [("R", 8)]
    below = run("hierarchy", "tree", "H", *ORGANS)["concepts"]
    assert [one["id"] for one in below] == ["H1", "H2", "H3"]
    assert [one["id"] for one in run("hierarchy", "tree", "H", *ORGANS, "--start", "2")["concepts"]] == ["H3"]
    found = run("hierarchy", "find", "heart", *ORGANS)["concepts"]
    assert {one["id"] for one in found} == {"H", "H2"}
    assert "X9" in refusal("hierarchy", "tree", "X9", *ORGANS)


def test_a_redundant_link_is_a_fault(run) -> None:
    assert run("hierarchy", "faults", *ORGANS) == {"faults": [], "in all": 0}
    run("parents", "accept", *ORGANS, "--concept", "H1", "--parent", "R")
    found = run("hierarchy", "faults", *ORGANS)
    assert found["in all"] == 1 and [(one["child"], one["parent"]) for one in found["faults"]] == [("H1", "R")]
    assert run("hierarchy", "faults", *ORGANS, "--root", "L")["in all"] == 0


def test_levels_below_a_concept_are_measured(run) -> None:
    assert run("hierarchy", "levels", *ORGANS, "--root", "R")["rows"][0]["encoder"] == "vectors"
