"""Model versions on disk: kept whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.models.open import OWN_VECTORS, VECTORS, encoder_sha256, find_model
from engine.workspace import Workspace, written_whole
from store import models, settings
from store.database import now
from store.files import sha256_of
from store.records.training import ModelVersion


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
    artefact = f"models/{id}.safetensors"
    with written_whole(workspace.folder / artefact, workspace.writing) as temporary:
        save_file(state, temporary)
    path = workspace.folder / artefact
    parent = recipe["input"] if not is_vectors(recipe["input"]) else ""
    model = ModelVersion(
        id, id, recipe, parent, fingerprint, metrics, artefact, sha256_of(path), path.stat().st_size, now(), run
    )
    with workspace.writing() as db:
        models.add(db, model)
    return model


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


def delete(workspace: Workspace, id: str, remove_indexes: Callable[[Workspace, str], None]) -> None:
    """Delete a version with its weights; BadInput when others build on it or it is current.

    `remove_indexes` deletes what was built with the encoder of a hash (`engine.retrieval.indexes.remove`).
    """
    model = find_model(workspace, id)
    with workspace.reading() as db:
        children = [other.id for other in models.all_models(db) if other.parent == id]
        history = models.current_history(db)
    if children:
        raise BadInput(f"{model.name} is what {', '.join(children)} was trained on; delete that first.")
    if history and history[0].model == id:
        raise BadInput(f"{model.name} is the current encoder; make another one current first.")
    remove_indexes(workspace, encoder_sha256(workspace, id))
    with workspace.writing() as db:
        models.remove(db, id)
    (workspace.folder / model.artefact).unlink(missing_ok=True)


def new_id(workspace: Workspace, stem: str) -> str:
    """`stem`-1, -2 …: a number is never used twice, even after a deletion."""
    stem = "".join(letter if letter.isalnum() else "-" for letter in stem.lower()).strip("-")
    with workspace.writing() as db:
        number = int(settings.get(db, f"last {stem}", "0")) + 1
        while models.get(db, f"{stem}-{number}") is not None:
            number += 1
        settings.put(db, f"last {stem}", str(number))
    return f"{stem}-{number}"
