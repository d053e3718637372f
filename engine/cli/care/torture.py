"""Attacks that prove what is promised: `torture`."""

from __future__ import annotations

from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import command, ends_with_problem


@command(
    "torture",
    "kill, cut the power and break files, and count what was lost",
    "Works in a folder of its own, for less than 10 minutes, or 90 seconds with --quick. Exit code 0 only when nothing "
    "was lost and nothing failed.",
)
@click.option("--quick", is_flag=True, help="fewer rounds")
@click.option("--fuzz", metavar="READER", help="break files for this reader alone")
@click.option("--minutes", type=options.NUMBER, default=10.0, help="how long --fuzz goes on (10)")
@click.option("--seed", type=int, default=0, help="of the moments and the broken files (0)")
def torture(quick: bool, fuzz: str | None, minutes: float, seed: int) -> dict[str, Any]:
    from engine.reliability.torture.run import FULL, QUICK, attack_readers
    from engine.reliability.torture.run import torture as attack

    if fuzz is None:
        found = attack(QUICK if quick else FULL, seed)
    else:
        readers, failures, skipped = attack_readers(60 * minutes, fuzz, seed)
        attacks = {"readers": {"skipped": skipped}} if skipped else {}
        nothing = dict.fromkeys(("rounds", "acknowledged", "lost"), 0)
        found = {**nothing, "failures": failures, "readers": readers, "attacks": attacks}
    if found["lost"] or found["failures"]:
        ends_with_problem(f"{found['lost']} edits were lost and {len(found['failures'])} things failed.")
    return found
