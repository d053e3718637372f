"""The window under strace: every socket that it and its child processes open, bind, or send to."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.window import started

RUN = (sys.executable, "-m", "streamlit", "run", "app.py")
STRACE = ("strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=connect,sendto,sendmsg,sendmmsg,bind,listen")


@contextmanager
def traced(workspace: Path, trace: Path) -> Iterator[str]:
    """The address of the window on `workspace`; `trace` is whole once it is left. Skips where there is no strace."""
    if shutil.which("strace") is None:
        pytest.skip("there is no strace on this machine")
    with started([*STRACE, "-o", str(trace), *RUN], workspace, start_new_session=True) as (address, process):
        try:
            yield address
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # strace would end alone
            process.wait(timeout=30)


def network_calls(trace: Path) -> list[str]:
    """The lines of a trace that name an address of the internet's protocols."""
    lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line for line in lines if "sa_family=AF_INET" in line]


def beyond_this_machine(trace: Path) -> list[str]:
    """Those that name another address than 127.0.0.1."""
    return [line for line in network_calls(trace) if 'inet_addr("127.0.0.1")' not in line]
