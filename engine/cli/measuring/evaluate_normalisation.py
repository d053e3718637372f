"""`evaluate normalisation`: how many mentions of a corpus get the right concept."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, Several, command, workspace_folder
from engine.errors import BadInput


@command("normalisation", "share of a corpus's mentions tied to the right concept")
@click.option("--dictionary", type=FILE, required=True, help="the concepts: a MEDIC, OBO, CSV or TSV file")
@options.terminology_format("of the dictionary (default: by its content)")
@click.option("--train", cls=Several, type=FILE, help="PubTator files: the data that is searched")
@click.option("--dev", cls=Several, type=FILE, help="chooses weight, curve, threshold; teaches too")
@click.option("--test", cls=Several, type=FILE, required=True, help="PubTator files to be measured on")
@click.option("--types", cls=Several, metavar="TYPE...", help="only these types of mention")
@options.encoder("vectors (default), vectors:NAME, a version, or tfidf")
@options.against()
@options.search()
@options.threshold()
@click.option("--hybrid", metavar="W", help="weight of character TF-IDF (auto, from --dev, where given; 0.5)")
@options.preprocessing_left_out()
@click.option("--nothing-below", is_flag=True, help="leave scores below dev's threshold unanswered")
@click.option("--errors", type=WRITTEN, metavar="FILE", help="write every miss with its cause (TSV)")
@options.draws()
@click.option("--seed", type=int, default=0, help="of the draws, also between tied candidates")
def normalisation(
    dictionary: Path,
    format: str | None,
    train: tuple[Path, ...],
    dev: tuple[Path, ...],
    test: tuple[Path, ...],
    types: tuple[str, ...],
    encoder: str,
    against: tuple[str, ...],
    search: str,
    threshold: float | None,
    hybrid: str | None,
    without: tuple[str, ...],
    nothing_below: bool,
    errors: Path | None,
    draws: int,
    seed: int,
) -> dict[str, Any]:
    from engine.evaluation.normalisation import write_errors
    from engine.formats.mentions.corpora import read_splits
    from engine.metrics.significance import paired_bootstrap
    from engine.normalisation.dictionary import Dictionary
    from engine.normalisation.fitting import System, fitted, measured
    from engine.normalisation.normaliser import Options
    from engine.normalisation.preprocessing import Switches
    from engine.normalisation.request import AUTO, Search, usual, weight
    from engine.normalisation.reranker_encoder import choose_reranker_encoder
    from engine.workbench.encoders.encoder_resolver import EncoderResolver

    targets = Search.of(search, options.threshold_of(search, threshold))
    reading = Options(targets, Switches.without(*without), seed=seed)
    if hybrid == AUTO and not dev:
        raise BadInput("--hybrid auto chooses the weight on dev; name a file with --dev, or give a number.")
    if "D" in targets.origins and not train and not dev:
        raise BadInput(f"The search {targets.name} needs data; name PubTator files with --train, or search O-T.")
    chosen_weight = weight(hybrid or usual(bool(dev)))
    concepts = Dictionary.of_file(dictionary, format)
    splits = read_splits(train, dev, test, types)
    rows, results = [], []
    with _workspace([encoder, *against]) as workspace:
        for id in EncoderResolver(workspace).ids([encoder, *against]):
            started = time.perf_counter()
            teacher, own_reading = choose_reranker_encoder(workspace, id, reading, partial(_encode, workspace))
            system = System(_encode(workspace, id), chosen_weight, own_reading, teacher)
            fit = fitted(system, concepts, splits)
            result = measured(system, fit, concepts, splits, nothing_below)
            results.append(result)
            row = {"encoder": id, "search": targets.name} | result.measured(draws, seed)
            row |= {
                "hybrid_weight": fit.weight,
                "tried_on_dev": {f"{w:g}": round(100 * a, 2) for w, a in fit.tried.items()},
            }
            rows.append(row | {"seconds": round(time.perf_counter() - started, 1)})
    answer: dict[str, Any] = {
        "dictionary": {"file": dictionary.name, "concepts": len(concepts.names)},
        "data_mentions": len(splits.searchable),
        "left_out": splits.test.left_out,
        "shared_documents_left_out": splits.shared,
        "threshold": threshold,
        "pre-processing": reading.switches.to_dict(),
        "rows": rows,
    }
    if errors:
        answer["errors"] = {"file": str(errors), "causes": write_errors(errors, results[0], concepts)}
    if against:
        answer["differences"] = [
            {"first": rows[0]["encoder"], "second": row["encoder"]}
            | paired_bootstrap(100.0 * results[0].right, 100.0 * other.right, draws, seed)
            for row, other in zip(rows[1:], results[1:], strict=True)
        ]
    return answer


def _encode(workspace: Any, id: str) -> Any:
    """The encoder's rows, None for TF-IDF; a text is encoded once."""
    from engine.models.open import open_encoder
    from engine.normalisation.request import TFIDF
    from engine.retrieval.encoding_cache import Remembered

    return None if id == TFIDF else Remembered(open_encoder(workspace, id).encode)


@contextmanager
def _workspace(encoders: Sequence[str]) -> Iterator[Any]:
    """The workspace, or a passing one where the encoders need none."""
    from engine.models.open import VECTORS
    from engine.normalisation.request import TFIDF
    from engine.workspace import DATABASE, Workspace, default_workspace

    folder = workspace_folder() or default_workspace()
    if not (folder / DATABASE).exists() and set(encoders) <= {VECTORS, TFIDF}:
        with TemporaryDirectory() as passing:
            yield Workspace(Path(passing))
    else:
        yield Workspace(folder, create=False)
