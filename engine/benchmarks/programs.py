"""One bench in a program of its own, ended with all that it started where it takes too long."""

from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.benchmarks.rows import Row

GRACE = 5.0  # seconds between asking a program to end and ending it


def run(row: Row, folder: Path, seconds: float) -> dict[str, Any] | str:
    """What a bench printed, or in a sentence why it did not."""
    command = [sys.executable, "-m", "engine", "bench", row.name, *row.arguments, "--json", "--workspace", str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as program:
        try:
            answer, errors = program.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            end(program)
            return f"it was not finished after {seconds:.0f} s"
        except BaseException:  # Ctrl+C goes to this program alone
            end(program)
            raise
    if program.returncode:
        return (errors.strip().splitlines() or [f"it ended with {program.returncode}"])[-1]
    found: dict[str, Any] = json.loads(answer)
    return found


def end(program: subprocess.Popen[str]) -> None:
    """End a bench and what it started: a window, a browser, programs of its own."""
    if sys.platform == "win32":
        program.kill()
        return
    for how in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(program.pid, how)
        with suppress(subprocess.TimeoutExpired):
            program.wait(timeout=GRACE)


def machine() -> str:
    """What this machine is, and how busy."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}{load}"
