"""What an attack came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Faults:
    """What is wrong with a workspace after an attack: names of acknowledged edits that are gone, and other damage."""

    lost: tuple[str, ...] = ()
    damage: tuple[str, ...] = ()


@dataclass
class AttackOutcome:
    """Rounds of one attack, the edits acknowledged in them, those lost, and each failure in a sentence."""

    attack: str
    rounds: int = 0
    acknowledged: int = 0
    lost: int = 0
    failures: list[str] = field(default_factory=list)
    skipped: str = ""  # why the attack could not be made

    def count(self, acknowledged: Mapping[int, str], faults: Faults) -> None:
        """Count a round in which these edits, number to name, were acknowledged so far."""
        self.rounds += 1
        self.acknowledged = max(self.acknowledged, len(acknowledged))
        self.lost += len(faults.lost)
        if faults.lost:
            what = f"{len(faults.lost)} of {len(acknowledged)} acknowledged edits are gone, {faults.lost[0]} first"
            self.failures.append(f"{self.attack}, round {self.rounds}: {what}.")
        self.failures += [f"{self.attack}, round {self.rounds}: {one}." for one in faults.damage]
