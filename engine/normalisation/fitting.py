"""Normalisers fitted on train and dev and measured on test: the weight, the curve and the threshold come from dev."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.formats.mentions.corpora import Corpus, Splits
from engine.models.protocol import Encode
from engine.normalisation.as_annotated import as_annotated
from engine.normalisation.candidate_names import SearchableMention, SearchPool
from engine.normalisation.confidence import NEVER, SieveCalibration, best_threshold, calibrated
from engine.normalisation.dictionary import JOIN, Dictionary
from engine.normalisation.judged import JudgedAnswers, judged
from engine.normalisation.normaliser import Normaliser, Options
from engine.normalisation.preprocessing import Preparer, Switches
from engine.normalisation.request import TRIED, USUAL
from engine.normalisation.reranker import Reranker, deal, learn_reranker
from engine.normalisation.similarity import space_of
from engine.text.local_abbreviations import written_out
from store.records.mention import Mention

HELD_OUT, SEED = 1_000, 0  # synonyms that a calibration is made of, and the draw of them
PARTS = 3  # of the annotated documents, each searched without itself
RightInList = tuple[np.ndarray, int]  # features [candidates, features] of a text, and the place of the right one


@dataclass(frozen=True)
class System:
    """What is measured: an encoder (None: TF-IDF alone) with the weight of TF-IDF (None: chosen on dev).

    `reranker_encode`: the encoder to learn the reranker with, where the one that searches may not (`reranker_encoder`).
    `known`: switches -> the keys of names met before with them (`ExactMatcher`): the same names come again and again.
    """

    encode: Encode | None
    weight: float | None
    options: Options
    reranker_encode: Encode | None = None
    known: dict[Switches, dict[str, list[str]]] = field(default_factory=dict)


@dataclass(frozen=True)
class FittedOrder:
    """The weight that dev chose, its accuracies and calibration (None without dev); the reranker of train and dev."""

    weight: float
    tried: dict[float, float]
    calibration: SieveCalibration | None
    reranker: Reranker | None = None


def fitted(system: System, dictionary: Dictionary, splits: Splits) -> FittedOrder:
    """Choose on dev, with train as the data and the order that train teaches; test is not looked at.

    Once it has chosen, dev teaches the order as well, each of its mentions searched with train as the data.
    """
    lists = taught_by(system, dictionary, splits.train.mentions)
    reranker = learn_reranker(lists)
    if splits.dev is None:
        return FittedOrder(system.weight or 0.0, {}, None, reranker)
    pool = SearchPool(dictionary, annotations_of(splits.train.mentions, dictionary, system.options))
    chosen = system.weight is not None or system.encode is None
    weights = (system.weight or 0.0,) if chosen else TRIED
    normaliser = _normaliser(system, pool, max(weights), reranker=reranker)
    tried: dict[float, float] = {}
    results: dict[float, JudgedAnswers] = {}
    for weight in weights:
        normaliser.weigh(weight)
        results[weight] = judged(list(normaliser.answers(splits.dev.mentions)), dictionary)
        tried[weight] = float(results[weight].right.mean())
    best = max(tried, key=lambda weight: (tried[weight], -abs(weight - USUAL)))  # the order was learnt with the usual
    normaliser.weigh(best)
    curve = calibration(normaliser, results[best], splits.dev)
    if lists:
        reranker = learn_reranker([*lists, *_lists(_teacher(system), pool, splits.dev.mentions)])
    return FittedOrder(best, tried, curve, reranker)


def calibration(normaliser: Normaliser, result: JudgedAnswers, dev: Corpus) -> SieveCalibration:
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
    system: System, fit: FittedOrder, dictionary: Dictionary, splits: Splits, nothing_below: bool = False
) -> JudgedAnswers:
    """The answers to the test mentions, with train and dev as the data.

    With `nothing_below`, scores below the threshold that dev chose are no answer.
    """
    pool = SearchPool(dictionary, annotations_of(splits.searchable, dictionary, system.options))
    curve = fit.calibration
    if curve is not None and not nothing_below:
        curve = replace(curve, threshold=NEVER)
    normaliser = _normaliser(system, pool, fit.weight, curve, fit.reranker)
    answers = list(normaliser.answers(splits.test.mentions))
    return judged(answers, dictionary, as_annotated(normaliser, answers, dictionary))


def annotations_of(mentions: Sequence[Mention], dictionary: Dictionary, options: Options) -> list[SearchableMention]:
    """The concept of each mention's text and, where that has an abbreviation, of what it is short for.

    None when the search does not reach the data.
    """
    if "D" not in options.search.origins:
        return []
    found = []
    for mention, whole in written_out(mentions):
        concept = JOIN.join(sorted(dictionary.gold(mention)))
        found.append(SearchableMention(mention.text, concept, mention.context))
        if options.switches.abbreviations and whole != mention.text:
            found.append(SearchableMention(whole, concept, mention.context))
    return found


def taught_by(system: System, dictionary: Dictionary, mentions: Sequence[Mention]) -> list[RightInList]:
    """The lists of candidates from which annotated mentions teach a reranker; none where it is switched off.

    Each third of the documents is searched with the other two as the data, so that no mention finds itself.
    """
    if not system.options.switches.order_learnt or not mentions:
        return []
    parts = PARTS if "D" in system.options.search.origins else 1
    part = deal([mention.document for mention in mentions], parts)
    found: list[RightInList] = []
    for at in range(parts):
        others = [mention for mention, own in zip(mentions, part, strict=True) if own != at]
        pool = SearchPool(dictionary, annotations_of(others, dictionary, system.options))
        own = [mention for mention, own in zip(mentions, part, strict=True) if own == at]
        found += _lists(_teacher(system), pool, own)
    return found


def _teacher(system: System) -> System:
    """The system with the encoder that a reranker may be learnt with."""
    return system if system.reranker_encode is None else replace(system, encode=system.reranker_encode)


def _lists(system: System, pool: SearchPool, mentions: Sequence[Mention]) -> Iterator[RightInList]:
    """Features and the right place for each text of a document that is no exact match and has its concept listed."""
    normaliser = _normaliser(system, pool, USUAL if system.weight is None else system.weight)
    seen: set[tuple[str, str]] = set()
    for mention, choice in zip(mentions, normaliser.lists(mentions), strict=True):
        right, *more = pool.dictionary.gold(mention)
        if choice is None or more or right not in choice.concepts or (mention.document, choice.text) in seen:
            continue
        seen.add((mention.document, choice.text))
        yield choice.features, choice.concepts.index(right)


def _normaliser(
    system: System,
    pool: SearchPool,
    weight: float,
    calibration: SieveCalibration | None = None,
    reranker: Reranker | None = None,
) -> Normaliser:
    switches = system.options.switches
    preparer = Preparer(pool, system.options.search.origins, switches, system.known.setdefault(switches, {}))
    return Normaliser(
        pool, space_of(system.encode, pool.texts, weight), preparer, system.options, calibration, reranker
    )


def calibration_from_synonyms(
    dictionary: Dictionary,
    data: Sequence[SearchableMention | tuple[str, str]],
    encode: Encode | None,
    weight: float,
    options: Options,
    known: dict[str, list[str]] | None = None,
) -> SieveCalibration | None:
    """The curve of up to a thousand synonyms, drawn and searched for without them; None when there are none.

    `known`: keys of names met before (`ExactMatcher`), with the same switches.

    They are like a terminology's own names, so mentions in running text are right less often than this says.
    """
    synonyms = [(concept, text) for concept, texts in dictionary.names.items() for text in texts[1:]]
    if not synonyms:
        return None
    drawn = np.random.default_rng(SEED).permutation(len(synonyms))[:HELD_OUT]
    out = {synonyms[place] for place in drawn}
    names = {
        concept: [text for text in texts if (concept, text) not in out] for concept, texts in dictionary.names.items()
    }
    system = System(encode, weight, options, known={options.switches: {} if known is None else known})
    normaliser = _normaliser(system, SearchPool(replace(dictionary, names=names), data), weight)
    queries = [synonyms[place] for place in sorted(drawn)]
    scored = [
        (answer.parts[0].sieve, answer.parts[0].candidates[0].score, answer.concepts == (concept,))
        for answer, (concept, _) in zip(normaliser.answers(Mention(text) for _, text in queries), queries, strict=True)
        if answer.parts and answer.parts[0].candidates
    ]
    if not scored:
        return None
    sieves, scores, right = zip(*scored, strict=True)
    return calibrated(sieves, scores, right)
