"""The rows of the synonym-set experiments that train nothing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.evaluation import baselines
from engine.events import Event, Finished
from engine.experiments.synonyms.sets import MOST_TRAIN_QUERIES, SynonymSets, measured, measured_encoder


def baseline(sets: SynonymSets, name: str) -> Iterator[Event]:
    """A row without training, measured; Finished."""
    ways = {
        "jaccard": baselines.by_jaccard,
        "tf-idf": baselines.by_tfidf,
        "word-movers": baselines.by_word_movers(sets.encode, exact=False),
    }
    yield Finished(measured(sets, ways[name]) if name in ways else measured_encoder(sets, sets.encode))


def too_large(sets: SynonymSets, name: str) -> str:
    """Why a baseline is left out of these sets, as a sentence; empty where it is measured."""
    train, test, unseen = (len(sets.splits[split]) for split in ("train", "test", "zero-shot"))
    pairs = max(min(train, MOST_TRAIN_QUERIES) * train, test * train, unseen * unseen)
    if name != "word-movers" or pairs <= baselines.MOST_DISTANCES:
        return ""
    return f"Word mover's distance is left out: {pairs:,} pairs of names are more than {baselines.MOST_DISTANCES:,}."
