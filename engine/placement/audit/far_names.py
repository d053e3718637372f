"""Synonyms that lie far from their concept and near another: names that stand under the wrong concept."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.placement.audit.records import AuditedTerminology, Finding
from engine.text.differences import differences

FAR = "far synonym"
LEAST_LEAD = 0.15  # by which another concept must be nearer
LEAST_NEAR = 0.55  # cosine to a name of the other concept


def far_names(audited: AuditedTerminology) -> Iterator[Finding]:
    """A finding for each synonym whose nearest name of an unrelated concept is nearer than all of its own."""
    own = own_cosines(audited)
    cosines, places = audited.nearest
    for name in np.flatnonzero(np.isfinite(own)).tolist():
        if audited.is_preferred(name):
            continue
        found = _nearest_elsewhere(audited, name, places[name], cosines[name])
        if found is None:
            continue
        other, cosine = found
        lead = cosine - max(float(own[name]), 0.0)
        if cosine < LEAST_NEAR or lead < LEAST_LEAD or audited.norms[other] == audited.norms[name]:
            continue
        there = audited.codes[other]
        marks = differences(audited.texts[name], audited.texts[other])
        score = min(1.0, lead * (0.7 if marks else 1.0) + 0.3 * (audited.keys[name] == audited.keys[other]))
        reason = (
            f"It lies at {own[name]:.2f} from the other names of its concept and at {cosine:.2f} from "
            f"“{audited.texts[other]}” of {audited.titles[there]}."
        )
        yield Finding(FAR, audited.codes[name], audited.texts[name], there, score, reason)


def own_cosines(audited: AuditedTerminology) -> np.ndarray:
    """The cosine of each name with the nearest other name of its concept [names]; −inf for a concept's only name, and
    for a name without a row."""
    found = np.full(len(audited.texts), -np.inf)
    for members in audited.names_of:
        if len(members) < 2:
            continue
        rows = audited.rows[members]
        like = rows @ rows.T
        np.fill_diagonal(like, -np.inf)
        found[members] = np.where(rows.any(axis=1), like.max(axis=1), -np.inf)
    return found


def _nearest_elsewhere(
    audited: AuditedTerminology, name: int, places: np.ndarray, cosines: np.ndarray
) -> tuple[int, float] | None:
    """The nearest name of a concept that is no relative of the name's own; None where a relative is nearer."""
    here = audited.codes[name]
    for place, cosine in zip(places.tolist(), cosines.tolist(), strict=True):
        if place < 0 or audited.codes[place] == here:
            continue
        return None if audited.are_related(here, audited.codes[place]) else (place, cosine)
    return None
