"""Trained encoders out of a recipe and weights, without a workspace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.models.encoder_recipe import EncoderRecipe
from engine.models.trained_encoder import TrainedEncoder


@dataclass(frozen=True)
class Input:
    """An encoder below, given by what it makes of texts."""

    encode: Callable[[Sequence[str]], np.ndarray]


def no_texts(texts: Sequence[str]) -> np.ndarray:
    """The input of an encoder that is given rows only."""
    raise AssertionError(f"nobody reads {texts}")


def opened(
    recipe: Mapping[str, Any],
    state: Mapping[str, np.ndarray],
    encode: Callable[[Sequence[str]], np.ndarray] = no_texts,
    precision: str = "auto",
) -> TrainedEncoder:
    """The encoder of a recipe's JSON with these weights, on top of what `encode` makes of texts."""
    return TrainedEncoder(EncoderRecipe.from_dict(recipe), state, Input(encode), precision=precision)
