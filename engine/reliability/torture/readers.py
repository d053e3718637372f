"""Every reader of files against broken ones, each in a process of its own that a crash, a hang or a bomb cannot leave.

python -m engine.reliability.torture.readers --seconds 60 [--only READER] [--seed 7]
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import shlex
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.reliability.torture.reader_list import READERS

HANG = 20.0  # seconds of a processor for one input
STARVED = 6  # times as long by the clock, for one that waits for a busy processor
AT_ONCE = 4  # processes
STARTING = 120.0  # seconds for the libraries and the whole files, before the first input
MOST_SHOWN = 20  # failures of a reader that are described; all are counted
COMMAND = "python -m engine.reliability.torture.reader_attack {reader} --seed {seed} --input {number}"


@dataclass
class Attack:
    """What came of attacking one reader."""

    reader: str
    seed: int
    inputs: int = 0
    crashes: int = 0
    hangs: int = 0
    peak_mb: int = 0
    failures: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)

    def fail(self, number: int, what: str) -> None:
        """Describe a failure once, with the command that makes it again."""
        if what not in self.known and len(self.known) < MOST_SHOWN:
            self.known.add(what)
            again = COMMAND.format(reader=shlex.quote(self.reader), seed=self.seed, number=number)
            self.failures.append(f"{self.reader}, input {number}: {what}; again with “{again}”")

    def to_dict(self) -> dict[str, Any]:
        """{"inputs", "crashes", "hangs", "peak_mb", "failures"}"""
        names = ("inputs", "crashes", "hangs", "peak_mb", "failures")
        return {name: getattr(self, name) for name in names}


def attack_readers(
    seconds: float, only: str | None = None, seed: int = 0, in_a_process: int = 1
) -> dict[str, dict[str, Any]]:
    """Reader -> {"inputs", "crashes", "hangs", "peak_mb", "failures"}, each attacked for an equal share of the time.

    A few are attacked at once, each in a process of its own, or `in_a_process` of them one after another in one, which
    loads the libraries once; 0 for equal parts of all. A crash is an exception that is not one of `engine.errors`, a
    hang more than HANG seconds of a processor for one input, or STARVED times that by the clock; more than 1,000 MB at
    once is a failure that is neither. A failure is a
    sentence that ends in the command that makes it again. BadInput for a reader that is not there. The same seed breaks
    the same files in the same order.
    """
    if only is not None and only not in READERS:
        raise BadInput(f"There is no reader “{only}”; choose one of {', '.join(READERS)}.")
    chosen = [only] if only else list(READERS)
    attacks = {name: Attack(name, seed) for name in chosen}
    together = min(AT_ONCE, os.cpu_count() or 1, len(chosen))
    in_a_process = in_a_process or -(-len(chosen) // together)
    share = seconds * together / len(chosen)
    parts = [[attacks[name] for name in chosen[at : at + in_a_process]] for at in range(0, len(chosen), in_a_process)]
    with ThreadPoolExecutor(together) as pool:
        for _ in pool.map(lambda part: _attack(part, share * len(part)), parts):
            pass
    return {name: attack.to_dict() for name, attack in attacks.items()}


def _attack(waiting: list[Attack], seconds: float) -> None:
    """Attack these readers, in as many processes as it takes; what came of it stands in them."""
    waiting, start, ends = list(waiting), 0, time.time() + seconds
    while waiting:
        start = _one_process(waiting, start, ends)


def _one_process(waiting: list[Attack], start: int, ends: float) -> int:
    """Attack until the time is over or the process has to end; readers whose time is over leave `waiting`.

    start: the input of the first one that the process begins with; the one for the next process.
    """
    names = [attack.reader for attack in waiting]
    command = [sys.executable, "-m", "engine.reliability.torture.reader_attack", *names, "--seed", str(waiting[0].seed)]
    command += ["--start", str(start), "--until", str(ends)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    lines: queue.Queue[str] = queue.Queue()
    listener = threading.Thread(target=_listen, args=(process, lines), daemon=True)
    listener.start()
    at, patience, until = start - 1, STARTING, 0.0
    try:
        while waiting:
            attack = waiting[0]
            line = next_line(lines, process.pid, patience)
            if line is None:
                attack.hangs += 1
                attack.fail(max(at, start), f"still reading after {patience:.0f} s")
                break
            if not line:  # the process ended without its last word
                attack.crashes += 1
                attack.fail(max(at, start), f"the process ended with code {process.wait()}")
                break
            if line[0] != "{":
                at, patience = int(line), HANG
                continue
            report = json.loads(line)
            if "until" in report:
                until, patience = report["until"], STARTING
            elif "peak_mb" in report:
                attack.inputs += report["inputs"]
                attack.peak_mb = max(attack.peak_mb, report["peak_mb"])
                if report["ended_early"] and time.time() < until:
                    return start + int(report["inputs"])
                waiting.pop(0)
                start, at = 0, -1
            else:
                attack.crashes += not report["failure"].endswith("of memory")
                attack.fail(report["input"], report["failure"])
        else:
            return 0
    finally:
        process.kill()
        process.wait()
        listener.join()
    attack.inputs += max(at, start) + 1 - start
    if at < start or time.time() >= until:  # one that never began will not begin the next time
        waiting.pop(0)
        return 0
    return at + 1


def next_line(lines: queue.Queue[str], pid: int, patience: float) -> str | None:
    """The next line that a process writes; None when it worked or stood still for too long without one.

    patience: seconds of a processor, or STARVED times as many by the clock, which a process that other work keeps from
    the processor is given.
    """
    used = _processor_seconds(pid)
    for _ in range(STARVED):
        try:
            return lines.get(timeout=patience)
        except queue.Empty:
            if _processor_seconds(pid) - used >= patience:
                break
    return None


def _processor_seconds(pid: int) -> float:
    """What a process has used of processors so far, in seconds; the clock where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line.rstrip())
    lines.put("")


def main() -> int:
    """Attack from the command line; JSON on standard output, 2 when something failed."""
    parser = argparse.ArgumentParser(description="Attack the readers of files with broken ones.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--only")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    found = attack_readers(given.seconds, given.only, given.seed)
    print(json.dumps(found, indent=1, ensure_ascii=False))
    return 2 if any(one["failures"] for one in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
