"""`compare`: encoders side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli.arguments import FILE, WRITTEN, command, open_workbench
from engine.cli.console import consume
from engine.errors import BadInput
from engine.formats.opening.tables import file_text


@command("compare", "two to four encoders side by side")
@click.argument("encoders", nargs=-1, required=True, metavar="ENCODER...")
@click.option("--terminology", required=True, help="whose held-out names are asked")
@click.option("--names", type=FILE, metavar="FILE", help="also ask these: a name, and its concept id if known")
@click.option("--html", type=WRITTEN, metavar="FILE", help="write the report, one HTML page")
def compare(encoders: tuple[str, ...], terminology: str, names: Path | None, html: Path | None) -> dict[str, Any]:
    """The others are measured against the first."""
    from engine.workspace import written_whole

    workbench = open_workbench()
    if html and not html.resolve().parent.is_dir():
        raise BadInput(f"There is no folder {html.resolve().parent} for {html.name}; make it first.")
    consume(workbench.comparison.measuring(encoders, terminology))
    found = workbench.comparison.measure(encoders, terminology)
    compared = None
    if names:
        queries = workbench.comparison.read_names(file_text(names), terminology)
        ranked = consume(workbench.comparison.rank_names(queries, encoders, terminology))
        compared = workbench.comparison.names_from_result(ranked)
    if html:
        with written_whole(html) as temporary:
            temporary.write_text(workbench.comparison.report(found, compared), encoding="utf-8")
    answer = found.to_dict() | ({"names": compared.summary()} if compared else {})
    return answer | ({"file": str(html)} if html else {})
