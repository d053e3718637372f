"""`mappings`: a project from its start to its file, by two people, on the small workspace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.vectors import SHIPPED
from engine.workbench import Workbench
from tests.mapped import with_others, with_sides

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def number(run: Run, workbench: Workbench, tmp_path: Path) -> str:
    """The number of a project that was started by a command."""
    with_others(workbench, tmp_path)
    made = run("mappings", "start", "organs", "others", "--encoder", "vectors", "--who", "ann", "--title", "Ward list")
    assert (made["lines"], made["suggested"]) == (9, 9)
    return str(made["project"])


def test_a_project_is_worked_by_two_people(run: Run, number: str, tmp_path: Path) -> None:
    (one,) = run("mappings", "list")["projects"]
    assert (one["project"], one["title"], one["undecided"]) == (int(number), "Ward list", 9)
    first = run("mappings", "next", number)
    assert first["state"] == "undecided" and first["candidates"] and first["decisions"] == []
    listed = run("mappings", "lines", number, "--order", "as in the source", "--top", "2")
    assert [row["line"] for row in listed["lines"]] == ["R", "H"] and listed["in all"] == 9
    said = run("mappings", "decide", number, "H1", "--who", "ann", "--reason", "same")["said"]
    assert said == "Mapped “Myocardial infarction” to “Heart attack” (T2), exact"
    run("mappings", "decide", number, "H1", "--who", "ann", "--to", "T1=broad", "--add")
    shown = {row["line"]: row["mapped_to"] for row in run("mappings", "lines", number)["lines"]}
    assert (shown["H1"], shown["H2"]) == ("T1 | T2", "")
    run("mappings", "none", number, "L3", "R", "--who", "ann")
    run("mappings", "flag", number, "H3", "--for", "ben", "--who", "ann")
    assert run("mappings", "skip", number, "L", "L", "--who", "ann")["decided"] == 1
    run("mappings", "confirm", number, "H1", "--who", "ben")
    run("mappings", "decide", number, "L3", "--to", "T4=broad", "--who", "ben")
    assert run("mappings", "assign", number, "ben", "--state", "undecided", "--who", "ann")["assigned"] == 4
    shown = run("mappings", "show", number, "H1")
    assert shown["state"] == "confirmed"
    assert shown["decisions"][0]["targets"] == [["T1", "skos:broadMatch"], ["T2", "skos:exactMatch"]]
    assert [
        row["line"] for row in run("mappings", "lines", number, "--whose", "flagged", "--person", "ben")["lines"]
    ] == ["H3"]
    agreed = run("mappings", "agreement", number, "ann", "ben")
    assert (agreed["lines"], agreed["same"]) == (2, 1)
    assert agreed["differences"] == [{"line": "L3", "ann": "no match", "ben": "T4 broad"}]
    (told,) = run("mappings", "contradictions", number)["contradictions"]
    assert (told["source"], told["kind"]) == ("L3", "two people")
    words = ("mappings", "accept-above", number, "--probability", "0.5", "--same", "--who", "ann")
    dry = run(*words, "--dry-run", "--sample", "1")
    assert dry["acceptable"] == 3 and len(dry["sample"]) == 1
    assert run(*words)["accepted"] == 3
    run("mappings", "clear", number, "L", "--who", "ann")
    out = tmp_path / "ward.sssom.tsv"
    assert run("mappings", "export", number, "--out", str(out))["rows"] == 8
    told = run("mappings", "export", number, "--out", str(out), "--undecided")
    assert told["decided"] == 4 and told["rows"] == 11 and told["lost"] == []
    table = run("mappings", "export", number, "--out", str(tmp_path / "ward.csv"))
    assert table["rows"] == 8 and table["lost"] == ["No decision: 3 lines are left out."]
    loaded = run("mappings", "load", number, str(out), "--who", "ann", "--preview")
    assert (loaded["decisions"], loaded["conflicts"]) == (0, [])
    assert run("undo", "--who", "ann")["entry"]["kind"] == "mapping"
    counts = tmp_path / "counts.csv"
    counts.write_text("id,n\nH,3\n", encoding="utf-8")
    assert run("mappings", "frequencies", number, str(counts)) == {"lines": 1}
    assert run("mappings", "suggest", number, "--encoder", "vectors")["lines"] == 9
    assert run("mappings", "delete", number) == {"deleted": int(number)}
    assert run("mappings", "list") == {"projects": []}


def test_suggesting_anew_keeps_the_encoders_of_the_project(run: Run, workbench: Workbench, tmp_path: Path) -> None:
    """Without “--encoder” the current one alone suggested, whoever had before."""
    own = workbench.workspace.folder / "vectors" / "own.safetensors"
    own.write_bytes(SHIPPED.read_bytes())
    with_others(workbench, tmp_path)
    words = ("mappings", "start", "organs", "others", "--encoder", "vectors", "--against", "vectors:own")
    number = str(run(*words)["project"])
    run("mappings", "suggest", number)
    assert workbench.mapping_projects.get(int(number)).encoder == "vectors + vectors:own"
    own.unlink()
    run("mappings", "suggest", number)
    assert workbench.mapping_projects.get(int(number)).encoder == "vectors"
    own.write_bytes(SHIPPED.read_bytes())
    run("mappings", "suggest", number, "--against", "vectors:own")
    assert workbench.mapping_projects.get(int(number)).encoder == "vectors + vectors:own"


def test_lines_by_what_their_first_suggestion_differs_in(run: Run, workbench: Workbench, tmp_path: Path) -> None:
    with_sides(with_others(workbench, tmp_path), tmp_path)
    made = run("mappings", "start", "sides", "others", "--encoder", "vectors", "--who", "ann")
    listed = run("mappings", "lines", str(made["project"]), "--difference", "side")
    assert [row["line"] for row in listed["lines"]] == ["S1"]


def test_what_cannot_be_done_is_one_line(refusal: Callable[..., str], number: str, tmp_path: Path) -> None:
    assert "no mapping project 99" in refusal("mappings", "lines", "99")
    assert "ID=RELATION" in refusal("mappings", "decide", number, "H1", "--to", "T2")
    words = ("mappings", "export", number, "--out", str(tmp_path / "map.txt"))
    assert "namespace of seven digits" in refusal(*words)
    assert "decide first" in refusal(*words, "--namespace", "1000003")
    accept = ("mappings", "accept-above", number, "--dry-run", "--probability")
    assert refusal(*accept, "90") == "A probability lies from 0 to 1, not at 90; 90 % is 0.9."
    assert "not at -1" in refusal(*accept, "-1")
    assert "no order “best”" in refusal("mappings", "lines", number, "--order", "best")
