"""`evaluate mapping`: is the first concept the right one, for names with their ids or for held-out names?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, command, open_workbench
from engine.cli.console import consume
from engine.errors import BadInput
from engine.evaluation.judged_sets import NAMES
from engine.ranking import BILLABLE, CONCEPT, LEADS

if TYPE_CHECKING:
    from engine.workbench import Workbench

MORE = f"""With a FILE or SET, its names are asked of the current encoder; without, names of the terminology that are
held out are asked of the vectors that ship, unless --encoder says another.

FILE is CSV or TSV with the columns name, ids and perhaps source_id; SET is one of those that ship, those of HPO with
--ids hpo: {", ".join(NAMES)}.

Names are asked as on the page Rankings. exact: an id given is the first, or among five concepts; category: its first
three characters (ICD-10-CM), else the concept below the root; near: the first is a parent or child of a right one; mrr
over ten concepts; ece: expected calibration error of the first ones' probabilities (ECE sweep); ece_by_chance: what
perfect probabilities would have with so many names. Of texts that list several findings, whose ids stand between “;”:
findings_found is the share of findings of which an id is among as many first concepts as the text has findings,
lists_whole that of texts of which all are."""


@command("mapping", "is the first concept right? for names with their ids, or Acc and MRR over held-out names", MORE)
@click.argument("file", type=FILE, required=False, metavar="[FILE|SET]")
@options.terminology()
@click.option(
    "--ids", default="", metavar="COLUMN", help="FILE's column of ids, “|” between (the terminology's name, else ids)"
)
@click.option("--half", type=click.Choice(("a", "b")), help="only the names of this half, by a hash of source_id")
@click.option("--errors", type=WRITTEN, metavar="OUT", help="write every miss with its cause (TSV)")
@click.option("--out", type=FILE, metavar="DIR", help="also a row of the page mapping.md in this folder")
@click.option("--row", default="", metavar="TITLE", help="what that row is called (the encoder)")
@click.option(
    "--without",
    type=click.Choice(tuple(LEADS)),
    multiple=True,
    help="leave out what helps beside the encoder; several times",
)
@click.option("--billable", is_flag=True, help="ask for billable codes in place of headings")
@click.option(
    "--encoder", help="vectors, vectors:NAME, a version, or current (default: with FILE or SET current, else vectors)"
)
@options.against()
@options.draws()
@click.option("--baselines", is_flag=True, help="also Jaccard, TF-IDF, word mover's, vectors, CCA")
@click.option("--queries", type=int, help="without FILE: draw at most so many held-out names (1000)")
@click.option("--seed", type=int, help="without FILE: of that drawing (0)")
@options.cluster()
def mapping(file: Path | None, **given: Any) -> dict[str, Any]:
    workbench = open_workbench()
    return _of_held_out(workbench, **given) if file is None else _of_file(workbench, file, **given)


def _of_held_out(
    workbench: Workbench,
    terminology: str,
    encoder: str | None,
    against: tuple[str, ...],
    baselines: bool,
    queries: int | None,
    seed: int | None,
    draws: int,
    **of_file: Any,
) -> dict[str, Any]:
    if any(of_file.values()):
        raise BadInput(
            "--ids, --half, --errors, --out, --row, --without, --billable and --cluster are about a FILE of names; "
            "name one, or leave them out."
        )
    chosen = [encoder or "vectors", *against]
    queries = 1_000 if queries is None else queries
    return workbench.evaluation.measure("mapping", terminology, chosen, baselines, queries, seed or 0, draws)


def _of_file(
    workbench: Workbench,
    file: Path,
    half: str | None,
    out: Path | None,
    row: str,
    billable: bool,
    encoder: str | None,
    against: tuple[str, ...],
    baselines: bool,
    queries: int | None,
    seed: int | None,
    **arguments: Any,
) -> dict[str, Any]:
    """arguments: those of `map_names` as they are."""
    if against or baselines or queries is not None or seed is not None:
        raise BadInput(
            "With a FILE of names, all of them are asked of one encoder; leave --against, --baselines, --queries and "
            "--seed out."
        )
    if row and out is None:
        raise BadInput("--row is what a row of a page is called; name the page's folder with --out.")
    arguments |= {"half": half or "", "unit": BILLABLE if billable else CONCEPT}
    answer = consume(workbench.evaluation.map_names(file, encoder=encoder or "current", **arguments))
    if out is None:
        return answer
    from engine.experiments.pages.mapping_page import add_row

    about = {"set": f"{file.stem}{f', half {half}' if half else ''}", "row": row or answer["encoder"]}
    figures = {key: value for key, value in answer.items() if key not in ("causes", "errors")}
    again = _line(file, encoder, billable, arguments)
    return answer | {"files": add_row(out, {**about, "command": again, **figures})}


def _line(file: Path, encoder: str | None, billable: bool, arguments: Mapping[str, Any]) -> str:
    """The command that gives these figures again."""
    named = {f"--{name}": arguments[name] for name in ("ids", "terminology", "half")} | {"--encoder": encoder}
    flags = [f"{flag} {value}" for flag, value in named.items() if value]
    flags += [f"--without {lead}" for lead in arguments["without"]] + (["--billable"] if billable else [])
    return " ".join(["python -m engine evaluate mapping", file.name, *flags])
