"""The rows of normalisation's ablation: what is changed in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from engine.experiments.wanted import Wanted

ORDER = "order_learnt"
BASE, ONTOLOGY = "D-T+OD-T", "O-T"
ENCODERS, TARGETS_OF, SWITCHES_OF, WEIGHTS = (
    "Encoders",
    "Search targets and sieves",
    "Pre-processing",
    "Weight of TF-IDF",
)


@dataclass(frozen=True)
class Row:
    """One system; `learnt` lets the training mentions order the candidates, which only the rows that say so do."""

    group: str
    title: str
    encoder: str
    search: str = BASE
    weight: float = 0.5
    without: tuple[str, ...] = ()
    learnt: bool = False

    @property
    def key(self) -> str:
        """A name for its file."""
        parts = [self.encoder, self.search, f"{self.weight:g}", *self.without, "learnt" if self.learnt else ""]
        return "-".join(part for part in parts if part)

    def to_dict(self) -> dict[str, Any]:
        """What decides its result, as JSON."""
        values = asdict(self)
        return {name: values[name] for name in ("search", "weight", "without", "learnt")}


def rows_of(wanted: Wanted) -> list[Row]:
    """Every row; of several that ask for the same, the later ones find it measured. `only` names groups."""
    rows = list(_quick(wanted) if wanted.quick else _every(wanted))
    return [row for row in rows if not wanted.only or row.group in wanted.only]


def _quick(wanted: Wanted) -> Iterator[Row]:
    yield Row(ENCODERS, wanted.encoder, wanted.encoder)
    yield Row(ENCODERS, "tfidf", "tfidf", weight=0)
    yield Row(TARGETS_OF, "O-C", wanted.encoder, "O-C")
    yield Row(SWITCHES_OF, "without exact", wanted.encoder, without=("exact",))
    yield Row(SWITCHES_OF, "with the order learnt", wanted.encoder, learnt=True)


def _every(wanted: Wanted) -> Iterator[Row]:
    from engine.search.preparing import Switches
    from engine.search.targets import SIEVES, TARGETS
    from engine.search.weights import TRIED

    encoders = list(dict.fromkeys(["tfidf", "vectors", wanted.encoder, *wanted.against]))
    last = encoders[-1]
    for id in encoders:
        for search in (BASE, ONTOLOGY):
            weight = 0.0 if id == "tfidf" else 0.5
            yield Row(ENCODERS, f"{id}, {search}", id, search, weight)
            yield Row(ENCODERS, f"{id}, {search}, order learnt", id, search, weight, learnt=True)
    for search in (*TARGETS, *SIEVES):
        yield Row(TARGETS_OF, search, last, search)
    switches = [name for name in Switches().to_dict() if name != ORDER]
    yield Row(SWITCHES_OF, "all", last)
    for name in switches:
        yield Row(SWITCHES_OF, f"without {name}", last, without=(name,))
    yield Row(SWITCHES_OF, "without any", last, without=tuple(switches))
    yield Row(SWITCHES_OF, "with the order learnt", last, learnt=True)
    for weight in TRIED:
        yield Row(WEIGHTS, f"{weight:g}", last, weight=weight)
