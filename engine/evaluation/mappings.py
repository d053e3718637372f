"""Suggested mappings against a reference: precision, recall and F1, of all and of each predicate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.evaluation.calibration_error import expected_calibration_error
from engine.ranking.mapping.records import PREDICATES, Suggestion

ALL_PREDICATES = "all"  # in place of one of PREDICATES
SURE = 0.9


def measured(suggestions: Sequence[Suggestion], reference: Mapping[str, Mapping[str, str]]) -> list[dict[str, Any]]:
    """Rows {"predicate", "suggested", "right", "reference", "precision", "recall", "f1", "confidence",
    "calibration_error", "sure"}, ALL_PREDICATES first; `sure` counts suggestions with a confidence of SURE or more.

    Only concepts of the reference count. A suggestion is right where the reference has its target for the concept,
    whatever the predicate. A concept without a target in it has no right one, and does not count in recall: the share
    of the reference's concepts that have a right suggestion, of all predicates or of this one. The mean confidence
    would be the precision, and the calibration error 0, were suggestions as sure as they are right. A predicate that
    nothing was suggested with is left out.
    """
    here = [one for one in suggestions if one.source in reference]
    with_target = sum(map(bool, reference.values()))
    rows = []
    for predicate in (ALL_PREDICATES, *PREDICATES):
        these = [one for one in here if predicate in (ALL_PREDICATES, one.predicate)]
        if these or predicate == ALL_PREDICATES:
            right = np.array([one.target in reference[one.source] for one in these], np.float64)
            sure = np.array([one.confidence for one in these], np.float64)
            calibration = {
                "confidence": float(sure.mean()) if these else None,
                "calibration_error": expected_calibration_error(sure, right) if these else None,
                "sure": int((sure >= SURE).sum()),
            }
            rows.append({"predicate": predicate, **figures(len(these), int(right.sum()), with_target), **calibration})
    return rows


def figures(suggested: int, right: int, reference: int) -> dict[str, Any]:
    """Precision, recall and F1 of so many; None where nothing was suggested."""
    precision = right / suggested if suggested else None
    recall = right / reference if reference else None
    f1 = 2 * right / (suggested + reference) if suggested + reference else None
    counts = {"suggested": suggested, "right": right, "reference": reference}
    return counts | {"precision": precision, "recall": recall, "f1": f1}
