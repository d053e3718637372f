"""A terminology written in a test as the rows of a table."""

from __future__ import annotations

from pathlib import Path

from engine.terminology import importing
from engine.workbench import Workbench


def with_table(workbench: Workbench, folder: Path, name: str, rows: str) -> Workbench:
    """The workbench with the terminology of these CSV rows under its short name, which is its title too."""
    file = folder / f"{name}.csv"
    file.write_text(rows, encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": name, "title": name.capitalize()}):
        pass
    return workbench
