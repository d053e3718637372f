"""How fast work on whole terminologies is: the further commands of `bench`, and all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli.arguments import FILE, WRITTEN, Several, command, open_workbench
from engine.cli.console import consume


@command("train-triplet", "seconds of a step of a small transformer, beside plain PyTorch")
@click.option("--terminology", default="hpo", help="the short name of a terminology (hpo)")
@click.option("--names", type=int, default=256, help="in a batch (256)")
def bench_train_triplet(terminology: str, names: int) -> dict[str, Any]:
    from engine.benchmarks import transformer

    return consume(transformer.bench_train_triplet(open_workbench().workspace, terminology, names))


@command("train-large", "minutes and memory of training on six terminologies at once, measuring included")
@click.option("--file", cls=Several, type=FILE, help="further terminologies, beside those of the workspace")
@click.option("--preset", default="best", help="the recipe (best)")
def bench_train_large(file: tuple[Path, ...], preset: str) -> dict[str, Any]:
    from engine.benchmarks import large

    return consume(large.bench_train_large(open_workbench().workspace, file, preset))


@command("normalise", "seconds to tie a million mentions to concepts, and whether memory grows with them")
@click.option("--mentions", type=int, default=1_000_000, help="in the file (1,000,000)")
@click.option("--different", type=int, default=100_000, help="of them different (100,000)")
@click.option("--names", type=int, default=76_000, help="of the terminology (76,000)")
@click.option("--search", default="D-T+OD-T", help="what is searched, as “normalise” takes it (D-T+OD-T)")
def bench_normalise(mentions: int, different: int, names: int, search: str) -> dict[str, Any]:
    from engine.benchmarks import normalising

    return consume(normalising.bench_normalise(open_workbench().workspace, mentions, different, names, search))


@command("audit", "seconds to audit a whole terminology")
@click.option("--names", type=int, default=150_000, help="of the terminology, and of another beside it (150,000)")
def bench_audit(names: int) -> dict[str, Any]:
    from engine.benchmarks import whole

    return consume(whole.bench_audit(open_workbench().workspace, names))


@command("map", "seconds to map a whole terminology onto another")
@click.option("--names", type=int, default=150_000, help="of each of the two (150,000)")
def bench_mapping(names: int) -> dict[str, Any]:
    from engine.benchmarks import whole

    return consume(whole.bench_mapping(open_workbench().workspace, names))


@command("plot", "seconds to draw a map of names")
@click.option("--names", type=int, multiple=True, help="how many; several times (20,000, 100,000 and 1,000,000)")
def bench_plot(names: tuple[int, ...]) -> dict[str, Any]:
    from engine.benchmarks import plotting

    return consume(plotting.bench_plot(open_workbench().workspace, names or plotting.SIZES))


@command("memory", "bytes that the window holds after an hour of use, in a browser")
@click.option("--minutes", type=float, help="of use (60)")
@click.option("--names", type=int, default=1_500_000, help="of a large terminology beside; 0: none (1,500,000)")
@click.option("--quick", is_flag=True, help="two minutes, and no large terminology")
def bench_memory(minutes: float | None, names: int, quick: bool) -> dict[str, Any]:
    from engine.benchmarks import memory

    usual = memory.QUICK_MINUTES if quick else memory.MINUTES
    return consume(memory.bench_memory(open_workbench(), usual if minutes is None else minutes, 0 if quick else names))


@command("cluster", "seconds to map a terminology onto another by workers of this machine, and without a cluster")
@click.option("--names", type=int, default=60_000, help="of each of the two (60,000)")
@click.option("--workers", type=int, multiple=True, help="how many; may be given more than once (1, 2 and 4)")
def bench_cluster(names: int, workers: tuple[int, ...]) -> dict[str, Any]:
    from engine.benchmarks import clustering

    return consume(clustering.bench_cluster(open_workbench().workspace, names, workers or clustering.WORKERS))


@command("growth", "how time and memory grow with the names: exponents, from three sizes")
@click.option("--names", type=int, multiple=True, help="a size; several times (30,000, 100,000 and 300,000)")
@click.option("--work", cls=Several, metavar="WORK...", help="only import, index, search, normalise, audit, map (all)")
def bench_growth(names: tuple[int, ...], work: tuple[str, ...]) -> dict[str, Any]:
    from engine.benchmarks import growth

    return consume(growth.bench_growth(open_workbench().workspace, names or growth.SIZES, work or growth.WORK))


@command(
    "all",
    "every bench, and the page of their figures",
    "What cannot be measured is skipped with a reason; the page keeps its last figures with their dates.",
)
@click.option("--out", type=WRITTEN, required=True, metavar="FILE", help="the page, such as docs/performance.md")
@click.option("--quick", is_flag=True, help="at most 30 minutes: without what takes longer")
@click.option("--only", cls=Several, metavar="NAME...", help="only benches of these names; the others' lines stay")
def bench_all(out: Path, quick: bool, only: tuple[str, ...]) -> dict[str, Any]:
    from engine.benchmarks import page

    return consume(page.bench_all(open_workbench().workspace.folder, out, quick, only=only))
