"""A release taken in, reported, resolved and undone from the command line; the terminology renamed and deleted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.workbench import Workbench

Run = Callable[..., dict[str, Any]]
HEAD = "id,name,synonyms,parents\n"
RELEASE = f"{HEAD}R,Disorders,,\nH,Heart disorders,,R\nH2,Heart failure,cardiac failure,H\nH3,Angina,,R\n"


def test_the_next_release_from_the_command_line(run: Run, tmp_path: Path, workbench: Workbench) -> None:
    release = tmp_path / "release.csv"
    release.write_text(RELEASE, encoding="utf-8")
    run("edit", "add", "coronary", "--concept", "H1", "--terminology", "organs", "--who", "ann")
    line = ("import", str(release), "--name", "organs", "--update")
    shown = run(*line, "--preview")
    assert (shown["concepts"], shown["names"], shown["format"]) == (4, 5, "csv")
    assert shown["counts"]["withdrawn"] == 5 and shown["counts"]["moved"] == shown["counts"]["renamed"] == 1
    made = run(*line, "--who", "ann")
    assert (made["terminology"], made["encoded"]) == ("organs", 1)
    for key in ("counts", "branches", "changes", "no_longer_holds"):
        assert made[key] == shown[key]
    assert [one["id"] for one in made["no_longer_holds"]] == ["edit 1"]
    older = made["older"]
    assert [one["slug"] for one in run("terminology", "versions", "organs")["versions"]] == ["organs", older]
    assert run("terminology", "compare", older, "organs")["changes"] == made["changes"]
    best = run("rank", "heart attack", "--terminology", older, "--encoder", "vectors")["candidates"][0]
    assert best["concept_id"] == "H1"
    both = run("rank", "heart attack", "--terminology", "organs", "--beside", older, "--encoder", "vectors")
    assert both["candidates"][0]["concept_id"] != "H1" and both["beside"][0]["concept_id"] == "H1"
    assert run("terminology", "invalid", "organs")["open"] == 1
    resolved = run("terminology", "resolve", "organs", "move", "--item", "edit 1", "--to", "H2", "--who", "ann")
    assert resolved == {"resolved": 1, "open": 0}
    assert run("rank", "coronary", "--terminology", "organs")["candidates"][0]["concept_id"] == "H2"
    run("undo", "--who", "ann")
    run("undo", "--who", "ann")
    assert [one["slug"] for one in run("terminologies")["terminologies"]] == ["organs"]
    assert run("history", "--kind", "terminology")["in all"] == 2


def test_names_and_deletion_from_the_command_line(run: Run) -> None:
    assert run("terminology", "rename", "organs", "bodies", "--who", "ann")["terminology"]["slug"] == "bodies"
    described = run("terminology", "describe", "bodies", "--version", "1", "--language", "en", "--who", "ann")
    assert (described["terminology"]["version"], described["terminology"]["language"]) == ("1", "en")
    assert run("terminology", "delete", "bodies", code=2) == {"deleted": False, "versions": ["bodies"], "hanging": {}}
    assert run("terminology", "delete", "bodies", "--yes", "--who", "ann")["deleted"] is True
    run("undo", "--who", "ann")
    assert [one["slug"] for one in run("terminologies")["terminologies"]] == ["bodies"]
    run("redo", "--who", "ann")
    assert run("terminology", "tidy") == {"let go": ["bodies"]}


def test_an_import_under_a_name_that_is_taken_says_how_a_release_is_taken_in(
    run: Run, refusal: Callable[..., str], tmp_path: Path
) -> None:
    """It only said to choose another name."""
    release = tmp_path / "release.csv"
    release.write_text(RELEASE, encoding="utf-8")
    taken = "“organs” is taken; choose another one, or take the file in as the next release of “organs” (--update)."
    assert taken in refusal("import", str(release), "--name", "organs")
    assert "--update" not in refusal("terminology", "rename", "organs", "organs", "--who", "ann")


def test_a_release_is_read_by_the_columns_of_the_import(run: Run, tmp_path: Path) -> None:
    """Its synonyms were withdrawn, unless each --column was written again."""
    for name, more in (("first", ""), ("second", "3,Lung,pulmo\n")):
        (tmp_path / f"{name}.csv").write_text(f"key,name,also\n1,Heart,cor\n{more}", encoding="utf-8")
    columns = ("--column", "id=key", "--column", "name=name", "--column", "synonyms=also")
    run("import", str(tmp_path / "first.csv"), "--name", "own", *columns)
    line = ("import", str(tmp_path / "second.csv"), "--name", "own", "--update")
    shown = run(*line, "--preview")
    assert (shown["counts"]["name withdrawn"], shown["names"]) == (0, 4)
    assert shown["columns"] == {"id": "key", "name": "name", "synonyms": "also"}
    assert run(*line, "--who", "ann")["names"] == 4


def test_an_import_says_which_columns_it_does_not_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text("id,name,Owner\n1,Heart,ann\n", encoding="utf-8")
    for more in (["--preview"], []):
        assert run("import", str(file), "--name", "own", *more)["unread"].startswith("The column “Owner” is not read;")
