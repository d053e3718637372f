"""Model versions as one file, with their parents; and such files taken in again, once all in them is found whole."""

from __future__ import annotations

import json
import os
import re
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import MISSING, asdict, fields, replace
from functools import partial
from itertools import chain, count
from pathlib import Path
from shutil import copyfileobj
from typing import Any

from engine.errors import BadInput, Damaged
from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.arrays import open_arrays
from engine.formats.opening.json_text import read_json
from engine.formats.opening.limits import LARGEST_JSON, refused
from engine.models.open import OWN_VECTORS, VECTORS, encoder_sha256, open_encoder, vectors_path
from engine.models.protocol import NameEncoder
from engine.models.versions import lineage, new_id
from engine.vectors import format_of
from engine.vectors.ids import file_of
from engine.vectors.parts import ENRICHED
from engine.vectors.recipe_file import kind_of
from engine.workspace import Workspace, written_whole
from store import models
from store.files import PRIVATE_FILE, sha256_of
from store.records.training import ModelVersion

FORMAT = "nomenclator-model-1"
MANIFEST, WORDS = "manifest.json", "words.safetensors"  # the words: enriched vectors below the versions
LONGEST_ID = 100  # characters
AGAIN = "choose a .zip that “export” made"


def export(workspace: Workspace, id: str, out: Path | None = None) -> Path:
    """One .zip with the version and its parents: recipes, metrics and weights.

    Enriched vectors below them come with it, since nothing else here can be made of them without the terminologies that
    they learnt from; all other vectors stay out, by their hash.
    """
    chain = lineage(workspace, id)
    base = chain[0].recipe["input"]
    manifest = {
        "format": FORMAT,
        "vectors": base,
        "vectors_sha256": encoder_sha256(workspace, base),
        "versions": [asdict(model) for model in chain],
    }
    words = vectors_path(workspace, base)
    out = out or workspace.folder / "models" / f"{id}.zip"
    with written_whole(out) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
        for model in chain:
            archive.write(workspace.folder / model.artefact, Path(model.artefact).name)
        if format_of(words) == ENRICHED:
            archive.write(words, WORDS)
    return out


def archived(path: Path) -> ModelVersion:
    """The version that an exported .zip is of, its weights unread."""
    with LimitedArchive(path, _wrong(path)) as archive:
        return _manifest(path, archive)[2][-1]


def take_in(workspace: Workspace, path: Path) -> ModelVersion:
    """Import an exported version with its parents; a parent that is already here is used, not doubled.

    BadInput, and nothing imported, for a file that is no such archive, for other vectors than those here, and for
    weights that are not what was exported or do not make the encoder of their recipe.
    """
    with (
        LimitedArchive(path, _wrong(path)) as archive,
        tempfile.TemporaryDirectory(dir=workspace.folder / "models", prefix=".import-") as folder,
        ExitStack() as imported,
    ):
        base, base_sha256, versions = _manifest(path, archive)
        if WORDS in archive.namelist():
            base = imported.enter_context(_words_taken(workspace, path, archive, base))
            versions[0] = replace(versions[0], recipe={**versions[0].recipe, "input": base})
        if encoder_sha256(workspace, base) != base_sha256:
            raise BadInput(
                f"{path.name} was trained on other vectors than “{base}” here; "
                "add those vectors to this workspace first."
            )
        files = [Path(folder) / f"{number}.safetensors" for number in range(len(versions))]
        for model, file in zip(versions, files, strict=True):
            _unpack(path, archive, model, file)
        _check_encoders(path, versions, files, open_encoder(workspace, base))
        return _add_all(workspace, versions, files)


@contextmanager
def _words_taken(workspace: Workspace, path: Path, archive: LimitedArchive, base: str) -> Iterator[str]:
    """The id of the archive's enriched vectors here: the same ones, else written under a free name, and taken away
    again where what is done with them fails."""
    folder, stem = workspace.folder / "vectors", base.removeprefix(OWN_VECTORS).replace(".", "-")
    with refused(f"{path.name}: its words are damaged; export the version again."):
        words = archive.read(WORDS)
        if kind_of(words[:4096]) != ENRICHED:
            raise BadInput(f"{path.name}: its words are no enriched vectors; export the version again.")
    ids = (OWN_VECTORS + name for name in chain([stem], (f"{stem}-{number}" for number in count(2))))
    for id in ids:
        there = file_of(folder, id)
        if there is None:
            break
        if there.read_bytes() == words:
            yield id
            return
    file = folder / f"{id.removeprefix(OWN_VECTORS)}.safetensors"
    with written_whole(file, workspace.writing) as temporary:
        temporary.write_bytes(words)
    try:
        yield id
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _wrong(path: Path) -> str:
    return f"{path.name} is not an exported model version; {AGAIN}."


