"""A probability as a person gives it."""

from __future__ import annotations

from engine.errors import BadInput


def checked_probability(probability: float) -> float:
    """The probability; BadInput where it is none, as 90 for 90 %."""
    if not 0 <= probability <= 1:
        raise BadInput(f"A probability lies from 0 to 1, not at {probability:g}; 90 % is 0.9.")
    return probability
