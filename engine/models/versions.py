"""Model versions on disk: kept whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, NotFound
from engine.models.open import OWN_VECTORS, VECTORS, encoder_sha256, find_model
from engine.text import WORD
from engine.workspace import Workspace, written_whole
from store import models, runs, settings
from store.database import now
from store.files import sha256_of
from store.records.training import ModelVersion
from store.sqlite import Database


def save(
    workspace: Workspace,
    recipe: dict[str, Any],
    state: dict[str, np.ndarray],
    metrics: dict[str, Any],
    fingerprint: str,
    run: int | None,
) -> ModelVersion:
    """Write the weights, then the row that makes them a version; a run makes one, however often it is taken up."""
    from safetensors.numpy import save_file

    if run is not None and (made := _of_run(workspace, run)) is not None:
        return made
    source = learned_from(recipe)
    id = new_id(workspace, f"{recipe['preset']}-{source}")
    path = _artefact(workspace, id)
    with written_whole(path, workspace.writing) as temporary:
        save_file(state, temporary)
    artefact = path.relative_to(workspace.folder).as_posix()
    parent = recipe["input"] if not is_vectors(recipe["input"]) else ""
    model = ModelVersion(
        id, id, recipe, parent, fingerprint, metrics, artefact, sha256_of(path), path.stat().st_size, now(), run
    )
    with workspace.writing() as db:
        gone = bool(parent) and models.get(db, parent) is None
        if not gone:
            models.add(db, model)
    if gone:
        path.unlink()
        raise NotFound(f"{parent}, which this training started from, was deleted meanwhile; nothing was kept of it.")
    return model


def _artefact(workspace: Workspace, id: str) -> Path:
    return workspace.folder / "models" / f"{id}.safetensors"


def _of_run(workspace: Workspace, run: int) -> ModelVersion | None:
    """The version that a run made before it was interrupted, with its weights still as they were saved."""
    with workspace.reading() as db:
        made = models.of_run(db, run)
    if made is None:
        return None
    path = workspace.folder / made.artefact
    return made if path.is_file() and sha256_of(path) == made.sha256 else None


def learned_from(recipe: Mapping[str, Any]) -> str:
    """The terminology, the label set or the file that a recipe learns from."""
    source = recipe.get("terminology") or recipe.get("labels")
    return str(source or Path(recipe["data"].get("train_file", "")).stem or recipe["data"]["name"])


def is_vectors(id: str) -> bool:
    """Whether an encoder id names vectors rather than a model version."""
    return id == VECTORS or id.startswith(OWN_VECTORS)


def lineage(workspace: Workspace, id: str) -> list[ModelVersion]:
    """The version and those it was trained on top of, oldest first."""
    chain = [find_model(workspace, id)]
    while chain[0].parent:
        chain.insert(0, find_model(workspace, chain[0].parent))
    return chain


def delete(workspace: Workspace, id: str, remove_indexes: Callable[[str], None]) -> None:
    """Delete a version with its weights; BadInput where something stands on it.

    That is another version, a run that is going on, or every search, where it is the current encoder.

    `remove_indexes` deletes what was built with the encoder of a hash (`engine.retrieval.indexes.Indexes.remove`).
    """
    model = find_model(workspace, id)
    try:
        sha256 = encoder_sha256(workspace, id)
    except NotFound:  # what it stands on is gone, and with it what was built
        sha256 = ""
    with workspace.writing() as db:
        if why := obstacle(db, model):
            raise BadInput(why)
        models.remove(db, id)
    if sha256:
        remove_indexes(sha256)
    (workspace.folder / model.artefact).unlink(missing_ok=True)


def obstacle(db: Database, model: ModelVersion) -> str:
    """Why a version cannot be deleted: what stands on it; "" where nothing does."""
    children = [other.id for other in models.all_models(db) if other.parent == model.id]
    if children:
        return f"{model.name} is what {', '.join(children)} was trained on; delete that first."
    history = models.current_history(db)
    if history and history[0].model == model.id:
        return f"{model.name} is the current encoder; make another one current first."
    for run in runs.going_on(db):
        if _names(run.recipe, model.id):
            return f"{model.name} is in use by run {run.id}, “{run.title}”; wait until that is done, or cancel it."
    return ""


def _names(recipe: Any, id: str) -> bool:
    """Whether an encoder stands anywhere in the recipe of a run."""
    if isinstance(recipe, dict):
        recipe = list(recipe.values())
    return any(_names(one, id) for one in recipe) if isinstance(recipe, list) else bool(recipe == id)


def new_id(workspace: Workspace, stem: str) -> str:
    """`stem`-1, -2 …: a number is never used twice, even after a deletion or where a copy was put back, nor an id that
    is the name of a version."""
    stem = "-".join(WORD.findall(stem.lower()))
    with workspace.writing() as db:
        number = int(settings.get(db, f"last {stem}", "0")) + 1
        taken = {text.casefold() for one in models.all_models(db) for text in (one.id, one.name)}
        while f"{stem}-{number}".casefold() in taken or _artefact(workspace, f"{stem}-{number}").exists():
            number += 1
        settings.put(db, f"last {stem}", str(number))
    return f"{stem}-{number}"
