"""A reranker of the best candidates, learnt from annotated mentions: boosted trees and a weighted sum of features."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.normalisation.conditional_logit import ConditionalLogit, learn_conditional_logit

FEWEST = 100  # lists that are enough to learn an order from
FORESTS = 8  # whose mean score counts: each sees other features at each split, and alone moves with its seed
DIGITS = 9  # of a score by which candidates are equal
FEATURE_DIGITS = 3  # the later ones of a cosine change with the batch and with how many cores there are
TREES = {  # chosen by cross-validation on the NCBI and BC5CDR training documents
    "max_features": 0.2,
    "max_iter": 120,
    "learning_rate": 0.06,
    "max_leaf_nodes": 8,
    "min_samples_leaf": 30,
    "l2_regularization": 5.0,
    "max_bins": 48,
}


@dataclass(frozen=True)
class Reranker:
    """Boosted trees and a weighted sum that say how likely a candidate is right; the likeliest by both leads."""

    trees: tuple[Any, ...]  # HistGradientBoostingClassifier
    weighted: ConditionalLogit

    def places(self, lists: Sequence[np.ndarray]) -> list[list[int]]:
        """For each list of candidates their places, best first; equal ones stay as they came.

        `lists`: features [candidates, features] each.
        """
        if not lists:
            return []
        rows = np.concatenate([beside(features) for features in lists])
        scores = np.mean([trees.decision_function(rows) for trees in self.trees], axis=0)
        scores = np.round(scores + self.weighted.scores(rows), DIGITS)
        parts = np.split(scores, np.cumsum([len(features) for features in lists])[:-1])
        return [np.argsort(-part, kind="stable").tolist() for part in parts]


def learn_reranker(lists: Iterable[tuple[np.ndarray, int]]) -> Reranker | None:
    """The reranker by which the right candidates lead; None with fewer than a hundred lists to choose from.

    `lists`: features [candidates, features] and the place of the right one. Each candidate is a row that is right or
    not, seen beside the best of its list (Friedman 2001, in scikit-learn's histogram form). The trees see rows, the
    weighted sum whole lists: the log odds of both are added. The same lists teach the same reranker.
    """
    from sklearn.ensemble import HistGradientBoostingClassifier

    usable = [(features, right) for features, right in lists if len(features) > 1]
    if len(usable) < FEWEST:
        return None
    rows = np.concatenate([beside(features) for features, _ in usable])
    right = np.concatenate([np.arange(len(features)) == place for features, place in usable])
    trees = (HistGradientBoostingClassifier(random_state=seed, **TREES).fit(rows, right) for seed in range(FORESTS))
    weighted = learn_conditional_logit(rows, right, [len(features) for features, _ in usable])
    return Reranker(tuple(trees), weighted)


def beside(features: np.ndarray) -> np.ndarray:
    """The features, rounded, and how far each is below the list's highest, [candidates, 2 · features]."""
    rounded = np.round(features, FEATURE_DIGITS)
    return np.hstack([rounded, rounded - rounded.max(axis=0, keepdims=True)])


def deal(documents: Sequence[str], parts: int) -> list[int]:
    """A part for each document's mentions, the documents dealt in turn as they come."""
    place: dict[str, int] = {}
    return [place.setdefault(document, len(place)) % parts for document in documents]
