"""What the next release of a made terminology changes, concept by concept, as releases of SNOMED CT do."""

from __future__ import annotations

from dataclasses import dataclass

REWORDED, BESIDE_NEW, RETIRED, MOVED = "reworded", "beside a new one", "retired", "moved"


@dataclass(frozen=True)
class NextRelease:
    """Which of so many concepts change, where a `share` of their names are new.

    Half of the share is concepts whose every name is worded anew, half is concepts that are new, below others; a
    quarter of it is retired, replaced by the concept after it, and a quarter stands below another concept than before.
    """

    concepts: int
    share: float = 0.0

    @property
    def every(self) -> int:
        """One concept in so many is of each kind of change, or of each second one."""
        return round(1 / self.share) if self.share else 0

    @property
    def new(self) -> int:
        """How many concepts are new."""
        return len(range(self._first(1), self.concepts, 2 * self.every)) if self.every else 0

    def parent_of_new(self, number: int) -> int:
        """The concept that a new one stands below."""
        return self._first(1) + 2 * self.every * number

    def change(self, place: int) -> str:
        """What happens to a concept; "" for nothing. Those that are retired have none below them."""
        turn, kind = divmod(place, self.every) if self.every and place < self.concepts else (0, 0)
        if kind == 1:
            return BESIDE_NEW if turn % 2 else REWORDED
        if kind == 2 and turn % 4 == 1 and self.is_leaf(place):
            return RETIRED
        return MOVED if kind == 3 and turn % 4 == 2 else ""

    def is_leaf(self, place: int) -> bool:
        """Whether no concept stands below this one: those above others come early in a release."""
        return place * 40 >= self.concepts

    def _first(self, turn: int) -> int:
        return turn * self.every + 1
