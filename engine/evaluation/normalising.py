"""Normalisers fitted on train and dev and measured on test: the weight, the curve and the threshold come from dev."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.evaluation.normalisation import Judged, judged
from engine.mentions import Mention
from engine.mentions.abbreviations import written_out
from engine.mentions.corpora import Corpus, Splits
from engine.normaliser import Normaliser, Options
from engine.search.calibration import NEVER, Calibration, best_threshold, calibrated
from engine.search.dictionary import JOIN, Dictionary
from engine.search.order import Order, deal, learnt
from engine.search.pool import Pool, Said
from engine.search.preparing import Preparer, Switches
from engine.search.spaces import DenseSpace, Encode, HybridSpace, LexicalSpace, Space
from engine.search.weights import TRIED, USUAL
from engine.vectors.lexical import CharacterTfidf

PARTS = 3  # of the annotated documents, each searched without itself


@dataclass(frozen=True)
class System:
    """What is measured: an encoder (None: TF-IDF alone) with the weight of TF-IDF (None: chosen on dev).

    `teacher`: the encoder that the order is learnt with, where the one that searches may not (`engine.teaching`).
    `known`: switches -> the keys of names met before with them (`Exact`): the same names are searched again and again.
    """

    encode: Encode | None
    weight: float | None
    options: Options
    teacher: Encode | None = None
    known: dict[Switches, dict[str, list[str]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Fitted:
    """What dev chose, the weight with its accuracies and the calibration (None without dev); the order train taught."""

    weight: float
    tried: dict[float, float]
    calibration: Calibration | None
    order: Order | None = None


def fitted(system: System, dictionary: Dictionary, splits: Splits) -> Fitted:
    """Choose on dev, with train as the data; test is not looked at."""
    order = order_from(system, dictionary, splits.train.mentions)
    if splits.dev is None:
        return Fitted(system.weight or 0.0, {}, None, order)
    pool = Pool(dictionary, said(splits.train.mentions, dictionary, system.options))
    chosen = system.weight is not None or system.encode is None
    weights = (system.weight or 0.0,) if chosen else TRIED
    normaliser = _normaliser(system, pool, max(weights), order=order)
    tried: dict[float, float] = {}
    results: dict[float, Judged] = {}
    for weight in weights:
        normaliser.weigh(weight)
        results[weight] = judged(list(normaliser.answers(splits.dev.mentions)), dictionary)
        tried[weight] = float(results[weight].right.mean())
    best = max(tried, key=lambda weight: (tried[weight], -abs(weight - USUAL)))  # the order was learnt with the usual
    normaliser.weigh(best)
    return Fitted(best, tried, calibration(normaliser, results[best], splits.dev), order)


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
    normaliser = _normaliser(system, pool, fit.weight, curve, fit.order)
    return judged(list(normaliser.answers(splits.test.mentions)), dictionary)


def said(mentions: Sequence[Mention], dictionary: Dictionary, options: Options) -> list[Said]:
    """What the data says: of what stood there and, where that was an abbreviation, of what it is short for.

    Nothing when the search does not reach the data.
    """
    if "D" not in options.search.origins:
        return []
    found = []
    for mention, whole in written_out(mentions):
        concept = JOIN.join(sorted(dictionary.gold(mention)))
        found.append(Said(mention.text, concept, mention.context))
        if options.switches.abbreviations and whole != mention.text:
            found.append(Said(whole, concept, mention.context))
    return found


def order_from(system: System, dictionary: Dictionary, mentions: Sequence[Mention]) -> Order | None:
    """The order of candidates that annotated mentions teach; None where they are few, or where it is switched off.

    Each third of the documents is searched with the other two as the data, so that no mention finds itself.
    """
    if not system.options.switches.order_learnt or not mentions:
        return None
    parts = PARTS if "D" in system.options.search.origins else 1
    part = deal([mention.document for mention in mentions], parts)
    if system.teacher is not None:
        system = replace(system, encode=system.teacher)
    return learnt(
        one
        for at in range(parts)
        for one in _lists(
            system,
            Pool(
                dictionary,
                said([m for m, own in zip(mentions, part, strict=True) if own != at], dictionary, system.options),
            ),
            [mention for mention, own in zip(mentions, part, strict=True) if own == at],
        )
    )


def _lists(system: System, pool: Pool, mentions: Sequence[Mention]) -> Iterator[tuple[np.ndarray, int]]:
    """Evidence and the right place for each text of a document that is no exact match and has its concept listed."""
    normaliser = _normaliser(system, pool, USUAL if system.weight is None else system.weight)
    seen: set[tuple[str, str]] = set()
    for mention, choice in zip(mentions, normaliser.lists(mentions), strict=True):
        right, *more = pool.dictionary.gold(mention)
        if choice is None or more or right not in choice.concepts or (mention.document, choice.text) in seen:
            continue
        seen.add((mention.document, choice.text))
        yield choice.evidence, choice.concepts.index(right)


def _normaliser(
    system: System, pool: Pool, weight: float, calibration: Calibration | None = None, order: Order | None = None
) -> Normaliser:
    switches = system.options.switches
    preparer = Preparer(pool, system.options.search.origins, switches, system.known.setdefault(switches, {}))
    return Normaliser(pool, space(system.encode, pool, weight), preparer, system.options, calibration, order)


def space(encode: Encode | None, pool: Pool, weight: float) -> Space:
    """The hybrid space of an encoder and TF-IDF over the pool's texts, or one of the two alone."""
    if encode is None:
        return LexicalSpace(CharacterTfidf(pool.texts))
    dense = DenseSpace(encode)
    return HybridSpace(dense, LexicalSpace(CharacterTfidf(pool.texts)), weight) if weight else dense
