"""`python -m engine place …` and `evaluate placing`: parents for new names, and how often they are right."""

from __future__ import annotations

import argparse
import getpass
from pathlib import Path
from typing import Any


def add_place_command(commands: Any, command: Any) -> None:
    """`place NAME`, or `place --list FILE --out FILE` for many."""
    found = command(commands, "place", _place, "rank parent concepts for a name, or for a list of names")
    found.add_argument("text", nargs="?", default="", help="the name")
    found.add_argument("--terminology", required=True)
    found.add_argument("--encoder", default="vectors", help="vectors (default), vectors:NAME, a version, or current")
    found.add_argument("--top", type=int, default=10)
    found.add_argument("--concept", default="", help="an existing concept that is to get a further parent")
    found.add_argument("--list", type=Path, metavar="FILE", help="names in a CSV, TSV, XLSX or TXT file")
    found.add_argument("--out", type=Path, metavar="FILE", help="where the proposals are written (.csv or .xlsx)")
    found.add_argument("--who", default=getpass.getuser())


def add_evaluate_placing(evaluate: Any, command: Any) -> None:
    """`evaluate placing`."""
    found = command(
        evaluate, "placing", _measure, "is the true parent of a held-out concept found? hit@1, 5, 10 and MRR"
    )
    found.add_argument("--terminology", required=True)
    found.add_argument("--encoder", default="vectors", help="vectors (default), vectors:NAME, a version, or current")
    found.add_argument("--against", metavar="ENCODER", nargs="+", default=[], help="compare with these, pair by pair")
    found.add_argument("--queries", type=int, default=500, help="draw at most so many concepts (500)")
    found.add_argument("--seed", type=int, default=0)
    found.add_argument("--draws", type=int, default=10_000, help="bootstrap draws (10000)")


def _place(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    bench = opened(options)
    if not options.list:
        placing = bench.place(options.text, options.terminology, options.encoder, options.top, options.concept)
        return {"parents": list(placing.parents), "levels": list(placing.levels), "note": placing.note}
    return _list(bench, options)


def _list(bench: Any, options: argparse.Namespace) -> dict[str, Any]:
    from engine import worker
    from engine.errors import BadInput
    from engine.placing.listed import from_file
    from store.records.training import DONE

    if not options.out:
        raise BadInput("Say where the proposals are to be written: --out proposals.csv or .xlsx.")
    listed = from_file(options.list)
    run = worker.execute(
        bench.workspace,
        bench.queue_proposals(listed, options.terminology, options.encoder, options.list.name, options.who),
    )
    if run.status != DONE:
        raise BadInput(run.error or "The list was not placed to its end; start it again.")
    written = bench.export_proposals(run.result["placing"], options.out)
    return {"names": written, "written": str(options.out), "problems": [list(one) for one in listed.problems]}


def _measure(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    encoders = [options.encoder, *options.against]
    answer: dict[str, Any] = opened(options).measure_placing(
        options.terminology, encoders, options.queries, options.seed, options.draws
    )
    return answer
