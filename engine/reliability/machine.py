"""The machine and the program: versions, threads, disk."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from engine import __version__
from engine.reliability.diagnosis import Diagnosis
from store.migrations import NEWEST

PROGRAM = "nomenclator"
OLDEST_SQLITE = (3, 35, 0)  # the first with RETURNING
LIBRARIES = ("streamlit", "torch", "numpy", "faiss-cpu", "fasttext-community", "sqlite-utils", "safetensors")
LEAST_FREE = 500_000_000  # bytes


def machine_findings(folder: Path) -> Iterator[Diagnosis]:
    """Versions of the program and its libraries, threads, and the disk that the workspace lies on."""
    yield Diagnosis("program", f"Nomenclator {__version__}, schema {NEWEST}")
    yield Diagnosis("system", f"Python {platform.python_version()} on {platform.platform()}")
    old = sqlite3.sqlite_version_info < OLDEST_SQLITE
    least = ".".join(map(str, OLDEST_SQLITE))
    yield Diagnosis("SQLite", sqlite3.sqlite_version, f"Use a Python with SQLite {least} or later." if old else "")
    for library in LIBRARIES:
        yield _library(library)
    limits = [f"{name}={os.environ[name]}" for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS") if name in os.environ]
    yield Diagnosis("threads", ", ".join([f"{os.cpu_count()} processors", *limits]))
    yield _disk(folder)


def pinned() -> dict[str, str]:
    """Library -> the version that this program is pinned to; {} where it runs from its sources."""
    try:
        lines = requires(PROGRAM) or []
    except PackageNotFoundError:
        return {}
    found = (re.match(r"([\w.-]+)==([\w.]+)", line) for line in lines if "extra ==" not in line)
    return {match[1].lower(): match[2] for match in found if match}


def _library(name: str) -> Diagnosis:
    there, tested = _version(name), pinned().get(name, "")
    named = f"{name}=={tested}" if tested else name
    remedy = f"Install it: {sys.executable} -m pip install {named}"
    if not there:
        return Diagnosis(name, "not installed", remedy)
    if tested and there != tested:
        return Diagnosis(name, f"{there}, tested with {tested}", remedy)
    return Diagnosis(name, there)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _disk(folder: Path) -> Diagnosis:
    usage = shutil.disk_usage(folder)
    found = f"{usage.free / 1e9:,.1f} GB of {usage.total / 1e9:,.1f} GB free"
    remedy = "Free some space: a training or an import may need it." if usage.free < LEAST_FREE else ""
    return Diagnosis("disk", found, remedy)
