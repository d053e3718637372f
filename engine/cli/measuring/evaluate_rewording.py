"""`evaluate rewording`: is the first concept still right when a name is typed otherwise?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, command, open_workbench
from engine.cli.console import consume


@command("rewording", "is the first concept still right when a name is introduced, hedged, punctuated or misspelt?")
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE|SET...")
@options.terminology()
@click.option(
    "--ids",
    default="",
    metavar="COLUMN",
    help="the files' column of ids, “|” between (the terminology's name, else ids)",
)
@click.option("--encoder", default="current", show_default=True, help=options.ENCODERS.replace(" (default)", ""))
@click.option("--names", type=int, default=250, show_default=True, help="draw at most so many of the names")
@click.option("--seed", type=int, default=0, show_default=True, help="of that drawing")
@options.draws()
@click.option("--lost", type=WRITTEN, metavar="OUT", help="write every name that lost its right first concept (TSV)")
@click.option("--out", type=FILE, metavar="DIR", help="also a column of the page rewording.md in this folder")
def rewording(
    files: tuple[Path, ...],
    terminology: str,
    ids: str,
    encoder: str,
    names: int,
    seed: int,
    draws: int,
    lost: Path | None,
    out: Path | None,
) -> dict[str, Any]:
    """FILE or SET as `evaluate mapping` has them. Names whose first concept is right are asked again in each manner.

    manners: for each manner the names that it changes, and the share of them that are right still, with a 95 %
    interval. A manner that may change what is meant (recurrent, severe, follow up) need not reach one.
    """
    events = open_workbench().evaluation.reword_names(files, terminology, ids, encoder, names, seed, lost, draws)
    answer = consume(events)
    if out is None:
        return answer
    from engine.experiments.pages.rewording_page import add_column

    flags = [f"{flag} {value}" for flag, value in {"--ids": ids, "--terminology": terminology}.items() if value]
    command = " ".join(["python -m engine evaluate rewording", *(file.name for file in files), *flags])
    figures = {key: value for key, value in answer.items() if key != "lost"}
    return answer | {"files": add_column(out, {"command": command, **figures})}
