"""The linear constraint of conceptual grounding: names turned to where they correlate most with their concepts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.device import let_go
from engine.errors import BadInput
from engine.models.transforms.rows import LEAST, places_known, unit
from engine.settings import Settings, setting

if TYPE_CHECKING:
    from engine.models.transforms.fitting_names import FittingNames

AT_ONCE = 4_096  # names


@dataclass(frozen=True)
class CCA(Settings):
    """Canonical correlation analysis of names û_n and of their concepts' means û_c (CG section 3.2), in closed form.

    All components are kept. "whitening" gives each the same variance, which is what canonical variates are; as cosines
    do not see a rotation, this is the whitening of the names. "correlation" scales each by how well it agrees between
    names and concepts, so that directions that tell nothing about the concept fade. In "unit weights" each component
    is the projection on a direction of length one, as in scikit-learn's estimator, which the paper's figures are
    likely to stand on: it keeps the variance that names have there. "unit weights, correlation" is both.

    `ridge` is added to the variance in every direction, as a share of the mean variance: directions in which names
    hardly vary would otherwise be blown up.
    """

    title = "CCA"
    form: str = setting(
        "unit weights, correlation", "Form",
        "Components of equal variance, or of unit weights; scaled by their correlation or not.",
        choices=("whitening", "correlation", "unit weights", "unit weights, correlation"),
    )  # fmt: skip
    ridge: float = setting(0.1, "Ridge", "Added to each variance, as a share of the mean one.", low=1e-10, high=10.0)

    def fit(self, names: FittingNames) -> dict[str, np.ndarray]:
        """The state: `mean` [d] and the projection `map` [d, d] for names, `concept_…` for concepts' means.

        Components stand in order of falling `correlation` [d]. One row of X a name and its concept's mean as row of Y:
        covariances are summed over concepts where that is shorter, in float64; Cholesky, then one SVD.
        """
        mean, concept_mean, within_names, within_concepts, between = moments(names)
        within_names -= np.outer(mean, mean)
        within_concepts -= np.outer(concept_mean, concept_mean)
        between -= np.outer(mean, concept_mean)

        whiten_names, whiten_concepts = self.whitening(within_names), self.whitening(within_concepts)
        left, correlation, right = np.linalg.svd(whiten_names.T @ between @ whiten_concepts)
        name_projection, concept_projection = (
            side / np.linalg.norm(side, axis=0) if self.form.startswith("unit") else side
            for side in (whiten_names @ left, whiten_concepts @ right.T)
        )
        scale = correlation if self.form.endswith("correlation") else np.ones_like(correlation)
        state = {
            "mean": mean,
            "map": name_projection * scale,
            "concept_mean": concept_mean,
            "concept_map": concept_projection * scale,
            "correlation": correlation,
        }
        return {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in state.items()}

    def whitening(self, covariance: np.ndarray) -> np.ndarray:
        """W [d, d] such that Wᵀ (covariance + ridge) W is the identity."""
        size, total = len(covariance), float(np.trace(covariance))
        if total < LEAST:
            raise BadInput(f"{self.title} needs different names of at least two concepts; choose more names.")
        try:
            lower = np.linalg.cholesky(covariance + np.eye(size) * (self.ridge * total / size))
        except np.linalg.LinAlgError as problem:
            raise BadInput(f"{self.title}: a ridge of {self.ridge:g} is too small for these names.") from problem
        return np.linalg.inv(lower).T

    def apply(self, state: Mapping[str, np.ndarray], rows: np.ndarray) -> np.ndarray:
        """Names' unit rows [n, d] as unit rows of canonical variates."""
        return unit((rows - state["mean"]) @ state["map"], rows)

    def apply_to_concepts(self, state: Mapping[str, np.ndarray], means: np.ndarray) -> np.ndarray:
        """Concepts' unit means û_c [c, d] by the other side of the correlation: CCA(u_p) of CG equation 4."""
        return unit((means - state["concept_mean"]) @ state["concept_map"], means)


def moments(names: FittingNames) -> tuple[np.ndarray, ...]:
    """Means of names' rows x and of their concepts' unit means y, then the means of xxᵀ, yyᵀ and xyᵀ; float64.

    A few thousand names at a time: whole arrays of float64 would take longer to allocate than to multiply.
    """
    from scipy.sparse import csr_array

    places = places_known(names.rows)
    places = places[np.argsort(names.classes[places], kind="stable")]
    _, starts, sizes = np.unique(names.classes[places], return_index=True, return_counts=True)
    dim = names.rows.shape[1]
    found = [np.zeros(shape) for shape in (dim, dim, (dim, dim), (dim, dim), (dim, dim))]
    for block in np.split(np.arange(len(starts)), np.flatnonzero(np.diff(starts // AT_ONCE)) + 1):
        start, counts = starts[block[0]], sizes[block]
        x = names.rows[places[start : start + counts.sum()]].astype(np.float64)
        let_go(names.rows)
        ends = np.append(starts[block], start + len(x)) - start
        sums = csr_array((np.ones(len(x)), np.arange(len(x)), ends), (len(block), len(x))) @ x
        y = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), LEAST)
        weighted = y * np.sqrt(counts)[:, None]
        parts = x.sum(axis=0), counts @ y, x.T @ x, weighted.T @ weighted, sums.T @ y
        for total, part in zip(found, parts, strict=True):
            total += part
    return tuple(total / len(places) for total in found)
