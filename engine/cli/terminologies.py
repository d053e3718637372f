"""Terminologies: `init`, `terminologies` and `import`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, command, open_workbench, workspace_folder
from engine.cli.console import run_now

FIELDS = ("concepts", "names", "edges", "skipped", "problems", "format", "columns")  # of what a file holds


@command("init", "make the sample workspace: ICD-10-CM and HPO, searchable")
def init() -> dict[str, Any]:
    from engine.workbench import Workbench

    workbench = Workbench(workspace_folder())
    made = run_now(workbench, workbench.jobs.queue("init", "Making the sample workspace", {})).result
    return made | {"workspace": str(workbench.workspace.folder)}


@command("terminologies", "list the terminologies of the workspace")
def terminologies() -> dict[str, Any]:
    workbench = open_workbench()
    return {"terminologies": workbench.terminologies.all()}


@command("import", "import a terminology from a file, or a folder of RF2")
@click.argument("file", type=FILE)
@options.terminology_format()
@click.option("--name", required=True, help="the short name it gets")
@click.option("--column", multiple=True, metavar="FIELD=HEADING", help="e.g. id=Code (tables)")
@click.option("--below", multiple=True, metavar="ID", help="only this concept and those below it; may be repeated")
@click.option("--preview", is_flag=True, help="only say what would be imported")
def import_terminology(
    file: Path, format: str | None, name: str, column: tuple[str, ...], below: tuple[str, ...], preview: bool
) -> dict[str, Any]:
    workbench = open_workbench()
    columns = dict(pair.split("=", 1) for pair in column if "=" in pair) or None
    if preview:
        found = workbench.terminologies.preview(file, format, columns, below)
        return {field: getattr(found, field) for field in FIELDS}
    return run_now(workbench, workbench.terminologies.queue_import(file, name, format, columns, below=below)).result
