"""`edit prefer`, `edit merge` and `edit retire`, as a script calls them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.workbench import Workbench

Run = Callable[..., dict[str, Any]]
WHERE = ("--terminology", "organs", "--who", "ann")


def test_a_name_is_preferred(run: Run, refusal: Callable[..., str]) -> None:
    (edit,) = run("edit", "prefer", "Heart attack", "--concept", "H1", *WHERE, "--reason", "plain")["edits"]
    assert [edit[key] for key in ("kind", "name", "reason")] == ["preferred", "heart attack", "plain"]
    (listed,) = run("edit", "list")["edits"]
    assert (listed["kind"], listed["stands"]) == ("preferred", True)
    assert "is not a name of H1" in refusal("edit", "prefer", "asthma", "--concept", "H1", *WHERE)


def test_a_concept_is_defined(run: Run, workbench: Workbench) -> None:
    run("edit", "define", "Death of heart muscle.", "--concept", "H1", *WHERE)
    assert workbench.terminologies.concept("organs", "H1").concept.definition == "Death of heart muscle."


def test_a_merge_is_tried_and_then_made(run: Run, refusal: Callable[..., str]) -> None:
    merge = ("edit", "merge", "L", "--into", "H", *WHERE)
    would = run(*merge, "--dry-run")
    assert (would["names"], [one["id"] for one in would["children"]], would["edits"]) == (
        ["Lung disorders"],
        ["L1", "L2", "L3"],
        [],
    )
    assert run("edit", "list")["edits"] == []
    assert {edit["batch"] for edit in run(*merge)["edits"]} == {1}
    assert "merged into H" in refusal("edit", "merge", "L", "--into", "H1", *WHERE)
    run("edit", "undo", "--who", "ann")
    assert run("edit", "retire", "H2", *WHERE)["edits"][0]["kind"] == "concept"
    assert "H1 stands under H" in refusal("edit", "retire", "H", *WHERE)
