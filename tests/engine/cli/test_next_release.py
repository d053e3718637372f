"""A release taken in, reported, resolved and undone from the command line; the terminology renamed and deleted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.workbench import Workbench

Ask = Callable[..., dict[str, Any]]
HEAD = "id,name,synonyms,parents\n"
RELEASE = f"{HEAD}R,Disorders,,\nH,Heart disorders,,R\nH2,Heart failure,cardiac failure,H\nH3,Angina,,R\n"


@pytest.fixture
def ask(workbench: Workbench, capsys: pytest.CaptureFixture[str]) -> Ask:
    def asked(*words: str, code: int = 0) -> dict[str, Any]:
        found = main([*words, "--workspace", str(workbench.workspace.folder), "--json"])
        seen = capsys.readouterr()
        assert found == code, seen.err
        answer: dict[str, Any] = json.loads(seen.out)
        return answer

    return asked


def test_the_next_release_from_the_command_line(ask: Ask, tmp_path: Path, workbench: Workbench) -> None:
    release = tmp_path / "release.csv"
    release.write_text(RELEASE, encoding="utf-8")
    ask("edit", "add", "coronary", "--concept", "H1", "--terminology", "organs", "--who", "ann")
    line = ("import", str(release), "--name", "organs", "--update")
    shown = ask(*line, "--preview")
    assert (shown["concepts"], shown["names"], shown["format"]) == (4, 5, "csv")
    assert shown["counts"]["withdrawn"] == 5 and shown["counts"]["moved"] == shown["counts"]["renamed"] == 1
    made = ask(*line, "--who", "ann")
    assert (made["terminology"], made["encoded"]) == ("organs", 1)
    for key in ("counts", "branches", "changes", "no_longer_holds"):
        assert made[key] == shown[key]
    assert [one["id"] for one in made["no_longer_holds"]] == ["edit 1"]
    older = made["older"]
    assert [one["slug"] for one in ask("terminology", "versions", "organs")["versions"]] == ["organs", older]
    assert ask("terminology", "compare", older, "organs")["changes"] == made["changes"]
    best = ask("rank", "heart attack", "--terminology", older, "--encoder", "vectors")["candidates"][0]
    assert best["concept_id"] == "H1"
    assert ask("terminology", "invalid", "organs")["open"] == 1
    resolved = ask("terminology", "resolve", "organs", "move", "--item", "edit 1", "--to", "H2", "--who", "ann")
    assert resolved == {"resolved": 1, "open": 0}
    assert ask("rank", "coronary", "--terminology", "organs")["candidates"][0]["concept_id"] == "H2"
    ask("undo", "--who", "ann")
    ask("undo", "--who", "ann")
    assert [one["slug"] for one in ask("terminologies")["terminologies"]] == ["organs"]
    assert ask("history", "--kind", "terminology")["in all"] == 2


def test_names_and_deletion_from_the_command_line(ask: Ask) -> None:
    assert ask("terminology", "rename", "organs", "bodies", "--who", "ann")["terminology"]["slug"] == "bodies"
    described = ask("terminology", "describe", "bodies", "--version", "1", "--language", "en", "--who", "ann")
    assert (described["terminology"]["version"], described["terminology"]["language"]) == ("1", "en")
    assert ask("terminology", "delete", "bodies", code=2) == {"deleted": False, "versions": ["bodies"], "hanging": {}}
    assert ask("terminology", "delete", "bodies", "--yes", "--who", "ann")["deleted"] is True
    ask("undo", "--who", "ann")
    assert [one["slug"] for one in ask("terminologies")["terminologies"]] == ["bodies"]
    ask("redo", "--who", "ann")
    assert ask("terminology", "tidy") == {"let go": ["bodies"]}
