"""Closed-form projections before an encoder, fitted on names. A new one is one file and one line in TRANSFORMS.

A transform is a frozen dataclass of settings with two methods: `fit(names)` gives its state, float32 arrays by name
that are stored with the weights, and `apply(state, rows)` gives unit rows for unit rows [n, d]. A row of zeros, a name
with no vector, stays zero.
"""

from __future__ import annotations

from engine.models.transforms.all_but_the_top import AllButTheTop
from engine.models.transforms.cca import CCA
from engine.models.transforms.centre import Centre
from engine.models.transforms.none import NoTransform
from engine.settings import Settings

TRANSFORMS: dict[str, type[Settings]] = {
    "none": NoTransform,
    "centre": Centre,
    "all-but-the-top": AllButTheTop,
    "cca": CCA,
}
