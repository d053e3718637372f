"""Whether a request names the server's own address: asked by the window and by what is served, and cheap to import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.serving.loopback import own_origin, values_of

ROOT = Path(__file__).parents[3]


def scope(*hosts: str, port: int = 8501, scheme: str = "http") -> dict[str, Any]:
    headers = [(b"Host", host.encode("latin-1")) for host in hosts]
    return {"type": "http", "scheme": scheme, "server": ("127.0.0.1", port), "headers": headers}


@pytest.mark.parametrize(
    ("asked", "origin"),
    [
        (scope("127.0.0.1:8501"), "http://127.0.0.1:8501"),
        (scope("localhost:8501", scheme="ws"), "http://localhost:8501"),
        (scope("localhost", port=80), "http://localhost"),
        (scope("localhost", port=443, scheme="https"), "https://localhost"),
        (scope("localhost"), ""),
        (scope("evil.example:8501"), ""),
        (scope("127.0.0.1:8501", "127.0.0.1:8501"), ""),
        (scope(), ""),
    ],
)
def test_the_origin_is_that_of_one_host_of_this_machine(asked: dict[str, Any], origin: str) -> None:
    assert own_origin(asked) == origin


def test_a_header_is_read_as_often_as_it_is_there() -> None:
    assert values_of(scope("a", "é"), b"host") == ["a", "é"]


def test_it_brings_nothing_along_that_the_windows_first_answer_would_wait_for() -> None:
    heavy = {"numpy", "engine.workbench", "store", "starlette"}
    code = f"import sys, engine.serving.loopback; print({heavy} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
