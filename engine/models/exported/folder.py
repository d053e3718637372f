"""The encoder in an exported folder, opened without a workspace.

encoder/encoder.json    {"format", "vectors", "vectors_sha256", "versions": [{"recipe", "weights"}], "dim"}
encoder/vectors/        the vectors, what they are made of, and in `models/` the transformers that they name
encoder/versions/       the weights of each version trained on top, the lowest first
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.errors import Damaged
from engine.formats.opening.arrays import open_arrays
from engine.formats.opening.json_text import read_json
from engine.models.encoder_recipe import EncoderRecipe
from engine.models.protocol import NameEncoder
from engine.models.trained_encoder import TrainedEncoder
from engine.vectors import load_vectors

FORMAT = "nomenclator-encoder-1"
PLACE, ABOUT, VECTORS, VERSIONS, MODELS = "encoder", "encoder.json", "vectors", "versions", "models"
AGAIN = "export the encoder again"


def open_folder(folder: Path) -> NameEncoder:
    """The encoder that was exported to `folder`; Damaged where its files are not those that were written."""
    place = folder / PLACE
    about = described(folder)
    below: Any = load_vectors(place / VECTORS / about["vectors"])
    if below.sha256 != about["vectors_sha256"]:
        raise Damaged(f"The vectors in {place} are not those that were exported; {AGAIN}.")
    for version in about["versions"]:
        recipe = dict(version["recipe"])
        network = recipe.get("encoder")
        if isinstance(network, dict) and (place / str(network.get("model"))).is_dir():
            recipe["encoder"] = {**network, "model": str((place / network["model"]).resolve())}
        with open_arrays(place / VERSIONS / version["weights"]) as arrays:
            state = arrays.read()
        below = TrainedEncoder(EncoderRecipe.from_dict(recipe), state, below, precision="float32")
    encoder: NameEncoder = below
    return encoder


def described(folder: Path) -> dict[str, Any]:
    """What the folder says of its encoder; Damaged where that cannot be read."""
    path = folder / PLACE / ABOUT
    if not path.is_file():
        raise Damaged(f"There is no {path}; {AGAIN}.")
    about = read_json(path.read_bytes(), str(path), AGAIN, Damaged)
    required = {"vectors": str, "vectors_sha256": str, "versions": list, "dim": int}
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise Damaged(f"{path} describes no encoder of this form; {AGAIN}.")
    if any(not isinstance(about.get(name), kind) for name, kind in required.items()):
        raise Damaged(f"{path} lacks something; {AGAIN}.")
    return about
