"""Encoders of texts: the shipped vectors, a person's own, or a model version on top of either."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.errors import BadInput, Damaged, NotFound
from engine.formats.opening.arrays import open_arrays
from engine.models.protocol import NameEncoder
from engine.vectors.ids import OWN_VECTORS, SHIPPED, VECTORS, file_of, files_in, names_a_file
from engine.workspace import Workspace
from store import models
from store.files import sha256_of
from store.records.training import ModelVersion
from store.sqlite import Database


def learnt_words(encoder: Any) -> frozenset[str] | None:
    """The words with a row of their own in the vectors below an encoder: its vocabulary, of all its parts together.

    None where no part has a list of words, as a transformer has none.
    """
    if (below := getattr(encoder, "input", None)) is not None:  # a trained encoder
        return learnt_words(below)
    parts = getattr(encoder, "parts", None)
    lists = [learnt_words(part) for part in parts] if parts else [getattr(encoder, "words", None)]
    found = [words for words in lists if words is not None]
    return frozenset[str]().union(*found) if found else None


def open_encoder(workspace: Workspace, id: str, db: Database | None = None) -> NameEncoder:
    """The encoder with this id: “vectors”, “vectors:NAME” or a model version. Opened once while its files stay.

    db: a connection to read through, where one is open.
    """
    if id == VECTORS or id.startswith(OWN_VECTORS):
        path, files = _vectors_files(workspace, id)  # opened once while the files they may be made of stay
        return _vectors(path, files, id == VECTORS or not workspace.obstacle)
    with workspace.reading(db) as db:
        model, whole = find_model(workspace, id, db), encoder_sha256(workspace, id, db)
    return _trained(str(workspace.folder), bool(workspace.obstacle), id, model.sha256, whole)


def encoder_sha256(workspace: Workspace, id: str, db: Database | None = None) -> str:
    """The hash of an encoder: of the vectors, which are opened for it, then of the file of each version on top, which
    is not."""
    if id == VECTORS or id.startswith(OWN_VECTORS):
        return _vectors_sha256(*_vectors_files(workspace, id), id == VECTORS or not workspace.obstacle)
    with workspace.reading(db) as db:
        model = find_model(workspace, id, db)
        below = encoder_sha256(workspace, model.recipe["input"], db)
    return hashlib.sha256(f"{below}\t{model.sha256}".encode()).hexdigest()


def find_model(workspace: Workspace, id: str, db: Database | None = None) -> ModelVersion:
    """The model version; NotFound with the ones there are."""
    with workspace.reading(db) as db:
        model = models.get(db, id)
        known = [] if model else models.all_models(db)
    if model is None:
        if named := [one.id for one in known if one.name.casefold() == id.strip().casefold()]:
            raise NotFound(f"“{id}” is the name of the encoder {named[0]}; name it by this id.")
        ids = ", ".join([VECTORS, *(one.id for one in known)])
        raise NotFound(f"There is no encoder “{id}” in this workspace; there are {ids}.")
    return model


def vectors_path(workspace: Workspace, id: str) -> Path:
    """The file behind “vectors” or “vectors:NAME”."""
    folder = workspace.folder / "vectors"
    if id != VECTORS and not names_a_file(id):
        raise BadInput(f"“{id[:80]}” is no name of vectors; a file from elsewhere is taken in with “vectors add”.")
    named = SHIPPED if id == VECTORS else folder / id.removeprefix(OWN_VECTORS)
    path = SHIPPED if id == VECTORS else file_of(folder, id)
    if path is None or not path.is_file():
        raise NotFound(f"The vectors file {named} is missing; put it back, or choose other vectors.")
    return path


def _vectors_files(workspace: Workspace, id: str) -> tuple[str, tuple[tuple[str, int, int], ...]]:
    """The path of vectors, and the state of every file that they may be made of: those beside it, which may be its
    parts, and those of the models that it or a part names, which are elsewhere."""
    from engine.vectors.elsewhere import files_elsewhere

    path = vectors_path(workspace, id)
    if id == VECTORS:
        return str(path), ()
    files = [*files_in(path.parent), *files_elsewhere(path)]
    states = ((file, file.stat()) for file in files)
    return str(path), tuple(sorted((str(file), state.st_mtime_ns, state.st_size) for file, state in states))


@lru_cache(maxsize=256)  # more than stay open: a list of encoders asks for every hash, again and again
def _vectors_sha256(path: str, files: tuple[tuple[str, int, int], ...], writable: bool) -> str:
    return _vectors(path, files, writable).sha256


@lru_cache(maxsize=8)
def _vectors(path: str, files: tuple[tuple[str, int, int], ...], writable: bool) -> NameEncoder:
    from engine.vectors import load_vectors
    from engine.vectors.transformer_file import keep_no_rows

    found = load_vectors(Path(path))
    if not writable:
        keep_no_rows(found)
    return found


@lru_cache(maxsize=16)
def _trained(folder: str, read_only: bool, id: str, sha256: str, whole: str) -> NameEncoder:
    """The trained encoder whose own weights hash to `sha256`, and with all below it to `whole`."""
    from engine.models.encoder_recipe import EncoderRecipe
    from engine.models.trained_encoder import TrainedEncoder

    workspace = Workspace(folder, create=False, read_only=read_only)
    model = find_model(workspace, id)
    path = workspace.folder / model.artefact
    if not path.is_file():
        raise Damaged(
            f"The weights of {id} ({path}) are missing; restore the file from a backup, or delete this version."
        )
    if sha256_of(path) != sha256:
        raise Damaged(
            f"The weights of {id} ({path}) are not what was saved; "
            "restore the file from a backup, or delete this version."
        )
    recipe = EncoderRecipe.from_dict(model.recipe)
    below = open_encoder(workspace, recipe.input)
    if recipe.input_sha256 and recipe.input_sha256 != below.sha256:
        raise Damaged(
            f"{id} was trained on top of another “{recipe.input}” than the one that is here now; "
            "put that one back, or train again."
        )
    with open_arrays(path) as arrays:
        state = arrays.read()
    return TrainedEncoder(recipe, state, below, whole)
