"""Trainable maps on top of vectors. A new encoder is one file here and one line in ENCODERS.

An encoder is a frozen dataclass of settings with one method, `network(dim)`, which gives an untrained torch module
from rows [n, dim] to rows [n, dim]; what it gives is used as unit rows. One whose class says `reads = "texts"` gives a
module with `read(texts, encode)`, where `encode` turns single words into rows [n, dim]: a reading with a length and
`take(positions)`, which makes what the module's forward takes. Such a module may have a `dim_out` of its own. One that
never asks for the words' rows says `reads_rows = False`, and one without weights `learns = False`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.encoders.bne import BNE
from engine.encoders.dan import DAN
from engine.encoders.identity import Identity
from engine.encoders.residual_dan import ResidualDAN
from engine.encoders.transformer import Transformer
from engine.settings import Settings

if TYPE_CHECKING:
    import numpy as np

    from engine.encoders.trained import TrainedEncoder

ENCODERS: dict[str, type[Settings]] = {
    "dan": DAN,
    "residual-dan": ResidualDAN,
    "identity": Identity,
    "bne": BNE,
    "transformer": Transformer,
}


def load_encoder(recipe: Mapping[str, Any], state: Mapping[str, np.ndarray]) -> TrainedEncoder:
    """The encoder that `train` made: `recipe["encoder"]` says what it is, `state` its weights by name.

    Raises Damaged when the weights do not fit the recipe.
    """
    from engine.encoders.trained import TrainedEncoder

    return TrainedEncoder(recipe, state)
