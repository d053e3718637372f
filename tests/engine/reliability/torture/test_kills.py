"""Killed writers lose nothing that they were told was kept; and what is lost or damaged is noticed."""

from __future__ import annotations

from pathlib import Path

from engine.reliability.torture.faults import faults_of
from engine.reliability.torture.kills import kill_writers
from engine.reliability.torture.outcome import AttackOutcome
from engine.reliability.torture.workplace import small_workspace


def test_killed_writers_lose_no_acknowledged_edit(tmp_path: Path) -> None:
    outcome = kill_writers(tmp_path, rounds=4, seconds=120)
    assert outcome.failures == [] and outcome.lost == 0
    assert outcome.rounds == 4 and outcome.acknowledged > 4


def test_a_lost_edit_and_a_damaged_workspace_are_failures(tmp_path: Path) -> None:
    workspace = small_workspace(tmp_path / "workspace")
    outcome = AttackOutcome("kill")
    outcome.count({1: "coronary"}, faults_of(workspace.folder, {1: "coronary"}))
    assert outcome.lost == 1 and "1 of 1 acknowledged edits are gone, coronary first" in outcome.failures[0]

    content = bytearray(workspace.database.read_bytes())
    content[4096 * 3 :] = b"\xa5" * (len(content) - 4096 * 3)
    workspace.database.write_bytes(content)
    found = faults_of(workspace.folder, {1: "coronary"})
    assert found.lost == ("coronary",) and found.damage


def test_a_gap_in_the_history_is_a_failure(tmp_path: Path) -> None:
    workspace = small_workspace(tmp_path / "workspace")
    entry = {"kind": "name", "batch": 0, "who": "ann", "at": "t", "role": "do", "rows": 0, "title": "", "note": ""}
    with workspace.writing() as db:
        for number in (1, 2, 4):
            db.table("history").insert({"id": number, "act": number, **entry})
    assert faults_of(workspace.folder, {}).damage == ("the history lacks 1 entries, 3 first",)
