"""The names that words learn from: those of one concept, as the words they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix

from engine.errors import BadInput
from engine.learning.selection.source import Source
from engine.text import tokenise, words

LEAST_LETTERED = 0.6  # of a name's tokens: below it stand formulas, doses and codes
FEWEST = 2  # names of a concept that can agree


@dataclass(frozen=True)
class WordNames:
    """n names of concepts with at least two: `counts` csr [n, words] of their tokens, `classes` int [n].

    `tokens` are the columns; `terminologies` [n] the short name that each name is of.
    """

    tokens: list[str]
    counts: csr_matrix
    classes: np.ndarray
    terminologies: np.ndarray

    @classmethod
    def of(cls, sources: Sequence[Source], most_words: int) -> WordNames:
        """The names of these terminologies, without held-out concepts; BadInput where fewer than two concepts have
        names to learn from."""
        numbers: dict[str, int] = {}
        members: list[int] = []
        ends, classes, slugs = [0], [], []
        concepts = 0
        for source in sources:
            for found in _of_concepts(source, most_words):
                for name in found:
                    members += [numbers.setdefault(token, len(numbers)) for token in name]
                    ends.append(len(members))
                    classes.append(concepts)
                    slugs.append(source.title)
                concepts += 1
        if concepts < FEWEST:
            raise BadInput(
                f"Words learn from concepts with several names, and {concepts or 'none'} is here; name a terminology "
                "with synonyms."
            )
        counts = csr_matrix((np.ones(len(members), np.float32), members, ends), (len(classes), len(numbers)))
        return cls(list(numbers), counts, np.array(classes), np.array(slugs))

    def groups(self, names: int, rng: np.random.Generator) -> list[np.ndarray]:
        """The names dealt into groups of one concept, two to `names` each, in random order; some are left over."""
        shuffled = rng.permutation(len(self.classes))
        ordered = shuffled[np.argsort(self.classes[shuffled], kind="stable")]
        own = np.split(ordered, np.flatnonzero(np.diff(self.classes[ordered])) + 1)
        dealt = [part[start : start + names] for part in own for start in range(0, len(part), names)]
        dealt = [group for group in dealt if len(group) >= FEWEST]
        return [dealt[place] for place in rng.permutation(len(dealt))]


def _of_concepts(source: Source, most_words: int) -> Iterator[list[list[str]]]:
    """The tokens of the names of each concept that has two or more that differ in their words."""
    for code, texts in sorted(source.names.items()):
        if code in source.held_out:
            continue
        different: dict[tuple[str, ...], list[str]] = {}
        for text in texts:
            tokens = tokenise(text)
            lettered = sum(token[0].isalpha() for token in tokens)
            if 0 < len(tokens) <= most_words and lettered >= LEAST_LETTERED * len(tokens):
                different.setdefault(tuple(sorted(words(text))), tokens)  # an inversion says nothing more
        if len(different) >= FEWEST:
            yield list(different.values())
