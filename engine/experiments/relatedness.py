"""Every encoder on human-judged pairs: what the workspace holds, and what each preset makes of its terminologies."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.encoding import VECTORS, encoder_sha256, open_encoder
from engine.errors import BadInput
from engine.evaluation.relatedness import Pair, half_of, read_pairs, relatedness_outcome, spearman
from engine.evaluation.significance import paired_spearman, spearman_interval
from engine.events import Event, Finished, Progress
from engine.experiments import plots
from engine.experiments.cells import Cell, Measured, Report, Table, carried_out
from engine.experiments.few_shot_report import SETS
from engine.experiments.learned import learned
from engine.experiments.markdown import DASH, interval, number, table
from engine.experiments.wanted import Wanted, sources
from engine.fitting import relatedness_sets
from engine.presets import PRESETS
from engine.selection import Source, as_rows, selected
from engine.workspace import Workspace, sha256_of
from store import models

Pairs = Mapping[str, Sequence[Pair]]
# The papers' best figures (CG table 5, FS table 3) on MayoSRS, UMNSRS relatedness and similarity.
PAPER = {
    "vectors": (0.44, 0.47, 0.48),
    "conceptual-grounding": (0.67, 0.56, 0.56),
    "bne": (0.63, 0.58, 0.61),
    "few-shot": (0.55, 0.52, 0.56),
    "best": (0.67, 0.59, 0.65),
}
DRAWS = 1_000


def run(workspace: Workspace, wanted: Wanted, out: Path) -> Iterator[Event]:
    """A cell for each encoder of the workspace, and for each preset and seed; `only` names the rows to do."""
    files = list(wanted.relatedness) or relatedness_sets(workspace)
    if not files:
        raise BadInput("Name the judged pairs with --relatedness, or keep some in the workspace.")
    pairs = {path.stem: read_pairs(path) for path in files}
    judged = [[path.stem, sha256_of(path)] for path in files]
    cells = []
    for id in encoders(workspace):
        if id == VECTORS or not wanted.only or id in wanted.only:
            plan: list[Any] = [encoder_sha256(workspace, id), judged]
            cells.append(Cell(id, plan, partial(of_encoder, workspace, id, pairs)))
    presets = {name: recipe for name, recipe in trained(wanted).items() if not wanted.only or name in wanted.only}
    source = joined_source(workspace, wanted) if presets else None
    for name, recipe in presets.items():
        for seed in wanted.seed_list:
            seeded = {**recipe, "seed": seed}
            assert source is not None
            plan = [seeded, judged, encoder_sha256(workspace, wanted.encoder), source.title, len(source.names)]
            work = partial(of_recipe, workspace, wanted.encoder, seeded, source, pairs)
            cells.append(Cell(f"{name}/{seed}", plan, work))
    yield from carried_out(Table(wanted.name, cells, partial(report, pairs)), out, wanted.about())


def encoders(workspace: Workspace) -> list[str]:
    """The shipped vectors, the workspace's own, and its model versions."""
    own = sorted({path.name.split(".")[0] for path in (workspace.folder / "vectors").iterdir() if path.is_file()})
    with workspace.reading() as db:
        return [VECTORS, *(f"vectors:{name}" for name in own), *(model.id for model in models.all_models(db))]


def trained(wanted: Wanted) -> dict[str, dict[str, Any]]:
    """Presets to train on synonym sets, at the width asked for; the transformer's preset is left to `train`."""
    recipes = {}
    for name in ("cca", "conceptual-grounding", "bne", "best"):
        recipe = copy.deepcopy(PRESETS.get(name, {}))
        if not recipe:
            continue
        if "hidden" in recipe["encoder"]:
            wide = wanted.hidden or min(recipe["encoder"]["hidden"], 4_800)
            recipe["encoder"]["hidden"] = 256 if wanted.quick else wide
        if wanted.quick:
            recipe["optimiser"]["most_epochs"] = 1
        recipes[name] = recipe
    return recipes


def joined_source(workspace: Workspace, wanted: Wanted) -> Source:
    """The file, or every terminology of the workspace together; a few hundred concepts of it for a quick run."""
    if wanted.file:
        source = next(iter(sources(workspace, wanted, ()).values()))
    else:
        source = Source.of_workspace(workspace, "all")
    if not wanted.quick:
        return source
    few = [code for code in sorted(source.names) if len(source.names[code]) > 2][:300]
    return Source(source.title, {code: source.names[code] for code in few}, {code: source.titles[code] for code in few})


