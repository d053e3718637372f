"""What people made, out again and back: one kind a module, which says its columns and its rows, and how it is loaded.

A module has `KIND`, `rows(db, workspace, scope)` and `count(db, workspace, scope)`; where SSSOM means something,
`mapping(row, prefixes)`; where it loads back, `checked(db, workspace, rows)`, which gives each row as it is to be kept,
or in a sentence what is wrong with it, and `load(db, workspace, rows, who)`, which keeps such rows, in the transaction
in which they were checked. To add a kind: write its module and add its line to KINDS.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from engine.errors import BadInput
from engine.formats import registry
from engine.formats.recognition import written_format

KINDS = {
    "edits": "engine.terminology.exporting.edits",
    "proposals": "engine.terminology.exporting.proposals",
    "labels": "engine.terminology.exporting.labels",
    "decisions": "engine.terminology.exporting.judgements",
    "abbreviations": "engine.terminology.exporting.abbreviations",
    "history": "engine.terminology.exporting.history",
    "terminology": "engine.terminology.exporting.terminology",
}
CONTENTS = (registry.ROWS, registry.MAPPINGS, registry.TERMINOLOGY)
WRITTEN = (*CONTENTS, registry.DELTA)
TERMINOLOGY, LABEL_SET = "terminology", "label set"
Row = Sequence[Any]  # cells, one for each column of a kind


@dataclass(frozen=True)
class Kind:
    """A kind of export: its columns in order, and what each is.

    `scope` is what it may be narrowed to, `needs` whether it must be. `sssom` says what a mapping means here, or why it
    has none; `numbers` are the columns that hold numbers. `contents` are the forms that it comes in, named as in
    `engine.formats`. `loads` tells whether its files load back.
    """

    key: str
    title: str
    about: str
    columns: tuple[str, ...]
    numbers: tuple[str, ...] = ()
    scope: str = ""
    needs: bool = False
    contents: tuple[str, ...] = (registry.ROWS, registry.MAPPINGS)
    sssom: str = ""
    loads: bool = True

    @property
    def formats(self) -> tuple[str, ...]:
        """The names of the formats that hold one of its contents."""
        return tuple(registry.writers(*self.contents))


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


def endings() -> dict[str, str]:
    """The formats of exports with the ending of each: {"csv": ".csv", …}."""
    return {name: one.written[0] for name, one in registry.writers(*WRITTEN).items()}


def format_of(name: str, formats: Collection[str] = ()) -> str:
    """The format that a file's ending names; BadInput, with those of `formats` (default: all), when it names none."""
    if format := written_format(name, *WRITTEN):
        return format
    listed = [ending for one, ending in endings().items() if one in (formats or endings())]
    raise BadInput(f"{name}: the ending names no format; use {', '.join(listed)}.")


def check_ending(name: str, format: str) -> None:
    """BadInput where a file's ending says another format than the one that it is to be written in."""
    chosen = registry.FORMATS[format]
    if name.lower().endswith((*chosen.written, *chosen.endings)) and written_format(name, *WRITTEN) in ("", format):
        return
    says = written_format(name, *WRITTEN)
    ending = f"says {registry.FORMATS[says].title}" if says else "names no format"
    raise BadInput(
        f"The ending of {name} {ending} and the format is {chosen.title}; end it in {chosen.written[0]}, "
        "or leave the format out."
    )
