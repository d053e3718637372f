"""What opening an encoder reads of its recipe: the input, the transform before the network, and the network itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.models.encoders import ENCODERS
from engine.models.recipe_migration import upgraded
from engine.models.transforms import TRANSFORMS
from engine.settings import named


@dataclass(frozen=True)
class EncoderRecipe:
    """The parts of a stored recipe that decide a text's row.

    `input` is the id of the encoder below, `input_sha256` its hash when this one was trained (empty where it was not
    kept); `transform` and `encoder` are settings from `TRANSFORMS` and `ENCODERS`. How it was trained plays no part.
    """

    transform: Any
    encoder: Any
    input: str = ""
    input_sha256: str = ""

    @classmethod
    def from_dict(cls, recipe: Mapping[str, Any]) -> EncoderRecipe:
        """Read a recipe's JSON, of this version or an earlier one; BadInput for a part that is not known."""
        parts = upgraded(recipe)
        return cls(
            transform=named(parts.get("front"), TRANSFORMS, "transform"),
            encoder=named(parts.get("encoder"), ENCODERS, "encoder"),
            input=parts.get("input", ""),
            input_sha256=parts.get("input_sha256", ""),
        )
