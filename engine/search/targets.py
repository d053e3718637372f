"""What is searched, and in which order (TS section 3.2): “O-T”, or the sieve “D-T+OD-T”."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadInput

TARGETS = ("D-T", "D-C", "O-T", "O-C", "OD-T", "OD-C")  # TS table 1
FIRST = ("D-T", "D-C")
SECOND = ("O-T", "O-C", "OD-T", "OD-C")  # TS table 2
SIEVES = tuple(f"{first}+{second}" for first in FIRST for second in SECOND)
THRESHOLD = 0.95


@dataclass(frozen=True)
class Target:
    """`origins`: D for data, O for the ontology; `concepts`: whole concepts' mean vectors instead of single texts."""

    name: str

    @property
    def origins(self) -> str:
        """“D”, “O” or “OD”."""
        return self.name.split("-")[0]

    @property
    def concepts(self) -> bool:
        """Whether concepts are compared, not texts."""
        return self.name.endswith("-C")


@dataclass(frozen=True)
class Search:
    """One target, or two: the first one's answer stands when its score is above `threshold`."""

    targets: tuple[Target, ...]
    threshold: float = THRESHOLD

    @classmethod
    def of(cls, text: str, threshold: float = THRESHOLD) -> Search:
        """The search that `text` names; BadInput lists what there is."""
        names = [part.strip().upper() for part in text.split("+")]
        if (len(names) == 1 and names[0] in TARGETS) or "+".join(names) in SIEVES:
            return cls(tuple(map(Target, names)), threshold)
        raise BadInput(f"There is no search “{text}”; choose one of {', '.join((*TARGETS, *SIEVES))}.")

    @property
    def name(self) -> str:
        """As it is written on the command line."""
        return "+".join(target.name for target in self.targets)

    @property
    def origins(self) -> str:
        """All origins that any step reaches."""
        return "".join(origin for origin in "OD" if any(origin in target.origins for target in self.targets))
