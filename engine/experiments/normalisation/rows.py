"""The rows of normalisation's ablation: what is changed in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from engine.experiments.options import ExperimentOptions

ORDER = "order_learnt"
BASE, ONTOLOGY = "D-T+OD-T", "O-T"
ENCODERS, TARGETS_OF, SWITCHES_OF, WEIGHTS = (
    "Encoders",
    "Search targets and sieves",
    "Pre-processing",
    "Weight of TF-IDF",
)


@dataclass(frozen=True)
class SystemRow:
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


def rows_of(options: ExperimentOptions) -> list[SystemRow]:
    """Every row; of several that ask for the same, the later ones find it measured. `only` names groups."""
    rows = list(_quick(options) if options.quick else _every(options))
    return [row for row in rows if not options.only or row.group in options.only]


def _quick(options: ExperimentOptions) -> Iterator[SystemRow]:
    yield SystemRow(ENCODERS, options.encoder, options.encoder)
    yield SystemRow(ENCODERS, "tfidf", "tfidf", weight=0)
    yield SystemRow(TARGETS_OF, "O-C", options.encoder, "O-C")
    yield SystemRow(SWITCHES_OF, "without exact", options.encoder, without=("exact",))
    yield SystemRow(SWITCHES_OF, "with the order learnt", options.encoder, learnt=True)


def _every(options: ExperimentOptions) -> Iterator[SystemRow]:
    from engine.normalisation.preprocessing import Switches
    from engine.normalisation.request import TARGETS, TARGETS_IN_TURN, TRIED

    encoders = list(dict.fromkeys(["tfidf", "vectors", options.encoder, *options.against]))
    last = encoders[-1]
    for id in encoders:
        for search in (BASE, ONTOLOGY):
            weight = 0.0 if id == "tfidf" else 0.5
            yield SystemRow(ENCODERS, f"{id}, {search}", id, search, weight)
            yield SystemRow(ENCODERS, f"{id}, {search}, order learnt", id, search, weight, learnt=True)
    for search in (*TARGETS, *TARGETS_IN_TURN):
        yield SystemRow(TARGETS_OF, search, last, search)
    switches = [name for name in Switches().to_dict() if name != ORDER]
    yield SystemRow(SWITCHES_OF, "all", last)
    for name in switches:
        yield SystemRow(SWITCHES_OF, f"without {name}", last, without=(name,))
    yield SystemRow(SWITCHES_OF, "without any", last, without=tuple(switches))
    yield SystemRow(SWITCHES_OF, "with the order learnt", last, learnt=True)
    for weight in TRIED:
        yield SystemRow(WEIGHTS, f"{weight:g}", last, weight=weight)
