"""`place`: parents for a new name, or for a list of names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, command, open_workbench
from engine.errors import BadInput


@command("place", "rank parent concepts for a name, or for a list of names")
@click.argument("text", required=False, default="")
@options.terminology()
@options.current_encoder()
@click.option("--top", type=int, default=10, help="how many (10)")
@click.option("--concept", default="", help="an existing concept that is to get a further parent")
@click.option("--list", "names", type=FILE, metavar="FILE", help="names in a CSV, TSV, XLSX or TXT file")
@click.option("--out", type=WRITTEN, metavar="FILE", help="where the proposals are written (.csv or .xlsx)")
@options.who()
def place(
    text: str, terminology: str, encoder: str, top: int, concept: str, names: Path | None, out: Path | None, who: str
) -> dict[str, Any]:
    if names and (text or concept):
        raise BadInput(f"{names.name} is a list of names; leave {f'“{text}”' if text else '--concept'} out, or --list.")
    if out and not names:
        raise BadInput("--out is where the proposals for a list are written; give its names with --list.")
    if not (names or text or concept):
        raise BadInput("Say what is to be placed: a name, or a file of names with --list.")
    workbench = open_workbench()
    if not names:
        placing = workbench.placement.rank_parents(text, terminology, encoder, top, concept)
        found = {"parents": list(placing.parents), "levels": list(placing.levels)}
        return {"encoder": placing.encoder, **found, "note": placing.note}
    if not out:
        raise BadInput("Say where the proposals are to be written: --out proposals.csv or .xlsx.")
    from engine.jobs import worker
    from store.records.training import COMPLETED

    listed = workbench.proposals.read_file(names)
    run = worker.execute(workbench.workspace, workbench.proposals.queue(listed, terminology, encoder, names.name, who))
    if run.status != COMPLETED:
        raise BadInput(run.error or "The list was not placed to its end; start it again.")
    written = workbench.proposals.export(run.result["placing"], out)
    return {"names": written, "written": str(out), "problems": [list(one) for one in listed.problems]}
