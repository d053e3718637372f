"""What a bench prints, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def bench_result(
    name: str,
    results: Sequence[Mapping[str, Any]],
    limit: Mapping[str, float],
    peer: Mapping[str, float | None],
    ratio: float | None,
    passed: bool,
) -> dict[str, Any]:
    """{"name", "results", "limit", "peer", "ratio", "passed"}.

    results: the figures, one mapping a size or kind. limit: what this machine allows, and peer: what else somebody
    would use, both measured in the same run. ratio: how many times faster than the peer. passed: whether every figure
    measured now reaches what is written for it.
    """
    return {
        "name": name,
        "results": [dict(one) for one in results],
        "limit": dict(limit),
        "peer": dict(peer),
        "ratio": ratio,
        "passed": passed,
    }
