"""What a mapping suggests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from store.records.mapping import BROAD, CLOSE, EXACT, NARROW, RELATED

PREDICATES = (EXACT, BROAD, NARROW, CLOSE, RELATED)


@dataclass(frozen=True)
class MappingAnswer:
    """The likeliest target concepts of a source concept: their ids and names found, and the sums of the order; `via`
    says by way of what each was found, “” by a name of the source's own."""

    source: str
    targets: tuple[str, ...]
    names: tuple[str, ...]
    same: np.ndarray  # whether a name of the source is the name itself, bool
    sums: np.ndarray
    via: tuple[str, ...] = ()


@dataclass(frozen=True)
class Suggestion:
    """One suggested mapping: its predicate of PREDICATES, and the probability that the target is what is meant.

    `via`: by way of which other terminology's concept it was found, “” without. `encoders`: those that suggest the
    target, the one whose probability stands first. `evidence`: of a first suggestion, what made its confidence, see
    `engine.ranking.mapping.coverage`. `differs`: of a ranking's, what the name asked, as it was read, and the one found
    differ in.
    """

    source: str
    source_name: str
    target: str
    target_name: str
    name: str  # of the target's names the one that was found
    predicate: str
    confidence: float
    same_text: bool
    via: str = ""
    encoders: tuple[str, ...] = ()
    evidence: tuple[float, ...] = ()
    differs: tuple[str, ...] | None = None
