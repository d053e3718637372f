"""Every attack, one after another, in a bounded time; what came of them as one object."""

from __future__ import annotations

import importlib
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.reliability.torture.kills import kill_writers
from engine.reliability.torture.outcome import AttackOutcome
from engine.reliability.torture.power_cuts import cut_power

MOST_MB = 1_000  # of a reader
READERS = "engine.reliability.torture.readers"


@dataclass(frozen=True)
class Extent:
    """How many rounds of each attack, and the seconds that it may take; `least` of them are a promise.

    in_a_process: how many readers are attacked one after another in one process, 0 for as many as there are; all: the
    seconds of all attacks together, after which readers are attacked with a few files each and no more.
    """

    kills: int
    kill_seconds: float
    power_cuts: int
    power_cut_seconds: float
    reader_seconds: float
    least: float = 1.0
    in_a_process: int = 1
    all: float = 540.0


FULL = Extent(kills=200, kill_seconds=240, power_cuts=20, power_cut_seconds=45, reader_seconds=200)
QUICK = Extent(
    kills=8, kill_seconds=15, power_cuts=4, power_cut_seconds=10, reader_seconds=25, least=0.1, in_a_process=0, all=60
)


def torture(extent: Extent, seed: int = 0) -> dict[str, Any]:
    """Kill, cut the power, break files; {"rounds", "acknowledged", "lost", "failures", "readers", "attacks"}.

    `failures` are sentences; `readers` maps a reader to {"inputs", "crashes", "hangs", "peak_mb"}; `attacks` has each
    attack's own figures, with why one was skipped.
    """
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="nomenclator-torture-", ignore_cleanup_errors=True) as folder:
        outcomes = []
        for name, attack, rounds, seconds in (
            ("kills", kill_writers, extent.kills, extent.kill_seconds),
            ("power-cuts", cut_power, extent.power_cuts, extent.power_cut_seconds),
        ):
            (Path(folder) / name).mkdir()
            outcome = attack(Path(folder) / name, rounds, seconds, seed)
            if not outcome.skipped and outcome.rounds < max(1, extent.least * rounds):
                outcome.failures.append(f"{outcome.attack}: {outcome.rounds} of {rounds} rounds in {seconds:.0f} s.")
            outcomes.append(outcome)
    found = _summed(outcomes)
    left = max(0.0, extent.all - (time.monotonic() - started))
    readers, failures, skipped = attack_readers(min(extent.reader_seconds, left), None, seed, extent.in_a_process)
    attacks = found["attacks"] | ({"readers": {"skipped": skipped}} if skipped else {})
    return {**found, "failures": found["failures"] + failures, "readers": readers, "attacks": attacks}


def attack_readers(
    seconds: float, only: str | None = None, seed: int = 0, in_a_process: int = 1
) -> tuple[dict[str, dict[str, int]], list[str], str]:
    """The readers attacked for an equal share of the time: their figures, each failure as a sentence, why skipped."""
    try:
        readers = importlib.import_module(READERS)
    except ModuleNotFoundError as missing:
        return {}, [], f"{missing.name} is not installed"
    figures: dict[str, dict[str, int]] = {}
    failures: list[str] = []
    for name, found in readers.attack_readers(seconds, only, seed, in_a_process).items():
        figures[name] = {one: int(found[one]) for one in ("inputs", "crashes", "hangs", "peak_mb")}
        described = [str(line) for line in found.get("failures", ())]
        wrong = [f"{figures[name][one]} {one}" for one in ("crashes", "hangs") if figures[name][one]]
        if figures[name]["peak_mb"] > MOST_MB:
            wrong.append(f"{figures[name]['peak_mb']:,} MB at once, more than {MOST_MB:,}")
        failures += described or [f"{name}: {', '.join(wrong)}."] * bool(wrong)
    return figures, failures, ""


def _summed(outcomes: list[AttackOutcome]) -> dict[str, Any]:
    return {
        "rounds": sum(one.rounds for one in outcomes),
        "acknowledged": sum(one.acknowledged for one in outcomes),
        "lost": sum(one.lost for one in outcomes),
        "failures": [sentence for one in outcomes for sentence in one.failures],
        "attacks": {
            one.attack: {name: getattr(one, name) for name in ("rounds", "acknowledged", "lost", "skipped")}
            for one in outcomes
        },
    }
