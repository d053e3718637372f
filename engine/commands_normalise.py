"""`python -m engine evaluate normalisation …`: how many mentions of a corpus get the right concept."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.errors import BadInput
from engine.search.weights import AUTO, TFIDF, usual, weight

SWITCHES = (
    *("abbreviations", "composites", "spelling", "numbers", "plurals", "order", "wording", "exact"),
    "surroundings",
    "order_learnt",
)


def add_evaluate_normalisation(evaluate: Any, command: Any) -> None:
    """`evaluate normalisation`."""
    found = command(evaluate, "normalisation", _evaluate, "share of a corpus's mentions tied to the right concept")
    found.add_argument("--dictionary", type=Path, required=True, help="the concepts: a MEDIC, OBO, CSV or TSV file")
    found.add_argument("--format", choices=("medic", "obo", "csv"), help="of the dictionary (default: by its content)")
    found.add_argument("--train", type=Path, nargs="+", default=[], help="PubTator files: the data that is searched")
    found.add_argument("--dev", type=Path, nargs="+", default=[], help="chooses the weight, curve and threshold")
    found.add_argument("--test", type=Path, nargs="+", required=True, help="PubTator files to be measured on")
    found.add_argument("--types", nargs="+", default=[], metavar="TYPE", help="only these types of mention")
    found.add_argument("--encoder", default="vectors", help="vectors (default), vectors:NAME, a version, or tfidf")
    found.add_argument("--against", metavar="ENCODER", nargs="+", default=[], help="compare with these, pair by pair")
    found.add_argument("--search", default="D-T+OD-T", help="a target, or two with + between (default: D-T+OD-T)")
    found.add_argument("--threshold", type=float, default=0.95, help="above which the first target answers (0.95)")
    found.add_argument("--hybrid", metavar="W", help="weight of character TF-IDF (auto, from --dev, where given; 0.5)")
    found.add_argument("--without", nargs="+", default=[], choices=SWITCHES, help="pre-processing to leave out")
    found.add_argument("--nothing-below", action="store_true", help="leave scores below dev's threshold unanswered")
    found.add_argument("--errors", type=Path, metavar="FILE", help="write every miss with its cause (TSV)")
    found.add_argument("--draws", type=int, default=10_000, help="bootstrap draws (10000)")
    found.add_argument("--seed", type=int, default=0, help="of the draws, also between tied candidates")


def _evaluate(options: argparse.Namespace) -> dict[str, Any]:
    from engine.evaluation.normalisation import write_errors
    from engine.evaluation.normalising import System, fitted, measured
    from engine.evaluation.significance import paired_bootstrap
    from engine.mentions.corpora import read_splits
    from engine.normaliser import Options
    from engine.search.dictionary import Dictionary
    from engine.search.preparing import Switches
    from engine.search.targets import Search
    from engine.teaching import teaching

    search = Search.of(options.search, options.threshold)
    asked = Options(search, Switches.without(*options.without), seed=options.seed)
    if options.hybrid == AUTO and not options.dev:
        raise BadInput("--hybrid auto chooses the weight on dev; name a file with --dev, or give a number.")
    if "D" in search.origins and not options.train and not options.dev:
        raise BadInput(f"The search {search.name} needs data; name PubTator files with --train, or search O-T.")
    wanted = weight(options.hybrid or usual(bool(options.dev)))
    dictionary = Dictionary.of_file(options.dictionary, options.format)
    splits = read_splits(options.train, options.dev, options.test, options.types)
    rows, results = [], []
    with _workspace(options) as workspace:
        for id in [options.encoder, *options.against]:
            started = time.perf_counter()
            teacher, asked_of_it = teaching(workspace, id, asked, partial(_encode, workspace))
            system = System(_encode(workspace, id), wanted, asked_of_it, teacher)
            fit = fitted(system, dictionary, splits)
            result = measured(system, fit, dictionary, splits, options.nothing_below)
            results.append(result)
            row = {"encoder": id, "search": search.name} | result.measured(options.draws, options.seed)
            row |= {
                "hybrid_weight": fit.weight,
                "tried_on_dev": {f"{w:g}": round(100 * a, 2) for w, a in fit.tried.items()},
            }
            rows.append(row | {"seconds": round(time.perf_counter() - started, 1)})
    answer: dict[str, Any] = {
        "dictionary": {"file": options.dictionary.name, "concepts": len(dictionary.names)},
        "data_mentions": len(splits.searchable),
        "left_out": splits.test.left_out,
        "shared_documents_left_out": splits.shared,
        "threshold": options.threshold,
        "pre-processing": asked.switches.to_dict(),
        "rows": rows,
    }
    if options.errors:
        answer["errors"] = {"file": str(options.errors), "causes": write_errors(options.errors, results[0], dictionary)}
    if options.against:
        answer["differences"] = [
            {"first": rows[0]["encoder"], "second": row["encoder"]}
            | paired_bootstrap(100.0 * results[0].right, 100.0 * other.right, options.draws, options.seed)
            for row, other in zip(rows[1:], results[1:], strict=True)
        ]
    return answer


def _encode(workspace: Any, id: str) -> Any:
    """The encoder's rows, None for TF-IDF; a text is encoded once."""
    from engine.encoding import open_encoder
    from engine.remembered import Remembered

    return None if id == TFIDF else Remembered(open_encoder(workspace, id).encode)


@contextmanager
def _workspace(options: argparse.Namespace) -> Iterator[Any]:
    """The workspace, or a passing one where the encoders need none."""
    from engine.encoding import VECTORS
    from engine.workspace import DATABASE, Workspace, default_workspace

    folder = options.workspace or default_workspace()
    if not (folder / DATABASE).exists() and {options.encoder, *options.against} <= {VECTORS, TFIDF}:
        with TemporaryDirectory() as passing:
            yield Workspace(Path(passing))
    else:
        yield Workspace(folder, create=False)
