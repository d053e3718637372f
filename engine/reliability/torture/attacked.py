"""A reader of files that is attacked, and what it may not give: what neither the database nor JSON could hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, is_dataclass
from pathlib import Path
from typing import Any

from engine.reliability.torture.reader_samples import SampleFile


@dataclass(frozen=True)
class AttackedReader:
    """A reader: whole files to break, and `read`, which reads a file as far as anybody would."""

    samples: list[SampleFile]
    read: Callable[[Path], object]


def check_storable(value: Any) -> None:
    """Raise for what the database or strict JSON could not hold: half a character, a number too large or none."""
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise OverflowError(f"{str(value)[:30]} is no number of the database")
    elif isinstance(value, float) and not abs(value) < float("inf"):
        raise ValueError(f"{value} is no number of strict JSON")
    elif isinstance(value, list) and set(map(type, value)) <= {str}:  # the cells of a row
        "".join(value).encode()
    elif isinstance(value, dict):
        check_storable([*value, *value.values()])
    elif is_dataclass(value) and not isinstance(value, type):
        check_storable(astuple(value))
    elif isinstance(value, Iterable):
        for one in value:
            check_storable(one)
