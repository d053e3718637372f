"""How fast this machine answers, labels and trains: the first commands of `bench`."""

from __future__ import annotations

from typing import Any

import click

from engine.cli.arguments import command, open_workbench
from engine.cli.console import consume


@command("rank", "milliseconds to an answer over every name of the workspace")
@click.option("--encoder", multiple=True, help="may be given more than once (default: vectors and the current one)")
@click.option("--queries", type=int, default=200, help="how many (200)")
def bench_rank(encoder: tuple[str, ...], queries: int) -> dict[str, Any]:
    from engine.benchmarks import ranking

    workbench = open_workbench()
    current = workbench.models.current()
    encoders = list(encoder) or list(dict.fromkeys(["vectors", *([current.model] if current else [])]))
    return ranking.bench_rank(workbench, encoders, queries)


@command("label", "milliseconds to write a label and to draw the next card")
@click.option("--others", type=int, default=20_000, help="labels of another set")
@click.option("--own", type=int, default=0, help="labels that the set itself has before")
@click.option("--keys", type=int, default=50)
def bench_label(others: int, own: int, keys: int) -> dict[str, Any]:
    from engine.benchmarks import labelling

    return labelling.bench_label(others, own, keys)


@command("train", "seconds a training step and a whole training, beside the machine's matrix rate")
@click.option("--terminology", default="hpo", help="the short name of a terminology (hpo)")
@click.option("--seeds", type=int, default=3, help="whole trainings (3)")
def bench_train(terminology: str, seeds: int) -> dict[str, Any]:
    from engine.benchmarks import training

    workbench = open_workbench()
    return consume(training.bench_train(workbench.workspace, terminology, seeds))


@command("search", "milliseconds to search an index of many names, beside the machine's copy bandwidth")
@click.option("--names", type=int, multiple=True, help="how many; may be given more than once (150,000 and 1,500,000)")
def bench_search(names: tuple[int, ...]) -> dict[str, Any]:
    from engine.benchmarks import search

    return consume(search.bench_search(open_workbench().workspace, names or search.SIZES))


@command("edits", "how much longer a query takes once 10,000 synonyms were added, and whether each is found at once")
@click.option("--names", type=int, default=1_500_000, help="of the terminology (1,500,000)")
@click.option("--synonyms", type=int, default=10_000, help="that are added (10,000)")
def bench_edits(names: int, synonyms: int) -> dict[str, Any]:
    from engine.benchmarks import edits

    return consume(edits.bench_edits(open_workbench().workspace, names, synonyms))


@command("live", "milliseconds from a keystroke to the ranking on the screen, in a browser")
@click.option("--encoders", type=int, default=2, help="side by side (2)")
@click.option("--rounds", type=int, default=3, help="how often 25 names are typed (3)")
def bench_live(encoders: int, rounds: int) -> dict[str, Any]:
    from engine.benchmarks import window

    return window.bench_live(open_workbench(), encoders, rounds)


@command("start", "seconds from the start of the window to its first ranking, in a browser")
@click.option("--rounds", type=int, default=5, help="how often it is started (5)")
def bench_start(rounds: int) -> dict[str, Any]:
    from engine.benchmarks import window

    return window.bench_start(open_workbench().workspace.folder, rounds)
