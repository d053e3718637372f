"""The settings of training and of compacting vectors."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadInput
from engine.settings import Settings, setting

FEWEST_BUCKETS = 20_000  # with fewer, training on few threads has ended in values that are not numbers


@dataclass(frozen=True)
class VectorSettings(Settings):
    """How fastText is trained (Bojanowski et al. 2017); the defaults are those of the shipped vectors."""

    title = "training vectors"

    model: str = setting(
        "skipgram",
        "Model",
        "Skip-gram predicts the words around a word; CBOW the word from those around it.",
        choices=("skipgram", "cbow"),
    )
    dim: int = setting(300, "Dimensions", "Numbers in a vector.", 2, 1000)
    epochs: int = setting(6, "Epochs", "How often the corpus is read.", 1, 100)
    window: int = setting(6, "Window", "Words to each side that count as context.", 1, 30)
    min_count: int = setting(3, "Fewest occurrences", "Rarer words get a vector from subwords only.", 1, 1000)
    shortest: int = setting(3, "Shortest subword", "Characters.", 1, 10)
    longest: int = setting(6, "Longest subword", "Characters; 0 trains without subwords.", 0, 10)
    buckets: int = setting(150_000, "Subword rows", "Rows that all subwords share.", FEWEST_BUCKETS, 4_000_000)
    learning_rate: float = setting(0.05, "Learning rate", "At the start; it falls to zero.", 0.001, 1.0)
    negatives: int = setting(5, "Negatives", "Random words set against each true one.", 1, 50)
    sample: float = setting(1e-4, "Sampling of frequent words", "Smaller leaves out more of them.", 1e-7, 1.0)
    term_repeats: int = setting(1, "Weight of the terms", "How often each terminology line is in the text.", 0, 50)
    threads: int = setting(
        2, "Threads", "With one, a seed always gives the same vectors, but fastText tells no progress.", 1, 64
    )
    seed: int = setting(1, "Seed", "Of the order of the lines and of the first values.", 0, 2**31 - 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if 0 < self.longest < self.shortest:
            raise BadInput(f"{self.title}: longest ({self.longest}) must be shortest ({self.shortest}) or more, or 0.")


@dataclass(frozen=True)
class CompactSettings(Settings):
    """What a compact file keeps; the defaults are those of the shipped vectors."""

    title = "compacting vectors"

    words: int = setting(60_000, "Words", "The most frequent keep a row each, in eight bits a number.", 1, 10_000_000)
    subword_bits: int = setting(4, "Bits of a subword's numbers", "4, or 8 for twice the size.", 4, 8)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.subword_bits not in (4, 8):
            raise BadInput(f"{self.title}: subword_bits must be 4 or 8, not {self.subword_bits!r}.")
