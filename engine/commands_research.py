"""`python -m engine bench …` and `… experiment …`: how fast, and how good."""

from __future__ import annotations

import argparse
from typing import Any


def add_research_commands(commands: Any, command: Any) -> None:
    """The commands that measure the product itself."""
    bench = commands.add_parser("bench", help="measure speed on this machine").add_subparsers(required=True, metavar="WHAT", parser_class=commands._parser_class)
    found = command(bench, "rank", _bench_rank, "milliseconds to an answer over every name of the workspace")
    found.add_argument("--encoder", action="append", help="may be given more than once (default: vectors and the current one)")
    found.add_argument("--queries", type=int, default=200)


def _bench_rank(options: argparse.Namespace) -> dict[str, Any]:
    from engine.benchmarks import bench_rank
    from engine.commands import opened

    bench = opened(options)
    current = bench.current()
    encoders = options.encoder or list(dict.fromkeys(["vectors", *([current.model] if current else [])]))
    return bench_rank(bench, encoders, options.queries)
