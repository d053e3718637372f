"""One training from recipe to version: select, encode, train, keep, measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine import versions
from engine.composing import asks, checked, composed, done_without
from engine.encoding import open_encoder
from engine.errors import BadInput, NomenclatorError
from engine.evaluation.metrics import few_shot_map
from engine.evaluation.relatedness import read_pairs, relatedness
from engine.events import Event, Finished, Progress
from engine.remembered import Remembered
from engine.selection import as_rows
from engine.selection.annotated import BETWEEN
from engine.selection.report import drawn_for
from engine.workspace import Workspace
from store import models


def complete(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """A recipe with every default written out; BadInput when it cannot be trained."""
    from engine.presets import PRESETS
    from engine.recipe import Recipe

    if recipe.get("preset") not in list(PRESETS):
        raise BadInput(f"There is no preset “{recipe.get('preset')}”; choose one of {', '.join(PRESETS)}.")
    parts = Recipe.from_dict({"input": "vectors", **PRESETS[recipe["preset"]], **recipe})
    parts.check()
    filled = parts.to_dict()
    if compose := filled.get("compose"):
        checked(compose)
    if getattr(parts.data, "own_files", False):
        filled.pop("terminology", None)  # it would not be read, so nothing is to be named for it
    elif bool(filled.get("terminology")) == bool(filled.get("labels")):
        raise BadInput("A training needs either a terminology or a label set; choose one of them.")
    return filled


def with_whole_paths(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """A complete recipe whose files to learn from are found from any folder: the child's, or another day's."""

    data = dict(recipe["data"])
    for name, said in data.items():
        if name.endswith("file") and said:
            data[name] = str(Path(said).resolve())
        elif name.endswith("files"):
            data[name] = BETWEEN.join(str(Path(one.strip()).resolve()) for one in said.split(BETWEEN) if one.strip())
    compose = dict(recipe.get("compose") or {})
    if compose and not done_without(recipe) and Path(compose["model"]).expanduser().is_dir():
        compose["model"] = str(Path(compose["model"]).expanduser().resolve())
    return {**recipe, "data": data, **({"compose": compose} if compose else {})}


def fit(workspace: Workspace, recipe: dict[str, Any], checkpoint: Path, run: int) -> Iterator[Event]:
    """Train and keep a recipe.

    Finished with {"version", "metrics", "left_out": {"classes", "names", "ambiguous_names"}}.
    """
    from engine.training import train

    yield Progress(0, 0, "Choosing the names to learn from")
    recipe = composed(workspace, complete(recipe))
    if asks(recipe):
        missing = recipe["compose"]["model"]
        yield Progress(0, 0, f"It starts from the shipped vectors alone: {missing} cannot be had here")
    below = open_encoder(workspace, recipe["input"])
    selection = drawn_for(workspace, recipe)
    rows = Remembered(below.encode)
    yield from rows.read([text for text, _ in (*selection.sample.train, *selection.sample.validation)])
    outcome: dict[str, Any] = {}
    for event in train(recipe, as_rows(selection.sample, rows), checkpoint):
        if isinstance(event, Finished):
            outcome = event.result
        else:
            yield event
    recipe = {**outcome["recipe"], "input_sha256": below.sha256}
    metrics = {**outcome["metrics"], "epochs": outcome["epochs"]}
    model = versions.save(workspace, recipe, outcome["state"], metrics, selection.fingerprint, run)
    yield Progress(1, 1, "Measuring")
    metrics = {**metrics, "relatedness": relatedness_of(workspace, model.id), "kept": kept(workspace, model.id)}
    with workspace.writing() as db:
        models.update(db, model.id, metrics=metrics)
    left_out = {
        "classes": selection.sample.classes_left_out,
        "names": selection.sample.left_out,
        "ambiguous_names": selection.ambiguous,
    }
    yield Finished({"version": model.id, "metrics": metrics, "left_out": left_out})


def kept(workspace: Workspace, id: str) -> list[dict[str, Any]]:
    """For each hierarchy in the lineage, the few-shot mAP under the vectors and under each version since.

    Rows {"learned", "hierarchy", "map": {encoder: mAP}}: what the first hierarchy's value falls to is what was
    forgotten. A hierarchy that is no longer in the workspace is left out.
    """
    chain = versions.lineage(workspace, id)
    encoders = {id: open_encoder(workspace, id) for id in [chain[0].recipe["input"], *(model.id for model in chain)]}
    rows = []
    for model in chain:
        try:
            selection = drawn_for(workspace, model.recipe)  # what it was trained on, word filter and all
        except NomenclatorError:
            continue
        values = {name: few_shot_map(as_rows(selection.sample, encoder.encode)) for name, encoder in encoders.items()}
        rows.append({"learned": model.id, "hierarchy": versions.learned_from(model.recipe), "map": values})
    return rows


def relatedness_of(workspace: Workspace, id: str) -> dict[str, Any]:
    """The encoder on every relatedness set of the workspace: {set: {"pairs", "spearman", …}}."""
    encoder = open_encoder(workspace, id)
    return {path.stem: relatedness(read_pairs(path), encoder.encode) for path in relatedness_sets(workspace)}


def relatedness_sets(workspace: Workspace) -> list[Path]:
    """The relatedness files kept in the workspace."""
    return sorted(path for path in (workspace.folder / "relatedness").iterdir() if path.suffix in (".tsv", ".csv"))
