"""What people made, out again and back: one kind a module, which says its columns and its rows, and how it is loaded.

A module has `KIND`, `rows(db, workspace, scope)` and `count(db, workspace, scope)`; where SSSOM means something,
`mapping(row, prefixes)`; where it loads back, `checked(db, workspace, rows)` and `load(db, workspace, rows, who)`. To
add a kind: write its module and add its line to KINDS.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from types import ModuleType

from engine.errors import BadInput

KINDS = {
    "edits": "engine.exporting.edits",
    "proposals": "engine.exporting.proposals",
    "labels": "engine.exporting.labels",
    "judgements": "engine.exporting.judgements",
    "history": "engine.exporting.history",
    "terminology": "engine.exporting.terminology",
}
FORMATS = {"csv": ".csv", "xlsx": ".xlsx", "sssom": ".sssom.tsv", "obo": ".obo"}
TERMINOLOGY, LABEL_SET = "terminology", "label set"


@dataclass(frozen=True)
class Kind:
    """A kind of export: its columns in order, and what each is.

    `scope` is what it may be narrowed to, `needs` whether it must be. `sssom` says what a mapping means here, or why it
    has none; `numbers` are the columns that hold numbers. `loads` tells whether its files load back.
    """

    key: str
    title: str
    about: str
    columns: tuple[str, ...]
    numbers: tuple[str, ...] = ()
    scope: str = ""
    needs: bool = False
    formats: tuple[str, ...] = ("csv", "xlsx", "sssom")
    sssom: str = ""
    loads: bool = True


@dataclass(frozen=True)
class Scope:
    """What an export is narrowed to; empty is everything."""

    terminology: str = ""
    label_set: str = ""


def kind_module(key: str) -> ModuleType:
    """The module of a kind; BadInput for an unknown one."""
    if key not in KINDS:
        raise BadInput(f"There is nothing called “{key}” to export; choose one of {', '.join(KINDS)}.")
    return importlib.import_module(KINDS[key])


def format_of(name: str) -> str:
    """The format that a file's ending names; BadInput when it names none."""
    for format, ending in sorted(FORMATS.items(), key=lambda item: -len(item[1])):
        if name.lower().endswith(ending):
            return format
    raise BadInput(f"{name}: the ending names no format; use {', '.join(FORMATS.values())}.")
