"""`python -m engine bench …` and `… experiment …`: how fast, and how good."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.experiments import EXPERIMENTS


def add_research_commands(commands: Any, command: Any) -> None:
    """The commands that measure the product itself."""
    bench = commands.add_parser("bench", help="measure speed on this machine").add_subparsers(
        required=True, metavar="WHAT", parser_class=commands._parser_class
    )
    found = command(bench, "rank", _bench_rank, "milliseconds to an answer over every name of the workspace")
    found.add_argument(
        "--encoder", action="append", help="may be given more than once (default: vectors and the current one)"
    )
    found.add_argument("--queries", type=int, default=200)

    found = command(bench, "train", _bench_train, "seconds a training step, beside the machine's matrix rate")
    found.add_argument("--terminology", default="hpo")

    found = command(
        commands, "experiment", _experiment, "re-run a table of the papers on the workspace's terminologies"
    )
    found.add_argument("name", choices=tuple(EXPERIMENTS))
    found.add_argument("--seeds", type=int, default=5)
    found.add_argument("--quick", action="store_true", help="one seed of a small network: does it run?")
    found.add_argument(
        "--out", type=Path, required=True, help="the folder for the tables; a killed run goes on from it"
    )
    found.add_argument(
        "--relatedness", type=Path, nargs="+", default=(), help="judged pairs (default: the workspace's)"
    )
    found.add_argument(
        "--chapters", type=Path, help="also train on the few-shot paper's names by ICD-10 chapter (JSON)"
    )
    found.add_argument(
        "--corpora", nargs="+", default=(), metavar="NAME=TRAIN,DEV", help="PubTator files (normalisation)"
    )
    found.add_argument("--against", nargs="+", default=(), metavar="ENCODER", help="further encoders (normalisation)")
    found.add_argument("--curve", action="store_true", help="also the figure: scores by names a class")
    found.add_argument("--only", nargs="+", default=(), metavar="ROW", help="only these rows, e.g. I or S-I")
    found.add_argument("--encoder", default="vectors", help="the input of the first training")
    found.add_argument("--file", type=Path, help="a hierarchy or dictionary to use instead of the workspace's")
    found.add_argument(
        "--format", choices=("obo", "csv", "medic", "pubtator"), help="of --file (default: by its ending)"
    )
    found.add_argument(
        "--terminologies",
        nargs="+",
        default=(),
        metavar="NAME",
        help="the workspace's to use instead (few-shot and continual: two, the first as S, the second as I)",
    )
    found.add_argument(
        "--root", default="", help="only below these concepts, a comma between (levels, hypernyms, grounding, bne)"
    )
    found.add_argument("--levels", type=int, default=4, help="how many levels (levels, hypernyms)")
    found.add_argument("--hidden", type=int, default=0, help="width of the wide networks (default: the experiment's)")
    found.add_argument("--preset", default="few-shot")
    found.add_argument(
        "--set", action="append", default=[], dest="changes", metavar="PATH=VALUE", help="another setting"
    )

    found = command(commands, "results", _results, "collect the tables of experiments into one page")
    found.add_argument("folder", type=Path, help="where the experiments wrote to")
    found.add_argument("--out", type=Path, required=True, help="the Markdown page to write")


def _results(options: argparse.Namespace) -> dict[str, Any]:
    from engine.experiments.cells import write
    from engine.experiments.collected import collected

    write(options.out, collected(options.folder))
    return {"file": str(options.out)}


def _bench_rank(options: argparse.Namespace) -> dict[str, Any]:
    from engine.benchmarks import bench_rank
    from engine.commands import opened

    bench = opened(options)
    current = bench.current()
    encoders = options.encoder or list(dict.fromkeys(["vectors", *([current.model] if current else [])]))
    return bench_rank(bench, encoders, options.queries)


def _bench_train(options: argparse.Namespace) -> dict[str, Any]:
    from engine.benchmarks import bench_train
    from engine.commands import drained, opened

    return drained(bench_train(opened(options).workspace, options.terminology))


def _experiment(options: argparse.Namespace) -> dict[str, Any]:
    from tempfile import TemporaryDirectory

    from engine.commands import drained, opened
    from engine.experiments import run
    from engine.experiments.wanted import Wanted
    from engine.workspace import DATABASE, Workspace, default_workspace

    names = {field.name for field in fields(Wanted)}
    wanted = Wanted(**{name: value for name, value in vars(options).items() if name in names})
    folder = options.workspace or default_workspace()
    if wanted.file and not (folder / DATABASE).exists():  # a file of one's own needs no sample workspace
        with TemporaryDirectory() as passing:
            return drained(run(Workspace(Path(passing)), wanted, options.out))
    return drained(run(opened(options).workspace, wanted, options.out))
