"""`python -m engine bench …` and `… experiment …`: how fast, and how good."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


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

    found = command(
        commands, "experiment", _experiment, "re-run a table of the papers on the workspace's terminologies"
    )
    found.add_argument("name", choices=("few-shot", "continual"))
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
    found.add_argument("--curve", action="store_true", help="also the figure: scores by names a class")
    found.add_argument("--only", nargs="+", default=(), metavar="ROW", help="only these rows, e.g. I or S-I")
    found.add_argument("--encoder", default="vectors", help="the input of the first training")
    found.add_argument("--preset", default="few-shot")
    found.add_argument("--set", action="append", default=[], metavar="PATH=VALUE", help="another setting")


def _bench_rank(options: argparse.Namespace) -> dict[str, Any]:
    from engine.benchmarks import bench_rank
    from engine.commands import opened

    bench = opened(options)
    current = bench.current()
    encoders = options.encoder or list(dict.fromkeys(["vectors", *([current.model] if current else [])]))
    return bench_rank(bench, encoders, options.queries)


def _experiment(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import drained, opened
    from engine.experiments.protocols import Experiment, run
    from engine.presets import recipe_from

    quick = ["encoder.hidden=256", "optimiser.most_epochs=3"] if options.quick else []
    experiment = Experiment(
        options.name,
        recipe_from(options.preset, [*quick, *options.set]),
        1 if options.quick else options.seeds,
        options.encoder,
        options.relatedness,
        options.chapters,
        options.curve and not options.quick,
        options.only,
    )
    return drained(run(opened(options).workspace, experiment, options.out))
