"""The ranking metrics as they are defined: one full sort a query, in plain loops."""

import numpy as np


def naive_metrics(scores, relevant):
    """Average precision, accuracy and reciprocal rank of each query; NaN where nothing is relevant. −inf is out."""
    found = []
    for line, right in zip(np.asarray(scores, np.float64), relevant, strict=True):
        order = [place for place in np.argsort(-line, kind="stable") if line[place] > -np.inf]
        hits = [bool(right[place]) for place in order]
        if not any(hits):
            found.append([np.nan] * 3)
            continue
        precisions = [sum(hits[: rank + 1]) / (rank + 1) for rank, hit in enumerate(hits) if hit]
        found.append([np.mean(precisions), float(hits[0]), 1 / (hits.index(True) + 1)])
    return np.array(found).reshape(-1, 3).T
