"""Drawing negatives: near ones more often than far ones (Wu et al. 2017), never the anchor's own meaning."""

from __future__ import annotations

import numpy as np

from engine.errors import BadInput
from engine.learning.samplers.names import Names

AT_ONCE = 4_096
FORMS = ("inverse distance", "inverse density", "uniform")


class Negatives:
    """Draws names of other classes for anchors of one split, in float64.

    `form` is one of: "inverse distance", p ∝ 1 / clip(1 − cos, 1e-9, 1); "inverse density", p ∝ 1 / q(d) where q is
    the density of distances on the unit sphere (Wu et al. 2017, equation 5), d clipped to at least 0.5; "uniform".
    `nearest` keeps only that many nearest candidates of each anchor; 0 keeps all.

    A name whose normalised text also stands in the anchor's class is never its negative. Where nothing is left, the
    draw is uniform over the other classes' names. One class alone raises BadInput.

    This form holds the whole split against each anchor; the sampler `nearest` draws the same for many names.
    """

    def __init__(self, names: Names, rows: np.ndarray, form: str = "inverse distance", nearest: int = 0) -> None:
        need_two_classes(names)
        self.names, self.rows, self.form, self.nearest = names, rows.astype(np.float64), form, nearest
        # A few names meet at once: sixteen rows at a time a product costs more in waking threads than in sums.
        self.cosines = self.rows @ self.rows.T if len(rows) <= AT_ONCE else None

    def probabilities(self, anchors: np.ndarray) -> np.ndarray:
        """How likely each name is drawn for each anchor: float64 [anchors, n], lines sum to 1."""
        free = self.names.apart(anchors)
        empty = ~free.any(axis=1)
        cosine = self.rows[anchors] @ self.rows.T if self.cosines is None else self.cosines[anchors]
        if self.nearest and self.nearest < cosine.shape[1]:
            ranked = np.where(free, cosine, -np.inf)
            last = -np.partition(-ranked, self.nearest - 1, axis=1)[:, self.nearest - 1]
            free &= ranked >= last[:, None]
        logs = np.where(free, log_weights(cosine, self.form, self.rows.shape[1]), -np.inf)
        other = self.names.classes[anchors[empty]][:, None] != self.names.classes[None, :]
        logs[empty] = np.where(other, 0.0, -np.inf)  # only the anchor's own texts are elsewhere: near says nothing
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    def draw(self, anchors: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
        """`count` negatives of each anchor, with replacement: positions int [anchors, count]."""
        cumulative = np.cumsum(self.probabilities(anchors), axis=1)
        chances = rng.random((len(anchors), count)) * cumulative[:, -1:]
        drawn = [np.searchsorted(line, c, side="right") for line, c in zip(cumulative, chances, strict=True)]
        return np.minimum(np.array(drawn).reshape(len(anchors), count), cumulative.shape[1] - 1)


def need_two_classes(names: Names) -> None:
    """BadInput where all names are of one class: nothing could be a negative."""
    if len(names.members) < 2:
        raise BadInput("Training needs names of at least two classes; there is only one.")


def log_weights(cosine: np.ndarray, form: str, dim: int) -> np.ndarray:
    """Logarithms of unnormalised weights for cosines [b, n] between unit rows of `dim` numbers."""
    if form == "inverse distance":
        return -np.log(np.clip(1 - cosine, 1e-9, 1))
    if form == "inverse density":
        distance = np.sqrt(np.clip(2 - 2 * cosine, 0.25, 3.999))  # nearer than 0.5 one name would take every draw
        return -(dim - 2) * np.log(distance) - (dim - 3) / 2 * np.log(1 - distance**2 / 4)
    if form == "uniform":
        return np.zeros_like(cosine)
    raise BadInput(f"Negatives can be drawn by {', '.join(FORMS)}, not {form!r}.")