def of_encoder(workspace: Workspace, id: str, pairs: Pairs) -> Iterator[Event]:
    """An encoder as it stands."""
    yield Progress(0, 1, "Encoding the pairs")
    yield Finished(measured(pairs, open_encoder(workspace, id).encode))


def of_recipe(
    workspace: Workspace, input: str, recipe: dict[str, Any], source: Source, pairs: Pairs
) -> Iterator[Event]:
    """An encoder trained for this: on the names of concepts that are not held out, never on the pairs."""
    below = open_encoder(workspace, input).encode
    started = time.perf_counter()
    made = yield from learned(recipe, as_rows(selected(source, recipe).sample, below), below)
    found = measured(pairs, made.encode)
    yield Finished(found | {"seconds": time.perf_counter() - started, "epochs": made.epochs})


def measured(pairs: Pairs, encode: Callable[[Sequence[str]], np.ndarray]) -> Measured:
    """The cosine of each pair, by set."""
    outcomes = {name: relatedness_outcome(judged, encode) for name, judged in pairs.items()}
    return {"cosines": {name: outcome.numbers["spearman"].tolist() for name, outcome in outcomes.items()}}


def report(pairs: Pairs, cells: Mapping[str, Measured]) -> Report:
    """A row for each encoder and set: Spearman, halves, interval, and the paired difference from the vectors.

    Rows of several seeds show the mean of their correlations; the paired interval is that of the mean cosine.
    """
    by_row: dict[str, list[Measured]] = {}
    for key, found in cells.items():
        by_row.setdefault(key.rsplit("/", 1)[0], []).append(found)
    rows: list[dict[str, Any]] = []
    groups: dict[str, dict[str, tuple[float, float]]] = {}
    for name, judged in pairs.items():
        scores = np.array([pair.score for pair in judged])
        halves = np.array([half_of(pair) for pair in judged])
        base = np.array(cells[VECTORS]["cosines"][name])
        place = list(SETS).index(name) if name in SETS else -1
        for encoder, seeds in by_row.items():
            runs = [np.array(one["cosines"][name]) for one in seeds]
            values = [spearman(run, scores) or 0.0 for run in runs]
            mean = np.mean(runs, axis=0)
            around = spearman_interval(mean, scores, DRAWS)
            against = None if encoder == VECTORS else paired_spearman(mean, base, scores, DRAWS)
            rows.append(
                {
                    "encoder": encoder,
                    "set": SETS.get(name, name),
                    "seeds": len(runs),
                    "spearman": float(np.mean(values)),
                    "std": float(np.std(values, ddof=1)) if len(values) > 1 else None,
                    **{f"half_{half}": mean_on(runs, scores, halves == half) for half in "ab"},
                    "low": around["low"],
                    "high": around["high"],
                    "over_vectors": against,
                    "paper": PAPER[encoder][place] if encoder in PAPER and place >= 0 else None,
                    "seconds": median_seconds(seeds),
                }
            )
            groups.setdefault(SETS.get(name, name), {})[encoder] = (float(np.mean(values)), plots.half(around))
    return Report(rows, markdown(rows), {"spearman": plots.bars("Relatedness", "Spearman", groups)})


def median_seconds(runs: Sequence[Measured]) -> float | None:
    """How long training took; None for an encoder that was there already."""
    return float(np.median([run["seconds"] for run in runs])) if "seconds" in runs[0] else None


def mean_on(runs: Sequence[np.ndarray], scores: np.ndarray, these: np.ndarray) -> float:
    """The mean correlation of several runs on some of the pairs."""
    return float(np.mean([spearman(run[these], scores[these]) or 0.0 for run in runs]))


def markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as a table."""
    lines = []
    for row in rows:
        against = row["over_vectors"]
        spread = f" ± {row['std']:.3f}" if row["std"] is not None else ""
        lines.append(
            [
                row["encoder"],
                row["set"],
                number(row["spearman"]) + spread,
                DASH if row["low"] is None else f"{row['low']:.3f} to {row['high']:.3f}",
                number(row["half_a"]),
                number(row["half_b"]),
                "" if against is None else interval(against["difference"], against["low"], against["high"]),
                "" if row["paper"] is None else f"{row['paper']:.2f}",
                "" if row["seconds"] is None else f"{row['seconds']:.0f}",
            ]
        )
    headings = ["encoder", "set", "ours", "95 %", "half a", "half b", "over the vectors", "papers", "seconds"]
    return table(headings, lines)
