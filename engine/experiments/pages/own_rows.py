"""The rows of a page that an `evaluate` command wrote before, so that the next is put among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.opening.json_text import read_json


def rows_of(out: Path, name: str, drawn: Callable[[Sequence[Mapping[str, Any]]], str]) -> list[dict[str, Any]]:
    """The rows of NAME.json in the folder `out`, which is made where there is none; [] where there is no such file.

    drawn: what writes the page of such rows. BadInput where `out` is a file, or its NAME.json holds something else.
    """
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file, not a folder; name a folder for the tables after --out.")
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{name}.json"
    if not path.is_file():
        return []
    try:
        rows: list[dict[str, Any]] = read_json(path.read_bytes(), str(path), "")["rows"]
        drawn(rows)
    except (BadInput, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadInput(f"{path} is no table of evaluate {name}; name another folder after --out.") from error
    return rows
