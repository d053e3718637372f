"""One thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnosis:
    """What was looked at and what was found; `remedy` says what to do where something is wrong, else it is empty."""

    what: str
    found: str
    remedy: str = ""

    @property
    def wrong(self) -> bool:
        """Whether something has to be done."""
        return bool(self.remedy)
