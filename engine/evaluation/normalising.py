"""Normalisers fitted on train and dev and measured on test: the weight, the curve and the threshold come from dev."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.evaluation.normalisation import Judged, judged
from engine.mentions import Mention
from engine.mentions.abbreviations import expanded, local_abbreviations
from engine.mentions.corpora import Corpus, Splits
from engine.normaliser import Normaliser, Options
from engine.search.calibration import NEVER, Calibration, best_threshold, calibrated
from engine.search.dictionary import JOIN, Dictionary
from engine.search.pool import Pool
from engine.search.preparing import Preparer
from engine.search.spaces import DenseSpace, Encode, HybridSpace, LexicalSpace, Space
from engine.vectors.lexical import CharacterTfidf

WEIGHTS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)  # of TF-IDF, tried on dev


@dataclass(frozen=True)
class System:
    """What is measured: an encoder (None: TF-IDF alone) with the weight of TF-IDF (None: chosen on dev)."""

    encode: Encode | None
    weight: float | None
    options: Options


@dataclass(frozen=True)
class Fitted:
    """What dev chose: the weight with its accuracies on dev, and the calibration (None without dev)."""

    weight: float
    tried: dict[float, float]
    calibration: Calibration | None


def fitted(system: System, dictionary: Dictionary, splits: Splits) -> Fitted:
    """Choose on dev, with train as the data; test is not looked at."""
    if splits.dev is None:
        return Fitted(system.weight or 0.0, {}, None)
    pool = Pool(dictionary, said(splits.train.mentions, dictionary, system.options))
    chosen = system.weight is not None or system.encode is None
    weights = (system.weight or 0.0,) if chosen else WEIGHTS
    normaliser = _normaliser(system, pool, max(weights))
    tried: dict[float, float] = {}
    results: dict[float, Judged] = {}
    for weight in weights:
        normaliser.weigh(weight)
        results[weight] = judged(list(normaliser.answers(splits.dev.mentions)), dictionary)
        tried[weight] = float(results[weight].right.mean())
    best = max(tried, key=lambda weight: (tried[weight], -weight))
    normaliser.weigh(best)
    return Fitted(best, tried, calibration(normaliser, results[best], splits.dev))


def calibration(normaliser: Normaliser, result: Judged, dev: Corpus) -> Calibration:
    """The curves and the threshold from dev's answers; the score of an answer is that of its first part."""
    scored = [
        (answer.parts[0].sieve, answer.parts[0].candidates[0].score, bool(right))
        for answer, right in zip(result.answers, result.right, strict=True)
        if answer.parts and answer.parts[0].candidates
    ]
    sieves, scores, right = zip(*scored, strict=True) if scored else ((), (), ())
    nothing = [
        answer.parts[0].candidates[0].score if answer.parts and answer.parts[0].candidates else -1.0
        for answer in normaliser.answers(dev.without_id)
    ]
    return calibrated(sieves, scores, right, best_threshold(scores, right, nothing))


def measured(
    system: System, fit: Fitted, dictionary: Dictionary, splits: Splits, nothing_below: bool = False
) -> Judged:
    """The answers to the test mentions, with train and dev as the data.

    With `nothing_below`, scores below the threshold that dev chose are no answer.
    """
    pool = Pool(dictionary, said(splits.searchable, dictionary, system.options))
    curve = fit.calibration
    if curve is not None and not nothing_below:
        curve = replace(curve, threshold=NEVER)
    normaliser = _normaliser(system, pool, fit.weight, curve)
    return judged(list(normaliser.answers(splits.test.mentions)), dictionary)


def said(mentions: Sequence[Mention], dictionary: Dictionary, options: Options) -> list[tuple[str, str]]:
    """Texts and concepts of the data: what stood there and, where that was an abbreviation, what it is short for.

    Nothing when the search does not reach the data.
    """
    if "D" not in options.search.origins:
        return []
    found = []
    local = lru_cache(1)(local_abbreviations)  # mentions of a document follow each other
    for mention in mentions:
        concept = JOIN.join(sorted(dictionary.gold(mention)))
        found.append((mention.text, concept))
        if options.switches.abbreviations and mention.context:
            whole = expanded(mention.text, local(mention.context))
            if whole != mention.text:
                found.append((whole, concept))
    return found


def _normaliser(system: System, pool: Pool, weight: float, calibration: Calibration | None = None) -> Normaliser:
    preparer = Preparer(pool, system.options.search.origins, system.options.switches)
    return Normaliser(pool, space(system.encode, pool, weight), preparer, system.options, calibration)


def space(encode: Encode | None, pool: Pool, weight: float) -> Space:
    """The hybrid space of an encoder and TF-IDF over the pool's texts, or one of the two alone."""
    if encode is None:
        return LexicalSpace(CharacterTfidf(pool.texts))
    dense = DenseSpace(encode)
    return HybridSpace(dense, LexicalSpace(CharacterTfidf(pool.texts)), weight) if weight else dense
