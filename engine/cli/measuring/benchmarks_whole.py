"""How fast work on whole terminologies is, and how much memory it takes: the further commands of `bench`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli.arguments import FILE, Several, command, open_workbench
from engine.cli.console import consume


@command("train-triplet", "seconds of a step of a small transformer, beside plain PyTorch")
@click.option("--terminology", default="hpo", help="the short name of a terminology (hpo)")
@click.option("--names", type=int, default=256, help="in a batch (256)")
def bench_train_triplet(terminology: str, names: int) -> dict[str, Any]:
    from engine import benchmarks

    return consume(benchmarks.bench_train_triplet(open_workbench().workspace, terminology, names))


@command("train-large", "minutes and memory of training on six terminologies at once, measuring included")
@click.option("--file", cls=Several, type=FILE, help="further terminologies, beside those of the workspace")
@click.option("--preset", default="best", help="the recipe (best)")
def bench_train_large(file: tuple[Path, ...], preset: str) -> dict[str, Any]:
    from engine import benchmarks

    return consume(benchmarks.bench_train_large(open_workbench().workspace, file, preset))


@command("normalise", "seconds to tie a million mentions to concepts, and whether memory grows with them")
@click.option("--mentions", type=int, default=1_000_000, help="in the file (1,000,000)")
@click.option("--different", type=int, default=100_000, help="of them different (100,000)")
@click.option("--names", type=int, default=76_000, help="of the terminology (76,000)")
@click.option("--search", default="D-T+OD-T", help="what is searched, as “normalise” takes it (D-T+OD-T)")
def bench_normalise(mentions: int, different: int, names: int, search: str) -> dict[str, Any]:
    from engine import benchmarks

    return consume(benchmarks.bench_normalise(open_workbench().workspace, mentions, different, names, search))


@command("audit", "seconds to audit a whole terminology")
@click.option("--names", type=int, default=150_000, help="of the terminology, and of another beside it (150,000)")
def bench_audit(names: int) -> dict[str, Any]:
    from engine import benchmarks

    return consume(benchmarks.bench_audit(open_workbench().workspace, names))


@command("map", "seconds to map a whole terminology onto another")
@click.option("--names", type=int, default=150_000, help="of each of the two (150,000)")
def bench_map(names: int) -> dict[str, Any]:
    from engine import benchmarks

    return consume(benchmarks.bench_map(open_workbench().workspace, names))


@command("plot", "seconds to draw a map of names")
@click.option("--names", type=int, multiple=True, help="how many; several times (20,000, 100,000 and 1,000,000)")
def bench_plot(names: tuple[int, ...]) -> dict[str, Any]:
    from engine import benchmarks
    from engine.benchmarks.plotting import SIZES

    return consume(benchmarks.bench_plot(open_workbench().workspace, names or SIZES))


@command("memory", "bytes that the window holds after an hour of use, in a browser")
@click.option("--minutes", type=float, help="of use (60)")
@click.option("--names", type=int, default=1_500_000, help="of a large terminology beside; 0: none (1,500,000)")
@click.option("--quick", is_flag=True, help="two minutes, and no large terminology")
def bench_memory(minutes: float | None, names: int, quick: bool) -> dict[str, Any]:
    from engine import benchmarks
    from engine.benchmarks.memory import MINUTES, QUICK_MINUTES

    usual = QUICK_MINUTES if quick else MINUTES
    return consume(
        benchmarks.bench_memory(open_workbench(), usual if minutes is None else minutes, 0 if quick else names)
    )


@command("cluster", "seconds to map a terminology onto another by workers of this machine, and without a cluster")
@click.option("--names", type=int, default=60_000, help="of each of the two (60,000)")
@click.option("--workers", type=int, multiple=True, help="how many; may be given more than once (1, 2 and 4)")
def bench_cluster(names: int, workers: tuple[int, ...]) -> dict[str, Any]:
    from engine import benchmarks
    from engine.benchmarks.clustering import WORKERS

    return consume(benchmarks.bench_cluster(open_workbench().workspace, names, workers or WORKERS))


@command("growth", "how time and memory grow with the names: exponents, from three sizes")
@click.option("--names", type=int, multiple=True, help="a size; several times (30,000, 100,000 and 300,000)")
@click.option("--work", cls=Several, metavar="WORK...", help="only import, index, search, normalise, audit, map (all)")
def bench_growth(names: tuple[int, ...], work: tuple[str, ...]) -> dict[str, Any]:
    from engine import benchmarks
    from engine.benchmarks.growth import SIZES, WORK

    return consume(benchmarks.bench_growth(open_workbench().workspace, names or SIZES, work or WORK))
