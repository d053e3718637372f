"""The settings of training and of compacting vectors; each field's metadata draws its line in a form."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from engine.errors import BadInput

FEWEST_BUCKETS = 20_000


def _setting(
    default: Any, label: str, help: str, low: float | None = None, high: float | None = None, **more: Any
) -> Any:
    bounds = None if low is None else (low, high)
    return field(default=default, metadata={"label": label, "help": help, "bounds": bounds, **more})


def _check(settings: Any) -> None:
    for entry in fields(settings):
        value, bounds = getattr(settings, entry.name), entry.metadata["bounds"]
        choices = entry.metadata.get("choices")
        if choices and value not in choices:
            raise BadInput(f"{entry.metadata['label']} is {value!r}; choose one of {', '.join(map(str, choices))}.")
        if bounds and not bounds[0] <= value <= bounds[1]:
            raise BadInput(f"{entry.metadata['label']} is {value}; choose from {bounds[0]} to {bounds[1]}.")


@dataclass(frozen=True)
class VectorSettings:
    """How fastText is trained (Bojanowski et al. 2017); the defaults are those of the shipped vectors."""

    model: str = _setting(
        "skipgram", "Model", "Skip-gram predicts the words around a word; CBOW the word from those around it.",
        choices=("skipgram", "cbow"),
    )  # fmt: skip
    dim: int = _setting(300, "Dimensions", "Numbers in a vector.", 2, 1000)
    epochs: int = _setting(6, "Epochs", "How often the corpus is read.", 1, 100)
    window: int = _setting(6, "Window", "Words to each side that count as context.", 1, 30)
    min_count: int = _setting(3, "Fewest occurrences", "Rarer words get a vector from subwords only.", 1, 1000)
    shortest: int = _setting(3, "Shortest subword", "Characters.", 1, 10)
    longest: int = _setting(6, "Longest subword", "Characters; 0 trains without subwords.", 0, 10)
    buckets: int = _setting(
        150_000, "Subword rows", "Rows that all subwords share.", FEWEST_BUCKETS, 4_000_000
    )
    learning_rate: float = _setting(0.05, "Learning rate", "At the start; it falls to zero.", 0.001, 1.0)
    negatives: int = _setting(5, "Negatives", "Random words set against each true one.", 1, 50)
    sample: float = _setting(1e-4, "Sampling of frequent words", "Smaller leaves out more of them.", 1e-7, 1.0)
    term_repeats: int = _setting(1, "Weight of the terms", "How often each terminology line is in the text.", 0, 50)
    threads: int = _setting(
        2, "Threads", "With one, a seed always gives the same vectors, but fastText tells no progress.", 1, 64
    )
    seed: int = _setting(1, "Seed", "Of the order of the lines and of the first values.", 0, 2**31 - 1)

    def __post_init__(self) -> None:
        _check(self)
        if 0 < self.longest < self.shortest:
            raise BadInput(f"The longest subword ({self.longest}) is shorter than the shortest ({self.shortest}).")


@dataclass(frozen=True)
class CompactSettings:
    """What a compact file keeps; the defaults are those of the shipped vectors."""

    words: int = _setting(
        60_000, "Words", "The most frequent ones keep a row each, in eight-bit numbers.", 1, 10_000_000
    )
    subword_bits: int = _setting(
        4, "Bits of a subword row", "Rounding averages out over a word's subwords.", choices=(4, 8)
    )

    def __post_init__(self) -> None:
        _check(self)
