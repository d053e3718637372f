"""`history`, `undo`, `redo` and `rollback` from the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.__main__ import main
from engine.workbench import Workbench

Run = Callable[..., dict[str, Any]]


def test_the_history_is_listed_filtered_and_undone(run: Run, workbench: Workbench) -> None:
    run("edit", "add", "coronary", "--concept", "H1", "--terminology", "organs", "--who", "ann", "--reason", "heard")
    workbench.labels.relabel("s", [("a", "x"), ("b", "x")], "ann")
    run("edit", "add", "pump failure", "--concept", "H2", "--terminology", "organs", "--who", "bob")

    assert [entry["id"] for entry in run("history")["entries"]] == [3, 2, 1]
    assert [entry["title"] for entry in run("history", "--who", "ann", "--kind", "label")["entries"]] == [
        "2 names labelled “x” in “s”"
    ]
    assert run("history", "--since", "2999-01-01") == {"entries": [], "in all": 0}
    assert run("history", "--entry", "1")["changes"][0]["reason"] == "heard"
    assert run("undo", "--who", "ann")["entry"]["kind"] == "label"
    assert run("redo", "--who", "ann")["entry"]["role"] == "redo"


def test_a_roll_back_can_be_tried_first(run: Run, workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.synonyms.add("organs", "H1", "infarct", "bob")
    tried = run("rollback", "--to", "0", "--who", "ann", "--dry-run")
    assert (tried["changed"], tried["kept"], tried["entries"]) == ({"name": 1}, {"bob": 1}, [])
    assert len(run("history")["entries"]) == 2
    done = run("rollback", "--to", "0", "--who", "ann", "--everyone")
    assert [entry["rows"] for entry in done["entries"]] == [2]
    assert len(run("concept", "H1", "--terminology", "organs")["concept"]["names"]) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["undo", "--who", "nobody"], "nobody has nothing to undo."),
        (["rollback", "--to", "soon"], "“soon” is no moment"),
        (["rollback", "--to", "7"], "no entry 7"),
        (["rollback", "--to", "2999-01-01"], "“2999-01-01” is still to come"),
        (["rollback", "--to", "2999-01-01", "--dry-run"], "“2999-01-01” is still to come"),
        (["difference", "0", "2999-01-01T10:00"], "is still to come"),
        (["rollback", "--to", "0"], "nothing to roll back"),
        (["history", "--entry", "9"], "no entry 9"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    workbench: Workbench, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
