"""Closed-form maps in front of an encoder, fitted on the training names. A new one is one file and one line in FRONTS.

A front is a frozen dataclass of settings with two methods: `fit(names)` gives its state, float32 arrays by name that
are kept with the weights, and `apply(state, rows)` gives unit rows for unit rows [n, d]. A row of zeros, a name with no
vector, stays zero.
"""

from __future__ import annotations

from engine.fronts.all_but_the_top import AllButTheTop
from engine.fronts.cca import CCA
from engine.fronts.centre import Centre
from engine.fronts.none import NoFront
from engine.settings import Settings

FRONTS: dict[str, type[Settings]] = {
    "none": NoFront,
    "centre": Centre,
    "all-but-the-top": AllButTheTop,
    "cca": CCA,
}
