"""Files of answers, of any format: which one an ending names, its module, and the lines of an export read back."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from engine.errors import BadInput
from engine.formats.mentions.answer_columns import Export
from engine.formats.recognition import written_format
from engine.formats.registry import ANSWERS, FORMATS, writers


def answers_format(path: Path) -> str:
    """The format of answers that a file's ending names; BadInput when it names none."""
    if name := written_format(path.name, ANSWERS):
        return name
    usual = [one.written[0] for one in writers(ANSWERS).values()]
    raise BadInput(f"{path.name}: the ending names no format of answers; use {', '.join(usual[:-1])} or {usual[-1]}.")


def answers_module(name: str) -> ModuleType:
    """The module that writes answers in a format; BadInput for an unknown one."""
    known = writers(ANSWERS)
    if name not in known:
        raise BadInput(f"There is no format “{name}” of answers; choose one of {', '.join(known)}.")
    return known[name].load()


def read_export(path: Path) -> Export:
    """The lines of answers in a file that this program wrote; BadInput for anything else."""
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; check the path.")
    name = answers_format(path)
    if ANSWERS not in FORMATS[name].reads:
        raise BadInput(f"{path.name}: this format keeps no scores and decisions; load an export in CSV, XLSX or SSSOM.")
    export: Export = FORMATS[name].load().read_answers(path)
    return export
