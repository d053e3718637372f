"""Model versions on disk: kept whole or not at all, exported as one file, taken in again with their parents."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.encoding import OWN_VECTORS, VECTORS, encoder_sha256, find_model
from engine.errors import BadInput
from engine.workspace import Workspace, sha256_of, written_whole
from store import models, settings
from store.database import now
from store.records.training import ModelVersion

FORMAT = "nomenclator-model-1"


def save(
    workspace: Workspace,
    recipe: dict[str, Any],
    state: dict[str, np.ndarray],
    metrics: dict[str, Any],
    fingerprint: str,
    run: int | None,
) -> ModelVersion:
    """Write the weights, then the row that makes them a version."""
    from safetensors.numpy import save_file

    source = learned_from(recipe)
    id = _new_id(workspace, f"{recipe['preset']}-{source}")
    artefact = f"models/{id}.safetensors"
    with written_whole(workspace.folder / artefact) as temporary:
        save_file(state, temporary)
    path = workspace.folder / artefact
    parent = recipe["input"] if not is_vectors(recipe["input"]) else ""
    model = ModelVersion(
        id, id, recipe, parent, fingerprint, metrics, artefact, sha256_of(path), path.stat().st_size, now(), run
    )
    with workspace.writing() as db:
        models.add(db, model)
    return model


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


def delete(workspace: Workspace, id: str) -> None:
    """Delete a version with its weights; BadInput when others build on it or it is current."""
    from engine import index

    model = find_model(workspace, id)
    with workspace.reading() as db:
        children = [other.id for other in models.all_models(db) if other.parent == id]
        history = models.current_history(db)
    if children:
        raise BadInput(f"{model.name} is what {', '.join(children)} was trained on; delete that first.")
    if history and history[0].model == id:
        raise BadInput(f"{model.name} is the current encoder; make another one current first.")
    index.remove(workspace, encoder_sha256(workspace, id))
    with workspace.writing() as db:
        models.remove(db, id)
    (workspace.folder / model.artefact).unlink(missing_ok=True)


def export(workspace: Workspace, id: str, out: Path | None = None) -> Path:
    """One .zip with the version and its parents: recipes, metrics and weights; the vectors stay out, by their hash."""
    chain = lineage(workspace, id)
    base = chain[0].recipe["input"]
    manifest = {
        "format": FORMAT,
        "vectors": base,
        "vectors_sha256": encoder_sha256(workspace, base),
        "versions": [asdict(model) for model in chain],
    }
    out = out or workspace.folder / "models" / f"{id}.zip"
    with written_whole(out) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        archive.writestr("manifest.json", json.dumps(manifest, indent=1))
        for model in chain:
            archive.write(workspace.folder / model.artefact, Path(model.artefact).name)
    return out


def take_in(workspace: Workspace, path: Path) -> ModelVersion:
    """Import an exported version with its parents; a parent that is already here is used, not doubled."""
    manifest, weights = _read_export(path)
    base = manifest["vectors"]
    if encoder_sha256(workspace, base) != manifest["vectors_sha256"]:
        raise BadInput(
            f"{path.name} was trained on other vectors than “{base}” here; add those vectors to this workspace first."
        )
    names: dict[str, str] = {}
    model = None
    for entry in manifest["versions"]:
        model = _take_one(workspace, ModelVersion(**entry), names, weights[Path(entry["artefact"]).name])
        names[entry["id"]] = model.id
    assert model is not None
    return model


def _take_one(workspace: Workspace, model: ModelVersion, names: dict[str, str], weights: bytes) -> ModelVersion:
    parent = names.get(model.parent, "")
    recipe = {**model.recipe, "input": parent or model.recipe["input"]}
    with workspace.reading() as db:
        for here in models.all_models(db):
            if here.sha256 == model.sha256 and here.parent == parent:
                return here
        taken = models.get(db, model.id) is not None
    id = _new_id(workspace, model.id.rsplit("-", 1)[0]) if taken else model.id
    artefact = f"models/{id}.safetensors"
    with written_whole(workspace.folder / artefact) as temporary:
        temporary.write_bytes(weights)
    fresh = replace(
        model,
        id=id,
        name=model.name if not taken else f"{model.name} (imported)",
        recipe=recipe,
        parent=parent,
        artefact=artefact,
        run=None,
    )
    with workspace.writing() as db:
        models.add(db, fresh)
    return fresh


def _read_export(path: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
    import hashlib

    try:
        with zipfile.ZipFile(path) as archive:
            manifest = json.loads(archive.read("manifest.json"))
            weights = {
                Path(entry["artefact"]).name: archive.read(Path(entry["artefact"]).name)
                for entry in manifest["versions"]
            }
        if manifest["format"] != FORMAT or not manifest["versions"]:
            raise KeyError("format")
    except (zipfile.BadZipFile, KeyError, TypeError, json.JSONDecodeError, OSError):
        raise BadInput(f"{path.name} is not an exported model version; choose a .zip that “export” made.") from None
    for entry in manifest["versions"]:
        if hashlib.sha256(weights[Path(entry["artefact"]).name]).hexdigest() != entry["sha256"]:
            raise BadInput(f"{path.name}: the weights of {entry['id']} are damaged; export the version again.")
        if not all(part.isalnum() or part in "-_." for part in entry["id"]):
            raise BadInput(f"{path.name}: “{entry['id']}” is no version id; export the version again.")
    return manifest, weights


def _new_id(workspace: Workspace, stem: str) -> str:
    """`stem`-1, -2 …: a number is never used twice, even after a deletion."""
    stem = "".join(letter if letter.isalnum() else "-" for letter in stem.lower()).strip("-")
    with workspace.writing() as db:
        number = int(settings.get(db, f"last {stem}", "0")) + 1
        while models.get(db, f"{stem}-{number}") is not None:
            number += 1
        settings.put(db, f"last {stem}", str(number))
    return f"{stem}-{number}"
