"""`history`, `undo`, `redo` and `rollback` from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.__main__ import main
from engine.workbench import Workbench

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def ask(workbench: Workbench, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Runs a command on the small workspace; its JSON."""

    def asked(*arguments: str) -> dict[str, Any]:
        assert main([*arguments, "--json"]) == 0
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    return asked


def test_the_history_is_listed_filtered_and_undone(ask: Ask, workbench: Workbench) -> None:
    ask("edit", "add", "coronary", "--concept", "H1", "--terminology", "organs", "--who", "ann", "--reason", "heard")
    workbench.labels.relabel("s", [("a", "x"), ("b", "x")], "ann")
    ask("edit", "add", "pump failure", "--concept", "H2", "--terminology", "organs", "--who", "bob")

    assert [entry["id"] for entry in ask("history")["entries"]] == [3, 2, 1]
    assert [entry["title"] for entry in ask("history", "--who", "ann", "--kind", "label")["entries"]] == [
        "2 names labelled “x” in “s”"
    ]
    assert ask("history", "--since", "2999-01-01") == {"entries": [], "in all": 0}
    assert ask("history", "--entry", "1")["changes"][0]["reason"] == "heard"
    assert ask("undo", "--who", "ann")["entry"]["kind"] == "label"
    assert ask("redo", "--who", "ann")["entry"]["role"] == "redo"


def test_a_roll_back_can_be_tried_first(ask: Ask, workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.synonyms.add("organs", "H1", "infarct", "bob")
    tried = ask("rollback", "--to", "0", "--who", "ann", "--dry-run")
    assert (tried["changed"], tried["kept"], tried["entries"]) == ({"name": 1}, {"bob": 1}, [])
    assert len(ask("history")["entries"]) == 2
    done = ask("rollback", "--to", "0", "--who", "ann", "--everyone")
    assert [entry["rows"] for entry in done["entries"]] == [2]
    assert len(ask("concept", "H1", "--terminology", "organs")["concept"]["names"]) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["undo", "--who", "nobody"], "nobody has nothing to undo."),
        (["rollback", "--to", "soon"], "“soon” is no moment"),
        (["rollback", "--to", "7"], "no entry 7"),
        (["rollback", "--to", "0"], "nothing to roll back"),
        (["history", "--entry", "9"], "no entry 9"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    workbench: Workbench, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
