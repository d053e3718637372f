"""Power cuts: two people write over two connections, a third stays open; the disk is copied as it stands."""

from __future__ import annotations

import random
import time
from pathlib import Path

from engine.errors import NotFound
from engine.reliability.torture.disk import RecordedDisk
from engine.reliability.torture.faults import faults_of
from engine.reliability.torture.outcome import AttackOutcome
from engine.reliability.torture.workplace import SpawnedWriter, small_workspace
from engine.reliability.torture.writer import IDLE

WHO = ("ann", "ben")


def cut_power(folder: Path, rounds: int, seconds: float, seed: int = 0) -> AttackOutcome:
    """Cut the power `rounds` times, at most for `seconds`, at random moments while edits are acknowledged.

    `skipped` says why where the disk cannot be recorded.
    """
    outcome, draws, ends = AttackOutcome("power cut"), random.Random(seed), time.monotonic() + seconds
    workspace = small_workspace(folder / "workspace")
    try:
        disk = RecordedDisk(workspace.folder, folder / "disk")
    except NotFound as problem:
        outcome.skipped = str(problem)
        return outcome
    writers = [SpawnedWriter(workspace.folder, who, disk.environment) for who in (IDLE, *WHO)]
    try:
        for writer in writers:
            writer.wait_until_open()
        while outcome.rounds < rounds and time.monotonic() < ends:
            time.sleep(draws.uniform(0.02, 0.3))
            acknowledged = {number: name for writer in writers for number, name in list(writer.acknowledged.items())}
            found = disk.cut_power(folder / f"cut-{outcome.rounds}")
            outcome.count(acknowledged, faults_of(found, acknowledged))
    finally:
        for writer in writers:
            writer.kill()
    return outcome
