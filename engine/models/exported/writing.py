"""An encoder of a workspace as a folder that sentence-transformers loads."""

from __future__ import annotations

import json
import secrets
import shutil
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.models.exported import module
from engine.models.exported.folder import ABOUT, FORMAT, MODELS, PLACE, VECTORS, VERSIONS
from engine.models.exported.program import copy_program
from engine.models.open import encoder_sha256, open_encoder, vectors_path
from engine.models.versions import is_vectors, lineage
from engine.vectors import SHIPPED, format_of
from engine.vectors.fused_file import made_of
from engine.vectors.parts import ENRICHED, FUSED, part_path
from engine.vectors.recipe_file import read, written
from engine.vectors.transformer_file import KIND as TRANSFORMER
from engine.vectors.transformer_file import TransformerFile
from engine.vectors.transformer_model import deciding_files, folder_of, sha256_of_model
from engine.workspace import Workspace
from store.records.training import ModelVersion

MODULE, TYPE = "nomenclator_encoder.py", "nomenclator_encoder.NomenclatorEncoder"
HASH_DIGITS = 8  # that tell two models of one name apart
README = """---
library_name: sentence-transformers
tags: [sentence-transformers, feature-extraction]
---

# {title}

An encoder of names, exported from Nomenclator: texts in, unit rows of {dim} numbers out.

    from sentence_transformers import SentenceTransformer
    model = SentenceTransformer("{name}", trust_remote_code=True)
    rows = model.encode(["heart attack"])

`trust_remote_code=True` lets `nomenclator_encoder.py` of this folder run, which reads the encoder with the code in
`program/` (Apache-2.0). Beside sentence-transformers 6 it needs scipy, scikit-learn and sqlite-utils. The vectors in
`encoder/` keep the licences of what they were trained on.
"""


def write_folder(workspace: Workspace, id: str, out: Path) -> dict[str, Any]:
    """Write an encoder to a new folder; {"file", "format", "dim", "bytes"}. The folder appears when it is whole.

    BadInput where there is something at `out`, or no folder for it.
    """
    out = out.absolute()
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out} is there already; name a new folder for the encoder.")
    if not out.parent.is_dir():
        raise BadInput(f"There is no folder {out.parent} for {out.name}; make it first.")
    encoder = open_encoder(workspace, id)
    making = out.with_name(f".{out.name}.{secrets.token_hex(4)}")
    try:
        _write_encoder(workspace, id, encoder.dim, making)
        copy_program(making / "program")
        shutil.copyfile(Path(str(module.__file__)), making / MODULE)
        _write_json(making / "modules.json", [{"idx": 0, "name": "0", "path": "", "type": TYPE}])
        _write_json(making / "config_sentence_transformers.json", {"similarity_fn_name": "cosine"})
        text = README.format(title=id, dim=encoder.dim, name=out.name)
        (making / "README.md").write_text(text, encoding="utf-8")
        if out.is_dir():
            out.rmdir()
        making.rename(out)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    return {"file": str(out), "format": "sentence-transformers", "dim": encoder.dim, "bytes": size}


def _write_encoder(workspace: Workspace, id: str, dim: int, making: Path) -> None:
    place = making / PLACE
    for folder in (VECTORS, VERSIONS):
        (place / folder).mkdir(parents=True)
    chain = [] if is_vectors(id) else lineage(workspace, id)
    base = chain[0].recipe["input"] if chain else id
    path = vectors_path(workspace, base)
    _copy_vectors(path, place / VECTORS, making / "program")
    about = {
        "format": FORMAT,
        "encoder": id,
        "vectors": path.name,
        "vectors_sha256": encoder_sha256(workspace, base),
        "versions": [_copy_version(workspace, model, place) for model in chain],
        "dim": dim,
    }
    _write_json(place / ABOUT, about)


def _copy_vectors(path: Path, target: Path, program: Path) -> None:
    """Copy a file of vectors and what it is made of; the shipped ones, as a part, stand where the program has them."""
    kind = format_of(path)
    if kind == TRANSFORMER:
        about, _ = read(path, TRANSFORMER)
        model = TransformerFile.load(path).folder
        recipe = {key: value for key, value in about.items() if key != "format"}
        written(target / path.name, TRANSFORMER, {**recipe, "model": f"{MODELS}/{_copy_model(model, target / MODELS)}"})
        return
    shutil.copyfile(path, target / path.name)
    parts = made_of(path)[0] if kind == FUSED else [str(read(path, ENRICHED)[0]["base"])] if kind == ENRICHED else []
    for part in parts:
        below = part_path(path.parent, part)
        if below == SHIPPED:
            shipped = program / "engine" / "vectors" / SHIPPED.name
            shipped.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SHIPPED, shipped)
        else:
            _copy_vectors(below, target, program)


def _copy_version(workspace: Workspace, model: ModelVersion, place: Path) -> dict[str, Any]:
    weights = Path(model.artefact).name
    shutil.copyfile(workspace.folder / model.artefact, place / VERSIONS / weights)
    recipe = dict(model.recipe)
    network = recipe.get("encoder")
    if isinstance(network, dict) and network.get("model"):
        folder = folder_of(network["model"], Path.cwd())
        recipe["encoder"] = {**network, "model": f"{MODELS}/{_copy_model(folder, place / MODELS)}"}
    return {"recipe": recipe, "weights": weights}


def _copy_model(folder: Path, target: Path) -> str:
    """Copy what decides a transformer's rows; its name there, with digits of its hash where another model has it."""
    name, sha256 = folder.name, sha256_of_model(folder)
    if (target / name).exists() and sha256_of_model(target / name) != sha256:
        name = f"{name}-{sha256[:HASH_DIGITS]}"
    for path in deciding_files(folder):
        place = target / name / path.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    return name


def _write_json(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
