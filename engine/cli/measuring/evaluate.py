"""`evaluate`: encoders and baselines on the papers' tasks, with intervals and paired comparisons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, Command, command, open_workbench
from engine.cli.group import Group

TASKS = {
    "retrieval": "mAP of the held-out concepts' synonyms over all names",
    "coverage": "share of synonyms among the k nearest of the held-out names",
    "bm25": "mAP, Acc and MRR over the names of the 20 best concepts by BM25",
    "levels": "mAP at each level of a hierarchy",
    "hypernyms": "MRR of the names of the concepts above, at each level",
}
evaluate = Group(
    "evaluate",
    "measure an encoder",
    {
        "": {
            "relatedness": "engine.cli.measuring.evaluate:relatedness",
            "sets": "engine.cli.measuring.evaluate:sets",
            "normalisation": "engine.cli.measuring.evaluate_normalisation:normalisation",
            "placing": "engine.cli.measuring.evaluate:placing",
            "mapping": "engine.cli.measuring.evaluate_mapping:mapping",
            "rewording": "engine.cli.measuring.evaluate_rewording:rewording",
            "map": "engine.cli.terminologies.mapping:evaluate_mappings",
            **{task: f"engine.cli.measuring.evaluate:{task}" for task in TASKS},
        }
    },
)


@command("relatedness", "Spearman on human-judged pairs of terms")
@click.argument("file", type=FILE, metavar="FILE|SET")
@click.option("--columns", nargs=3, metavar="TERM1 TERM2 SCORE", help="headings or numbers from 1")
@click.option("--keep", metavar="NAME", help="also keep the set in the workspace for comparisons")
@options.encoder()
@options.against()
@options.draws()
@click.option("--baselines", is_flag=True, help="also Jaccard, TF-IDF, word mover's and the vectors")
def relatedness(
    file: Path,
    columns: tuple[str, str, str] | None,
    keep: str | None,
    encoder: str,
    against: tuple[str, ...],
    draws: int,
    baselines: bool,
) -> dict[str, Any]:
    """FILE has two terms and a score on each line; SET is the name of a set, such as mayosrs."""
    workbench = open_workbench()
    places = [int(one) if one.isascii() and one.isdigit() else one for one in columns] if columns else None
    if keep:
        workbench.evaluation.add_relatedness_set(file, keep, places)
    answer = workbench.evaluation.relatedness(file, encoder, places, draws)
    if against or baselines:
        answer |= workbench.evaluation.compare_relatedness(file, [encoder, *against], places, draws, baselines)
    return answer


@command("sets", "list the sets of judged pairs: those that ship, and those that the workspace keeps")
def sets() -> dict[str, Any]:
    workbench = open_workbench()
    return {"sets": workbench.evaluation.relatedness_sets()}


@command("placing", "is the true parent of a held-out concept found? hit@1, 5, 10 and MRR")
@options.terminology()
@options.encoder()
@options.against()
@click.option("--queries", type=int, default=500, help="draw at most so many concepts (500)")
@click.option("--seed", type=int, default=0)
@options.draws()
def placing(
    terminology: str, encoder: str, against: tuple[str, ...], queries: int, seed: int, draws: int
) -> dict[str, Any]:
    workbench = open_workbench()
    return workbench.placement.measure(terminology, [encoder, *against], queries, seed, draws)


def _measure(task: str, given: dict[str, Any]) -> dict[str, Any]:
    workbench = open_workbench()
    levels = {"root": given["root"], "levels": given["levels"]} if "root" in given else None
    return workbench.evaluation.measure(
        task,
        given["terminology"],
        [given["encoder"], *given["against"]],
        given["baselines"],
        given.get("queries", 1_000),
        given["seed"],
        given["draws"],
        levels,
    )


def _of_names(task: str) -> Command:
    """A task whose queries are drawn."""
    queries = click.option("--queries", type=int, default=1_000, help="draw at most so many (1000)")
    return _task(task, queries)


def _of_levels(task: str) -> Command:
    """A task that goes down a hierarchy."""
    root = click.option("--root", default="", help="the concept to start below (default: the fittest)")
    return _task(task, root, click.option("--levels", type=int, default=4, help="how many levels (4)"))


def _task(task: str, *own: Callable[[Any], Any]) -> Command:
    def measure(**given: Any) -> dict[str, Any]:
        return _measure(task, given)

    baselines = click.option("--baselines", is_flag=True, help="also Jaccard, TF-IDF, word mover's, vectors, CCA")
    seed = click.option("--seed", type=int, default=0)
    shared = (options.terminology(), options.encoder(), options.against(), options.draws(), baselines)
    decorated: Any = measure
    for option in reversed((*shared, *own, seed)):
        decorated = option(decorated)
    return command(task, TASKS[task])(decorated)


retrieval, coverage, bm25 = map(_of_names, ("retrieval", "coverage", "bm25"))
levels, hypernyms = map(_of_levels, ("levels", "hypernyms"))
