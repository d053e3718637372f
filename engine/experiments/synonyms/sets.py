"""The names of a terminology split by concept, and everything that CG and BNE measure on them, one number a query."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import BadInput
from engine.evaluation import tasks
from engine.evaluation.relatedness import JudgedPair, relatedness_outcome
from engine.learning.samplers import TrainingData
from engine.learning.selection import Sample, Source, names_of, numbers
from engine.learning.selection.sample import Pair as Named
from engine.text import normalise

if TYPE_CHECKING:
    from engine.evaluation.baselines import Compare
    from engine.evaluation.outcome import Outcome
    from engine.models.protocol import Encode

Measured = dict[str, Any]
MOST_TRAIN_QUERIES = 2_000  # of the training names, drawn: their figures only show how well they were fitted
MOST_COVERED = 1_000  # concepts whose names are ranked among themselves, as in BNE section 4.1
DIGITS = 6


@dataclass(frozen=True)
class SynonymSets:
    """One terminology's names, drawn and split once, as in CG section 5.1; seeds then differ in training alone.

    `encode` gives unit rows of texts under the vectors; `pairs`: relatedness set -> judged pairs. `terminology` is its
    short name, where `title` also names the part that was asked for.
    """

    title: str
    sample: Sample
    encode: Encode
    pairs: Mapping[str, Sequence[JudgedPair]]
    terminology: str = ""

    @cached_property
    def number(self) -> dict[str, int]:
        """Concept -> class number, the training concepts first."""
        return numbers(self.sample.classes, *self.splits.values())

    @property
    def splits(self) -> dict[str, list[Named]]:
        """The names by split."""
        sample = self.sample
        return {
            "train": sample.train,
            "validation": sample.validation,
            "test": sample.test,
            "zero-shot": sample.zero_shot,
        }

    def need_validation(self) -> None:
        """BadInput when no name is left to tell when training should stop."""
        train, concepts = self.sample.train, {key for _, key in self.sample.train}
        if not self.sample.validation:
            raise BadInput(
                f"“{self.title}” has {len(train):,} training names of {len(concepts):,} concepts and no "
                "validation name, so nothing can be trained on it; name a terminology with more synonyms, or take a "
                "larger share of them with --set data.validation=0.2."
            )

    @cached_property
    def texts(self) -> dict[str, list[str]]:
        """The texts of each split."""
        return {name: [text for text, _ in split] for name, split in self.splits.items()}

    @cached_property
    def classes(self) -> dict[str, np.ndarray]:
        """The concepts of each split, int [n]."""
        return {name: np.array([self.number[key] for _, key in split]) for name, split in self.splits.items()}

    @cached_property
    def data(self) -> TrainingData:
        """What training learns from and what stops it."""
        train, validation = (names_of(self.splits[name], self.number, self.encode) for name in ("train", "validation"))
        return TrainingData(train, validation, self.encode)

    @cached_property
    def vocabulary(self) -> tuple[list[str], np.ndarray]:
        """Training and zero-shot names together, and their concepts: what BM25 retrieves from."""
        both = ("train", "zero-shot")
        return [t for name in both for t in self.texts[name]], np.concatenate([self.classes[name] for name in both])

    @cached_property
    def reached(self) -> dict[str, tuple[list[np.ndarray], np.ndarray]]:
        """Of test and zero-shot names: the places of their BM25 candidates in `vocabulary`, and their own (−1: none).

        The same for every similarity, so looked up once.
        """
        from engine.evaluation.bm25 import candidates
        from engine.metrics.hits import memberships

        texts, classes = self.vocabulary
        _, members = memberships(classes[:0], classes)
        first, own = len(self.texts["train"]), {"test": np.full(len(self.texts["test"]), -1)}
        own["zero-shot"] = first + np.arange(len(self.texts["zero-shot"]))
        return {name: (candidates(self.texts[name], texts, members, own[name]), own[name]) for name in own}

    def fingerprint(self) -> str:
        """A sha256 of every split and of the judged pairs: what measurements depend on besides the encoder."""
        digest = hashlib.sha256()
        for name, split in self.splits.items():
            digest.update(name.encode() + b"\n")
            for text, key in split:
                digest.update(f"{normalise(text)}\t{key}\n".encode())
        for title, pairs in self.pairs.items():
            digest.update(title.encode() + repr([(p.first, p.second, p.score) for p in pairs]).encode())
        return digest.hexdigest()

    def about(self) -> dict[str, int]:
        """How many names and concepts each split has (the rows of CG table 2)."""
        found: dict[str, int] = {}
        for name, split in self.splits.items():
            found |= {f"{name} names": len(split), f"{name} concepts": len({key for _, key in split})}
        return found


def few_concepts(source: Source, most: int) -> Source:
    """The source with about `most` of its concepts of two names or more, drawn by hash: for a quick look."""
    wide = [code for code, texts in source.names.items() if len(texts) > 1]
    drawn = sorted(wide, key=lambda code: hashlib.sha256(code.encode()).digest())[:most]
    return replace(source, names={code: source.names[code] for code in drawn}, parents={})


def measured(sets: SynonymSets, compare: Compare) -> Measured:
    """{"tasks": {"retrieval test": {metric: [a number a query]} …}, "relatedness": {}}: every task of CG and BNE.

    Test names rank the training names, zero-shot names rank zero-shot names, drawn training names the others (CG
    5.1); zero-shot names of up to 1,000 concepts cover each other (BNE 4.1); test and zero-shot names rank their BM25
    candidates among training and zero-shot names (BNE 4.2).
    """
    from engine.metrics.similarities import MaskedSimilarity

    found: dict[str, Outcome] = {}
    texts, classes = sets.texts, sets.classes
    for name, queries, pool in (("train", "train", "train"), ("test", "test", "train"), ("zero-shot",) * 3):
        own = np.arange(len(texts[queries])) if queries == pool else np.full(len(texts[queries]), -1)
        if name == "train" and len(own) > MOST_TRAIN_QUERIES:
            own = np.sort(np.random.default_rng(0).choice(own, MOST_TRAIN_QUERIES, replace=False))
        queried = own if queries == pool else np.arange(len(own))
        if not len(queried):
            continue
        similarity = MaskedSimilarity(compare([texts[queries][i] for i in queried.tolist()], texts[pool]), own)
        found[f"retrieval {name}"] = tasks.synonym_retrieval(similarity, classes[queries][queried], classes[pool])
        found[f"mapping {name}"] = tasks.concept_mapping(similarity, classes[queries][queried], classes[pool])
    covered, of = _covered(sets)
    if len(of):
        similarity = MaskedSimilarity(compare(covered, covered), np.arange(len(of)))
        found["coverage zero-shot"] = tasks.mean_coverage(similarity, of, of, COVERAGE)
    pool_texts, pool_classes = sets.vocabulary
    for name, (places, own) in sets.reached.items():
        if len(own):
            asking = compare(texts[name], pool_texts)
            found[f"bm25 {name}"] = tasks.candidate_retrieval(asking, places, classes[name], pool_classes, own)
    return {"tasks": {name: {m: _short(n) for m, n in outcome.numbers.items()} for name, outcome in found.items()}}


COVERAGE = (1, 4, 16, 64, 256, 1_024)  # the k of BNE figure 4


def measured_encoder(sets: SynonymSets, encode: Encode) -> Measured:
    """The same of an encoder, and the cosine that it gives to each judged pair; every text is encoded once."""
    from engine.evaluation.baselines import by_encoder

    place: dict[str, int] = {}
    for texts in sets.texts.values():
        for text in texts:
            place.setdefault(text, len(place))
    rows = encode(list(place))
    found = measured(sets, by_encoder(lambda queried: rows[[place[text] for text in queried]]))
    related = {name: relatedness_outcome(pairs, encode) for name, pairs in sets.pairs.items()}
    return found | {"relatedness": {name: _short(o.numbers["spearman"]) for name, o in related.items()}}


def _covered(sets: SynonymSets) -> tuple[list[str], np.ndarray]:
    """The zero-shot names of up to MOST_COVERED drawn concepts, and their concepts."""
    classes = sets.classes["zero-shot"]
    concepts = np.unique(classes)
    if len(concepts) > MOST_COVERED:
        concepts = np.random.default_rng(0).choice(concepts, MOST_COVERED, replace=False)
    places = np.flatnonzero(np.isin(classes, concepts))
    return [sets.texts["zero-shot"][i] for i in places.tolist()], classes[places]


def _short(values: np.ndarray) -> list[float | None]:
    """Numbers as JSON, None for NaN."""
    return [None if np.isnan(value) else round(float(value), DIGITS) for value in values]
