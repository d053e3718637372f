"""`evaluate normalisation`: how many mentions of a corpus get the right concept."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, Several, command, workspace_folder
from engine.errors import BadInput

if TYPE_CHECKING:
    from engine.formats.mentions.corpora import Splits
    from engine.normalisation.dictionary import Dictionary
    from engine.normalisation.judged import JudgedAnswers
    from engine.normalisation.normaliser import Options
    from engine.workspace import Workspace


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
    from engine.normalisation.dictionary import Dictionary
    from engine.workbench.encoders.encoder_resolver import EncoderResolver

    reading, weight = _reading_and_weight(search, threshold, hybrid, without, seed, bool(train), bool(dev))
    concepts = Dictionary.of_file(dictionary, format)
    splits = read_splits(train, dev, test, types)
    with _workspace([encoder, *against]) as workspace:
        measured_by = partial(_measured, workspace, reading, weight, concepts, splits, nothing_below, draws)
        rows, results = zip(*map(measured_by, EncoderResolver(workspace).ids([encoder, *against])), strict=True)
    answer: dict[str, Any] = {
        "dictionary": {"file": dictionary.name, "concepts": len(concepts.names)},
        "data_mentions": len(splits.searchable),
        "left_out": splits.test.left_out,
        "shared_documents_left_out": splits.shared,
        "threshold": threshold,
        "pre-processing": reading.switches.to_dict(),
        "rows": list(rows),
    }
    if errors:
        answer["errors"] = {"file": str(errors), "causes": write_errors(errors, results[0], concepts)}
    if against:
        answer["differences"] = _differences(rows, results, draws, seed)
    return answer


def _reading_and_weight(
    search: str,
    threshold: float | None,
    hybrid: str | None,
    without: Sequence[str],
    seed: int,
    train: bool,
    dev: bool,
) -> tuple[Options, float | None]:
    """How mentions are read and searched, and the weight of TF-IDF; BadInput for what needs data that is not there.

    train and dev: whether there are files of them.
    """
    from engine.normalisation.normaliser import Options
    from engine.normalisation.preprocessing import Switches
    from engine.normalisation.request import AUTO, Search, usual, weight

    targets = Search.of(search, options.threshold_of(search, threshold))
    reading = Options(targets, Switches.without(*without), seed=seed)
    if hybrid == AUTO and not dev:
        raise BadInput("--hybrid auto chooses the weight on dev; name a file with --dev, or give a number.")
    if "D" in targets.origins and not train and not dev:
        raise BadInput(f"The search {targets.name} needs data; name PubTator files with --train, or search O-T.")
    return reading, weight(hybrid or usual(dev))


def _measured(
    workspace: Workspace,
    reading: Options,
    weight: float | None,
    concepts: Dictionary,
    splits: Splits,
    nothing_below: bool,
    draws: int,
    id: str,
) -> tuple[dict[str, Any], JudgedAnswers]:
    """The row of an encoder, and what was judged of it."""
    from engine.normalisation.fitting import System, fitted, measured
    from engine.normalisation.reranker_encoder import choose_reranker_encoder

    started = time.perf_counter()
    teacher, own_reading = choose_reranker_encoder(workspace, id, reading, partial(_encode, workspace))
    system = System(_encode(workspace, id), weight, own_reading, teacher)
    fit = fitted(system, concepts, splits)
    result = measured(system, fit, concepts, splits, nothing_below)
    row = {"encoder": id, "search": reading.search.name} | result.measured(draws, reading.seed)
    row |= {"hybrid_weight": fit.weight, "tried_on_dev": {f"{w:g}": round(100 * a, 2) for w, a in fit.tried.items()}}
    return row | {"seconds": round(time.perf_counter() - started, 1)}, result


def _differences(
    rows: Sequence[dict[str, Any]], results: Sequence[JudgedAnswers], draws: int, seed: int
) -> list[dict[str, Any]]:
    """The first encoder beside each of the others."""
    from engine.metrics.significance import paired_bootstrap

    return [
        {"first": rows[0]["encoder"], "second": row["encoder"]}
        | paired_bootstrap(100.0 * results[0].right, 100.0 * other.right, draws, seed)
        for row, other in zip(rows[1:], results[1:], strict=True)
    ]


def _encode(workspace: Any, id: str) -> Any:
    """The encoder's rows, None for TF-IDF; a text is encoded once."""
    from engine.models.open import open_encoder
    from engine.normalisation.request import TFIDF
    from engine.retrieval.encoding_cache import RememberingEncoder

    return None if id == TFIDF else RememberingEncoder(open_encoder(workspace, id).encode)


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
