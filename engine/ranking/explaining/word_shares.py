"""What each word of two texts carries of their cosine under an encoder."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, pairwise
from math import comb

import numpy as np

from engine.models.open import learnt_words
from engine.models.protocol import NameEncoder
from engine.ranking.explaining.records import WordLikeness, WordShare
from engine.text import normalise, tokenise
from engine.vectors.averaging import WordAverage

ALL_SUBSETS = 7  # words up to which every way of leaving some out is tried
ORDERS = 16  # in which the words of a longer text are put together, each forwards and backwards
AROUND = ",;:.()[]"  # signs that are not shown with a word
TOGETHER = 64  # texts that an encoder gets at once: more may be read at a lower precision


def word_likeness(encoder: NameEncoder, query: str, name: str) -> WordLikeness:
    """The cosine of two texts and the share of each word of either; the shares of a text add up to the cosine.

    Words are what stands between spaces. Exact for an encoder that takes the mean of words' vectors.
    """
    left, right = normalise(query).split(), normalise(name).split()
    rows = encoder.encode([" ".join(left), " ".join(right)]).astype(np.float64)
    cosine = float(rows[0] @ rows[1])
    mean = isinstance(encoder, WordAverage) and type(encoder).encode is WordAverage.encode
    if isinstance(encoder, WordAverage) and mean:
        shares = _of_means(encoder, left, right)
    else:
        shares = _of_subsets(encoder, left, rows[1]), _of_subsets(encoder, right, rows[0])
    known = learnt_words(encoder)
    return WordLikeness(
        query,
        name,
        cosine,
        _word_shares(encoder, left, shares[0], rows[1], known),
        _word_shares(encoder, right, shares[1], rows[0], known),
        mean,
    )


def _word_shares(
    encoder: NameEncoder, words: Sequence[str], shares: np.ndarray, other: np.ndarray, known: frozenset[str] | None
) -> tuple[WordShare, ...]:
    texts = [" ".join([*words[:place], *words[place + 1 :]]) for place in range(len(words))]
    without = _cosines(encoder, texts, other)
    return tuple(
        WordShare(word.strip(AROUND) or word, float(share), float(left), known is not None and not _known(word, known))
        for word, share, left in zip(words, shares, without, strict=True)
    )


def _known(word: str, known: frozenset[str]) -> bool:
    return all(token in known for token in tokenise(word) if token[0].isalnum())


def _of_means(encoder: WordAverage, left: Sequence[str], right: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """The shares of the words of two texts whose rows are sums of their words' vectors over their lengths."""
    parts = [_sums(encoder, words) for words in (left, right)]
    wholes = [part.sum(axis=0) for part in parts]
    lengths = [float(np.linalg.norm(whole)) for whole in wholes]
    if not all(lengths):
        return np.zeros(len(left)), np.zeros(len(right))
    over = lengths[0] * lengths[1]
    return parts[0] @ wholes[1] / over, parts[1] @ wholes[0] / over


def _sums(encoder: WordAverage, words: Sequence[str]) -> np.ndarray:
    """The sum of the vectors of each word's tokens, float64 [words, dim]; zeros where no word of them has any."""
    tokens = [tokenise(word) for word in words]
    flat = list(chain.from_iterable(tokens))
    rows, known = encoder.rows(flat)
    says = any(one and token[0].isalnum() for one, token in zip(known, flat, strict=True))
    ends = np.cumsum([0, *map(len, tokens)])
    sums = [rows[start:end].astype(np.float64).sum(axis=0) for start, end in pairwise(ends)]
    return np.array(sums) * says if sums else np.zeros((0, encoder.dim))


def _of_subsets(encoder: NameEncoder, words: Sequence[str], other: np.ndarray) -> np.ndarray:
    """The Shapley value of each word: its mean effect on the cosine over the orders of putting words together."""
    count = len(words)
    orders = _weights(count) if count <= ALL_SUBSETS else _sampled(count)
    subsets = list(dict.fromkeys(subset for _, before, weight in orders for subset in (before[0], before[1])))
    texts = [" ".join(words[place] for place in subset) for subset in subsets]
    value = dict(zip(subsets, _cosines(encoder, texts, other).tolist(), strict=True))
    shares = np.zeros(count)
    for place, (without, with_it), weight in orders:
        shares[place] += weight * (value[with_it] - value[without])
    return shares


Step = tuple[int, tuple[tuple[int, ...], tuple[int, ...]], float]  # a word, the words without and with it, the weight


def _weights(count: int) -> list[Step]:
    """Every step from a subset to one with a word more, weighed by how many orders of all words take it."""
    steps: list[Step] = []
    for place in range(count):
        others = [one for one in range(count) if one != place]
        for size in range(count):
            weight = 1 / (count * comb(count - 1, size))
            steps += [(place, (some, tuple(sorted((*some, place)))), weight) for some in combinations(others, size)]
    return steps


def _sampled(count: int) -> list[Step]:
    """The steps of ORDERS random orders, always the same, each forwards and backwards."""
    generator = np.random.default_rng(0)
    steps: list[Step] = []
    for _ in range(ORDERS):
        order = generator.permutation(count).tolist()
        for one in (order, order[::-1]):
            for at, place in enumerate(one):
                before = tuple(sorted(one[:at]))
                steps.append((place, (before, tuple(sorted(one[: at + 1]))), 1 / (2 * ORDERS)))
    return steps


def _cosines(encoder: NameEncoder, texts: Sequence[str], other: np.ndarray) -> np.ndarray:
    """The cosine of each text with a unit row, float64 [texts]; 0 for a text without a word."""
    found = np.zeros(len(texts))
    places = [place for place, text in enumerate(texts) if text]
    for start in range(0, len(places), TOGETHER):
        some = places[start : start + TOGETHER]
        found[some] = encoder.encode([texts[place] for place in some]).astype(np.float64) @ other
    return found
