"""`fetch`: a terminology from its publisher, the one command that asks anything of the outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.console import consume, run_now
from engine.cli.terminologies.terminologies import take_release


@command("fetch", "bring a terminology from its publisher, and import it")
@click.argument("publication", metavar="[NAME]", default="")
@click.option("--accept-licence", is_flag=True, help="you have read the licence that is shown, and accept it")
@click.option("--name", "slug", default="", help="the short name it gets (default: NAME)")
@click.option("--no-import", is_flag=True, help="only fetch the file")
@click.option("--update", is_flag=True, help="the next release of the terminology of that name, beside the old one")
@click.option("--address", default="", metavar="URL", help="from here, where the publisher has moved it")
@options.who()
def fetch(
    publication: str, accept_licence: bool, slug: str, no_import: bool, update: bool, address: str, who: str
) -> dict[str, Any]:
    """Without NAME, list what there is. No other command asks anything of the outside.

    What was broken off goes on where it stopped.
    """
    from engine.workbench import SourceFile

    workbench = open_workbench()
    if not publication:
        fields = ("name", "title", "licence", "terms", "address", "tried")
        return {
            "publications": [{field: getattr(one, field) for field in fields} for one in workbench.publications.all()]
        }
    one = workbench.publications.get(publication)
    name = slug or one.name
    if update:
        workbench.versions.of(name)  # there is one: said before anything is fetched
    elif not no_import:
        workbench.terminologies.check_name(name)
    found = consume(workbench.publications.fetch(one.name, accept_licence, address))
    about = {"name": one.name, "title": one.title, "licence": one.licence, **found}
    if no_import:
        return about
    file = SourceFile(Path(found["file"]), one.format, one.columns)
    if update:
        return {**about, "imported": take_release(workbench, workbench.terminologies.as_before(file), name, who)}
    run = workbench.terminologies.queue_import(file, name, one.title, who)
    return {**about, "imported": run_now(workbench, run).result}
