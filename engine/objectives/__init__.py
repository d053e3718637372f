"""What training minimises. A new objective is one file here and one line in OBJECTIVES.

An objective is a frozen dataclass of settings, `weight` among them, with one method, `loss(view)`, which gives a scalar
tensor from what one batch looks like (engine.objectives.view.View). Distances are 1 − cosine.
"""

from __future__ import annotations

from engine.objectives.halfway import Halfway
from engine.objectives.triplet import Triplet
from engine.settings import Settings

OBJECTIVES: dict[str, type[Settings]] = {
    "triplet": Triplet,
    "halfway": Halfway,
}
