"""`python -m engine evaluate …`: encoders and baselines on the papers' tasks, with intervals and paired comparisons."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from engine.commands_normalise import add_evaluate_normalisation
from engine.commands_placing import add_evaluate_placing

TASKS = {
    "retrieval": "mAP of the held-out concepts' synonyms over all names",
    "mapping": "is the best name right? Acc and MRR over all names",
    "coverage": "share of synonyms among the k nearest of the held-out names",
    "bm25": "mAP, Acc and MRR over the names of the 20 best concepts by BM25",
    "levels": "mAP at each level of a hierarchy",
    "hypernyms": "MRR of the names of the concepts above, at each level",
}


def add_evaluate_commands(commands: Any, command: Any) -> None:
    """One command a task."""
    evaluate = commands.add_parser("evaluate", help="measure an encoder").add_subparsers(
        required=True, metavar="TASK", parser_class=commands._parser_class
    )
    found = command(evaluate, "relatedness", _relatedness, "Spearman on human-judged pairs of terms")
    found.add_argument("file", type=Path)
    found.add_argument("--columns", nargs=3, metavar=("TERM1", "TERM2", "SCORE"), help="headings or numbers from 1")
    found.add_argument("--keep", metavar="NAME", help="also keep the set in the workspace for comparisons")
    _encoders(found)
    found.add_argument("--baselines", action="store_true", help="also Jaccard, TF-IDF, word mover's and the vectors")
    add_evaluate_normalisation(evaluate, command)
    add_evaluate_placing(evaluate, command)
    for task, help in TASKS.items():
        found = command(evaluate, task, _task, help)
        found.set_defaults(task=task)
        found.add_argument("--terminology", required=True)
        _encoders(found)
        found.add_argument("--baselines", action="store_true", help="also Jaccard, TF-IDF, word mover's, vectors, CCA")
        if task in ("levels", "hypernyms"):
            found.add_argument("--root", default="", help="the concept to start below (default: the fittest)")
            found.add_argument("--levels", type=int, default=4)
        else:
            found.add_argument("--queries", type=int, default=1_000, help="draw at most so many (1000)")
        found.add_argument("--seed", type=int, default=0)


def _encoders(found: argparse.ArgumentParser) -> None:
    found.add_argument("--encoder", default="vectors", help="vectors (default), vectors:NAME, a version, or current")
    found.add_argument("--against", metavar="ENCODER", nargs="+", default=[], help="compare with these, pair by pair")
    found.add_argument("--draws", type=int, default=10_000, help="bootstrap draws (10000)")


def _relatedness(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    bench = opened(options)
    columns = [int(column) if column.isdigit() else column for column in options.columns] if options.columns else None
    if options.keep:
        bench.add_relatedness_set(options.file, options.keep)
    answer = bench.relatedness(options.file, options.encoder, columns, options.draws)
    if options.against or options.baselines:
        encoders = [options.encoder, *options.against]
        answer |= bench.relatedness_beside(options.file, encoders, columns, options.draws, options.baselines)
    return answer


def _task(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    levels = {"root": options.root, "levels": options.levels} if "root" in options else None
    return opened(options).evaluate(
        options.task,
        options.terminology,
        [options.encoder, *options.against],
        options.baselines,
        getattr(options, "queries", 1_000),
        options.seed,
        options.draws,
        levels,
    )
