"""Which process is which: a number is given again, so beside it stand the machine, its start and the process's own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

BOOT, SPACE = Path("/proc/sys/kernel/random/boot_id"), "/proc/self/ns/pid"


def process_identity(pid: int) -> str:
    """What tells a living process from every other: machine|start of the machine|space of numbers|start of the process.

    "" where it is not living, or the system does not say. A clock that is set does not change it.
    """
    started = _started(pid)
    return "|".join([socket.gethostname().replace("|", " "), *_machine(), started]) if started else ""


def has_ended(pid: int, identity: str) -> bool | None:
    """Whether the process with this identity has ended; None where that cannot be known, as on another machine."""
    parts = identity.split("|")
    if len(parts) != 4 or parts[0] != socket.gethostname().replace("|", " "):
        return None
    boot, space = _machine()
    if parts[1] != boot:
        return True  # the machine was started again
    if parts[2] != space:
        return None
    return _started(pid) != parts[3]


def interrupt_on_signals() -> None:
    """A closed terminal, a logout or `kill` ends this process as Ctrl+C does: what it has begun is closed properly.

    A signal that it was started to ignore, as `nohup` has it, stays ignored.
    """
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
            signal.signal(getattr(signal, name), _interrupt)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _machine() -> tuple[str, str]:
    """What is new at each start of the machine, and in which space process numbers are counted; "" where unknown."""
    try:
        return BOOT.read_text(encoding="ascii").strip(), os.readlink(SPACE)
    except OSError:
        return "", ""


def _started(pid: int) -> str:
    """When a living process was started, in whatever the system counts; "" for one that has ended."""
    if sys.platform == "win32":
        return _started_on_windows(pid)
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return "" if sys.platform == "linux" else _started_by_ps(pid)
    return "" if fields[0] in "ZX" else fields[19]


def _started_by_ps(pid: int) -> str:
    answer = subprocess.run(["ps", "-o", "state=,lstart=", "-p", str(pid)], capture_output=True, text=True)
    state, _, started = answer.stdout.strip().partition(" ")
    return "" if state.startswith("Z") else " ".join(started.split())


def _started_on_windows(pid: int) -> str:
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(0x1000, False, pid)
    if not handle:
        return ""
    times = [ctypes.c_ulonglong() for _ in range(4)]
    kernel.GetProcessTimes(handle, *(ctypes.byref(one) for one in times))
    kernel.CloseHandle(handle)
    return str(times[0].value) if times[1].value == 0 else ""
