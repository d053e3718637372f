"""A cosine as it is told: the rows of an index are rounded, and so is their product."""

from __future__ import annotations


def told(cosine: float) -> float:
    """The cosine, held to what one can be; candidates are put in order before.

    >>> told(1.00009), told(0.5), told(-1.0001)
    (1.0, 0.5, -1.0)
    """
    return max(-1.0, min(1.0, cosine))
