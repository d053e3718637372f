"""Texts that list several findings: is every one of them among as many first concepts?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

import numpy as np

from engine.metrics.significance import mean_interval

OF_FINDINGS = ("findings_found", "lists_whole")


def found_of_each(findings: Sequence[Collection[str]], ids: Sequence[str]) -> list[bool]:
    """Of each finding, by the ids that are right for it, whether one of these is among as many first ids of an answer
    as there are findings (R-precision, a finding in place of a document).

    >>> found_of_each([{"I10"}, {"E11.9", "E11.8"}], ["E11.9", "N18.9", "I10"])
    [False, True]
    """
    first = set(ids[: len(findings)])
    return [not first.isdisjoint(one) for one in findings]


def measured_of_each(found: Sequence[Sequence[bool]], draws: int, seed: int = 0) -> dict[str, Any]:
    """What is found of each text -> each of OF_FINDINGS as {"value", "low", "high"}, and "findings", how
    many there are; {} where no text lists any. findings_found: the share of all findings; lists_whole: that of texts of
    which all are found."""
    if not found:
        return {}
    each = np.array(list(chain.from_iterable(found)), dtype=np.float64)
    whole = np.array([all(one) for one in found], dtype=np.float64)
    figures = dict(zip(OF_FINDINGS, (mean_interval(one, draws, seed) for one in (each, whole)), strict=True))
    return {"findings": len(each), **figures}