def _manifest(path: Path, archive: LimitedArchive) -> tuple[str, str, list[ModelVersion]]:
    """The id and the hash of the vectors, and the versions, each but the first trained on the one before it."""
    with refused(_wrong(path)):
        content = archive.content(MANIFEST, LARGEST_JSON)
        found = read_json(content, f"The manifest of {path.name}", AGAIN)
        if not isinstance(found, dict) or found.get("format") != FORMAT or not found["versions"]:
            raise BadInput(_wrong(path))
        base, base_sha256 = str(found["vectors"]), str(found["vectors_sha256"])
        versions = [_version(path, entry) for entry in found["versions"]]
    if base != VECTORS and not re.fullmatch(r"vectors:[\w-][\w.-]*", base):
        raise BadInput(f"{path.name} was trained on “{base[:LONGEST_ID]}”, which names no vectors; export it again.")
    below = ""
    for model in versions:
        if model.parent != below or (not below and model.recipe["input"] != base):
            raise BadInput(
                f"{path.name}: {model.id} was trained on a version that is not in the file; export it again."
            )
        below = model.id
    return base, base_sha256, versions


def _version(path: Path, entry: dict[str, Any]) -> ModelVersion:
    known = {field.name: field for field in fields(ModelVersion)}
    missing = [name for name, field in known.items() if field.default is MISSING and name not in entry]
    if missing or set(entry) - set(known):
        what = f"lacks “{missing[0]}”" if missing else f"has an unknown “{min(set(entry) - set(known))[:40]}”"
        raise BadInput(f"{path.name}: a version in it {what}; export it again.")
    kinds: dict[str, Any] = {"recipe": dict, "metrics": dict, "size": int, "run": (int, type(None))}
    for name, value in entry.items():
        if not isinstance(value, kinds.get(name, str)):
            raise BadInput(f"{path.name}: “{name}” of a version is not what was exported; export it again.")
    model = ModelVersion(**entry)
    if not 0 < len(model.id) <= LONGEST_ID or not all(part.isalnum() or part in "-_." for part in model.id):
        raise BadInput(f"{path.name}: “{model.id[:LONGEST_ID]}” is no version id; export the version again.")
    if not isinstance(model.recipe.get("input"), str):
        raise BadInput(f"{path.name}: the recipe of {model.id} names no input; export the version again.")
    return model


def _unpack(path: Path, archive: LimitedArchive, model: ModelVersion, file: Path) -> None:
    with (
        refused(f"{path.name}: the weights of {model.id} are damaged; export the version again."),
        archive.open(Path(model.artefact).name) as member,
        open(file, "wb", opener=partial(os.open, mode=PRIVATE_FILE)) as copy,
    ):
        copyfileobj(member, copy)
    if sha256_of(file) != model.sha256:
        raise BadInput(f"{path.name}: the weights of {model.id} are damaged; export the version again.")


def _check_encoders(path: Path, versions: Sequence[ModelVersion], files: Sequence[Path], below: NameEncoder) -> None:
    """BadInput unless the weights are whole files that make the encoders of their recipes, one on top of the other."""
    from engine.models.encoder_recipe import EncoderRecipe
    from engine.models.trained_encoder import TrainedEncoder

    for model, file in zip(versions, files, strict=True):
        sentence = f"{path.name}: the weights of {model.id} do not make its encoder; export the version again."
        with refused(sentence):
            try:
                with open_arrays(file) as arrays:
                    state = arrays.read()
                below = TrainedEncoder(EncoderRecipe.from_dict(model.recipe), state, below)
                below.encode(["name"])
            except Damaged as problem:
                raise BadInput(sentence) from problem


def _add_all(workspace: Workspace, versions: Sequence[ModelVersion], files: Sequence[Path]) -> ModelVersion:
    """The last of the versions as it is here; all the weights are written before the first row, in one transaction."""
    with workspace.reading() as db:
        known = models.all_models(db)
    here: dict[str, ModelVersion] = {}  # by the id in the archive
    fresh: list[ModelVersion] = []
    written: list[Path] = []
    try:
        for model, weights in zip(versions, files, strict=True):
            parent = here[model.parent].id if model.parent else ""
            same = (one for one in (*known, *fresh) if one.sha256 == model.sha256 and one.parent == parent)
            if (found := next(same, None)) is None:
                found = _as_new(workspace, model, parent, [*known, *fresh], weights.stat().st_size)
                path = workspace.folder / found.artefact
                written += [] if path.exists() else [path]
                with written_whole(path, workspace.writing) as temporary:
                    weights.rename(temporary)
                fresh.append(found)
            here[model.id] = found
        if fresh:
            with workspace.writing() as db:
                for one in fresh:
                    models.add(db, one)
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        raise
    return here[versions[-1].id]


def _as_new(
    workspace: Workspace, model: ModelVersion, parent: str, known: Sequence[ModelVersion], size: int
) -> ModelVersion:
    """A version on top of `parent`, under an id and a name that none of the `known` has."""
    there = workspace.folder / f"models/{model.id}.safetensors"  # of a version that a copy put back knows nothing of
    taken = any(one.id == model.id for one in known) or (there.is_file() and sha256_of(there) != model.sha256)
    id = new_id(workspace, model.id.rsplit("-", 1)[0]) if taken else model.id
    names = {one.name for one in known}
    numbered = (f"{model.name} {number}" for number in count(2))
    name = model.name if model.name not in names else next(one for one in numbered if one not in names)
    recipe, artefact = {**model.recipe, "input": parent or model.recipe["input"]}, f"models/{id}.safetensors"
    return replace(model, id=id, name=name, recipe=recipe, parent=parent, artefact=artefact, size=size, run=None)
