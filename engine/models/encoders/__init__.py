"""Trainable networks on top of vectors. A new encoder is one file here and one line in ENCODERS.

An encoder is a frozen dataclass of settings with one method, `network(dim)`, which gives an untrained torch module
from rows [n, dim] to rows [n, dim]; what it gives is used as unit rows. One whose class says `reads = "texts"` gives a
module with `read(texts, encode)`, where `encode` turns single words into rows [n, dim]: a reading with a length and
`take(positions)`, which makes what the module's forward takes. Such a module may have a `dim_out` of its own. One that
never asks for the words' rows says `reads_rows = False`, and one without weights `learns = False`. One with
`shapes(dim)` and `outputs(weights, rows)` answers a query by numpy alone: torch takes seconds to load.
"""

from __future__ import annotations

from engine.models.encoders.bne import BNE
from engine.models.encoders.dan import DAN
from engine.models.encoders.identity import Identity
from engine.models.encoders.residual_dan import ResidualDAN
from engine.models.encoders.transformer import Transformer
from engine.settings import Settings

ENCODERS: dict[str, type[Settings]] = {
    "dan": DAN,
    "residual-dan": ResidualDAN,
    "identity": Identity,
    "bne": BNE,
    "transformer": Transformer,
}
