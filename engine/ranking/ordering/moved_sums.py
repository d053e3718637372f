"""The sums of candidates as rules exchange them, with the rule that moved each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

SAME_NAME, READ_AS, NO_BLOCK, FROM_BIRTH, SPECIFIC, BY_DEFAULT, MORE_TYPED = RULES = (
    "a leaf of the same name",
    "the text is read as its name",
    "no block",
    "congenital, as typed",
    "the side, trimester or number typed",
    "the code by default",
    "more of the typed words",
)


class MovedSums:
    """The sums float64 [n] as they stand, and for each the rule of RULES that moved it last, "" where none did."""

    def __init__(self, sums: np.ndarray) -> None:
        self.sums, self.rules = sums.copy(), [""] * len(sums)

    def best_first(self, of: Sequence[int] | None = None) -> list[int]:
        """The places of the candidates, or of those `of` them alone, best first."""
        places = np.arange(len(self.sums)) if of is None else np.asarray(of)
        found: list[int] = places[np.argsort(-self.sums[places], kind="stable")].tolist()
        return found

    def exchange(self, one: int, other: int, rule: str) -> None:
        """Exchanges the sums of two candidates, by a rule."""
        self.sums[[one, other]] = self.sums[[other, one]]
        self.rules[one] = self.rules[other] = rule
