"""What long work yields while it goes on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Progress:
    """Step `step` of `total` is done; `metrics` are the figures of this moment, `curve` a point worth plotting."""

    step: int
    total: int
    message: str = ""
    metrics: dict[str, float] = field(default_factory=dict)
    curve: dict[str, float] | None = None


@dataclass(frozen=True)
class Finished:
    """The work is done; `result` is what it made."""

    result: dict[str, Any]


Event = Progress | Finished
