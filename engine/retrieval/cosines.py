"""A cosine as it is shown: the rows of an index are rounded, and so is their product."""

from __future__ import annotations


def clipped(cosine: float) -> float:
    """The cosine, held to what one can be; candidates are put in order before.

    >>> clipped(1.00009), clipped(0.5), clipped(-1.0001)
    (1.0, 0.5, -1.0)
    """
    return max(-1.0, min(1.0, cosine))
