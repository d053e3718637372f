"""Terminologies: `init`, `terminologies` and `import`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, command, open_workbench, workspace_folder
from engine.cli.console import followed, run_now
from engine.cli.tables import ordered
from engine.cli.terminologies.terminology import release_report

if TYPE_CHECKING:
    from engine.workbench import SourceFile, Workbench

FIELDS = ("concepts", "names", "edges", "skipped", "problems", "format", "columns", "cleanable")  # of what a file holds


@command("init", "make the sample workspace: ICD-10-CM, HPO and Mondo, searchable")
@click.option("--empty", is_flag=True, help="without these three, for terminologies of your own")
def init(empty: bool) -> dict[str, Any]:
    from engine.workbench import Workbench

    workbench = Workbench(workspace_folder())
    title = "Making an empty workspace" if empty else "Making the sample workspace"
    made = run_now(workbench, workbench.jobs.queue("init", title, {"empty": empty})).result
    return made | {"workspace": str(workbench.workspace.folder)}


@command("terminologies", "list the terminologies of the workspace")
def terminologies() -> dict[str, Any]:
    workbench = open_workbench()
    first = ("slug", "title", "version", "concepts", "names", "language", "newer", "imported")
    return {"terminologies": ordered(workbench.terminologies.all(), *first)}


@command("import", "import a terminology from a file, or a folder of RF2")
@click.argument("file", type=FILE)
@options.terminology_format()
@click.option("--name", required=True, help="the short name it gets")
@click.option(
    "--column",
    multiple=True,
    metavar="FIELD=HEADING",
    help="e.g. id=Code (tables); --update takes those that were chosen for these headings before",
)
@click.option("--below", multiple=True, metavar="ID", help="only this concept and those below it; may be repeated")
@click.option("--date", default="", metavar="YYYYMMDD", help="as it was on that day (RF2)")
@click.option("--module", multiple=True, metavar="ID", help="only what is of this module; several times (RF2)")
@click.option("--language", multiple=True, metavar="CODE", help="only names in it, as ENG; several times (UMLS)")
@click.option("--source", multiple=True, metavar="SAB", help="only names of it, as MSH; several times (UMLS)")
@click.option("--group", multiple=True, metavar="GROUP", help="only concepts of it, as DISO; several times (UMLS)")
@click.option("--suppressed", is_flag=True, help="suppressed names too (UMLS)")
@click.option("--clean", is_flag=True, help="names without marks such as “(disorder)” and stray blanks")
@click.option("--preview", is_flag=True, help="only say what would be imported")
@click.option("--update", is_flag=True, help="the next release of this terminology, beside the old one")
@options.who()
def import_terminology(
    file: Path,
    format: str | None,
    name: str,
    column: tuple[str, ...],
    below: tuple[str, ...],
    date: str,
    module: tuple[str, ...],
    language: tuple[str, ...],
    source: tuple[str, ...],
    group: tuple[str, ...],
    suppressed: bool,
    clean: bool,
    preview: bool,
    update: bool,
    who: str,
) -> dict[str, Any]:
    from engine.workbench import SourceFile

    workbench = open_workbench()
    columns = options.settings_of(column, "--column", "FIELD=HEADING, for example id=Code")
    listed = {"modules": module, "languages": language, "sources": source, "groups": group}
    lists = {filter: list(values) for filter, values in listed.items()}
    given = {"date": date, **lists, "suppressed": suppressed}
    filters = {filter: value for filter, value in given.items() if value}
    source_file = SourceFile(file, format, columns, below, filters, clean)
    if update:
        source_file = workbench.terminologies.as_before(source_file)
    if preview:
        if not update:
            workbench.terminologies.check_name(name)
        reading = f"Reading {file.name}"
        found = followed(partial(_previewed, workbench, source_file), reading)
        if not update:
            return found
        coming = followed(partial(workbench.versions.preview, source_file, name), reading)
        return found | release_report(coming.difference, coming.carried)
    if not update:
        return run_now(workbench, workbench.terminologies.queue_import(source_file, name, who=who)).result
    return take_release(workbench, source_file, name, who)


def take_release(workbench: Workbench, file: SourceFile, name: str, who: str = "") -> dict[str, Any]:
    """What the import of a terminology's next release gave, what differs from the one before and what of people's work
    still holds."""
    made = run_now(workbench, workbench.versions.queue(file, name, who)).result
    differing = partial(workbench.versions.difference, made["older"], name)
    carrying = partial(workbench.versions.carried, name)
    report = release_report(followed(differing, "Listing what differs"), followed(carrying, "Looking what still holds"))
    return {key: value for key, value in made.items() if key not in ("branches", "held", "invalid")} | report


def _previewed(workbench: Workbench, file: SourceFile) -> dict[str, Any]:
    """What a file holds, and what its filters would let through, where its format has some."""
    found = workbench.terminologies.preview(file)
    counts = {field: getattr(found, field) for field in FIELDS}
    more = {
        "cleaned": found.cleaned,
        "unread": found.unread,
        "filters": file.filter_counts(),
        "modules": [vars(one) for one in file.modules()],
    }
    return counts | {key: value for key, value in more.items() if value}
