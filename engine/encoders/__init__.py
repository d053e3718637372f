"""Trainable maps on top of vectors. A new encoder is one file here and one line in ENCODERS.

An encoder is a frozen dataclass of settings with one method, `network(dim)`, which gives an untrained torch module
from rows [n, dim] to rows [n, dim]; what it gives is used as unit rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.encoders.dan import DAN
from engine.encoders.residual_dan import ResidualDAN
from engine.settings import Settings

if TYPE_CHECKING:
    import numpy as np

    from engine.encoders.trained import TrainedEncoder

ENCODERS: dict[str, type[Settings]] = {
    "dan": DAN,
    "residual-dan": ResidualDAN,
}


def load_encoder(recipe: Mapping[str, Any], state: Mapping[str, np.ndarray]) -> TrainedEncoder:
    """The encoder that `train` made: `recipe["encoder"]` says what it is, `state` its weights by name.

    Raises Damaged when the weights do not fit the recipe.
    """
    from engine.encoders.trained import TrainedEncoder

    return TrainedEncoder(recipe, state)
