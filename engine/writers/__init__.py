"""Lines of answers -> files, one format a module.

A writer module has `write(path, lines, about) -> int`; most have `read(path) -> Export` too, which gives the same lines
back. To add a format: write its module, add its line to WRITERS and its ending to ENDINGS.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from engine.errors import BadInput
from store.records.normalisation import Line

WRITERS = {
    "csv": "engine.writers.csv_file",
    "sssom": "engine.writers.sssom",
    "pubtator": "engine.writers.pubtator",
    "xlsx": "engine.writers.xlsx",
}
ENDINGS = {
    ".sssom.tsv": "sssom",
    ".pubtator.txt": "pubtator",
    ".pubtator": "pubtator",
    ".csv": "csv",
    ".xlsx": "xlsx",
}
BEST_KNOWN = ".csv, .xlsx, .sssom.tsv or .pubtator.txt"


@dataclass(frozen=True)
class About:
    """What a file of answers says of itself: where the mentions came from and what answered them."""

    source: Path
    terminology: str
    title: str = ""
    version: str = ""
    licence: str = ""
    encoder: str = ""
    search: str = ""
    date: str = ""
    extra: tuple[str, ...] = ()  # headings of the source's other columns


@dataclass(frozen=True)
class Export:
    """A file of answers read back: the headings of its extra columns, and its lines, read as they are asked for."""

    extra: tuple[str, ...]
    lines: Iterator[Line]


def format_of(path: Path) -> str:
    """The format that a file's ending names; BadInput when it names none."""
    for ending, format in ENDINGS.items():
        if path.name.lower().endswith(ending):
            return format
    raise BadInput(f"{path.name}: the ending names no format of answers; use {BEST_KNOWN}.")


def writer(format: str) -> ModuleType:
    """The module of a format; BadInput for an unknown one."""
    if format not in WRITERS:
        raise BadInput(f"There is no format “{format}” of answers; choose one of {', '.join(WRITERS)}.")
    return importlib.import_module(WRITERS[format])


def read_export(path: Path) -> Export:
    """The lines of a CSV, XLSX or SSSOM file that this program wrote; BadInput for anything else."""
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; check the path.")
    module = writer(format_of(path))
    if not hasattr(module, "read"):
        raise BadInput(f"{path.name}: this format keeps no scores and decisions; load an export in CSV, XLSX or SSSOM.")
    export: Export = module.read(path)
    return export
