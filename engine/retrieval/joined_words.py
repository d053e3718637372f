"""The words of names with those of more names after them, without reading the first again."""

from __future__ import annotations

import numpy as np

from engine.retrieval.postings import Postings
from engine.retrieval.word_index import WordIndex
from engine.text.text_arrays import text_array


def followed_by(first: WordIndex, second: WordIndex) -> WordIndex:
    """The names of `first` and then those of `second`, as if they had been read at once.

    Both say how rare words are by one and the same index (`like` of `WordIndex.of`).
    """
    numbers = dict(first.vocabulary)
    new = [place for word, place in second.vocabulary.items() if word not in numbers]
    places = np.array([numbers.setdefault(word, len(numbers)) for word in second.vocabulary], np.int32)
    starts = np.concatenate([first.words_of.starts, first.words_of.starts[-1] + second.words_of.starts[1:]])
    rows = np.repeat(np.arange(len(second)), np.diff(second.words_of.starts))
    added = places[second.words_of.places]
    added = added[np.lexsort((added, rows))]
    words_of = Postings(starts, np.concatenate([first.words_of.places, added]))
    rows_with = words_of.inverted(len(numbers))
    keys = np.concatenate([first.keys, second.keys])
    surface = dict(first.surface)
    for word, count in second.surface.items():
        surface[word] = surface.get(word, 0) + count
    listed = sorted(surface)
    return WordIndex(
        {
            "vocabulary": text_array(numbers),
            "rarity": np.concatenate([first.rarity, second.rarity[new]]),
            "never": first.arrays["never"],
            "row_starts": words_of.starts,
            "row_words": words_of.places,
            "word_starts": rows_with.starts,
            "word_rows": rows_with.places,
            "lengths": np.concatenate([first.lengths, second.lengths]),
            "keys": keys,
            "by_key": np.argsort(keys, kind="stable").astype(np.int32),
            "surface": text_array(listed),
            "surface_counts": np.array([surface[word] for word in listed], np.int64),
        }
    )
