"""Kills: two people write, both processes are killed without warning, and what they were told was kept is counted."""

from __future__ import annotations

import random
import time
from pathlib import Path

from engine.reliability.torture.faults import faults_of
from engine.reliability.torture.outcome import AttackOutcome
from engine.reliability.torture.workplace import ForkedWriter, small_workspace

WHO = ("ann", "ben")
LONGEST = 0.5  # seconds from the first edit to the kill


def kill_writers(folder: Path, rounds: int, seconds: float, seed: int = 0) -> AttackOutcome:
    """Kill two writers `rounds` times, at most for `seconds`, each at a random moment; all in one workspace."""
    outcome, draws, ends = AttackOutcome("kill"), random.Random(seed), time.monotonic() + seconds
    workspace = small_workspace(folder / "workspace")
    acknowledged: dict[int, str] = {}
    while outcome.rounds < rounds and time.monotonic() < ends:
        writers = [ForkedWriter(workspace.folder, who) for who in WHO]
        for writer in writers:
            writer.wait_until_open()
        for writer in draws.sample(writers, len(writers)):
            time.sleep(draws.uniform(0, LONGEST / 2))
            acknowledged |= writer.kill()
        outcome.count(acknowledged, faults_of(workspace.folder, acknowledged))
    return outcome
