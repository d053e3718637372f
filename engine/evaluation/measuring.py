"""Encoders and baselines on one task over a terminology of the workspace, side by side with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.evaluation import baselines, held_out, tasks
from engine.evaluation.baselines import MOST_DISTANCES, Compare
from engine.evaluation.bm25 import candidates
from engine.evaluation.held_out import MOST_QUERIES, HeldOutNames
from engine.evaluation.outcome import TASKS, Outcome
from engine.evaluation.pairwise import pairwise_outcome
from engine.evaluation.relatedness import JudgedPair, relatedness_outcome
from engine.metrics.similarities import MaskedSimilarity, Similarity
from engine.models.open import VECTORS, open_encoder
from engine.models.protocol import Encode
from engine.retrieval.indexes import Indexes, from_index
from engine.retrieval.row_texts import rows_of_texts
from engine.workspace import Workspace
from store.records.terminology import Terminology

HELD_OUT = ("retrieval", "mapping", "coverage", "bm25")
LEVELS = ("levels", "hypernyms")
PAIRWISE = {"jaccard": "Jaccard", "tfidf": "TF-IDF", "word-movers": "word mover's"}


@dataclass(frozen=True)
class MeasurementRequest:
    """Which encoders, with or without the baselines, on at most how many queries, drawn with which seed."""

    encoders: Sequence[str]
    baselines: bool = False
    most: int = MOST_QUERIES
    seed: int = 0


@dataclass(frozen=True)
class MeasuredOutcomes:
    """The outcome of each encoder or baseline, facts about the queries, and what was left out and why."""

    outcomes: dict[str, Outcome]
    facts: dict[str, Any] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def report(self, draws: int, seed: int) -> dict[str, Any]:
        """{"task", …facts, "rows": one an encoder, "differences": the first encoder less each other, "left_out"}."""
        first, *others = self.outcomes
        rows = []
        for name, outcome in self.outcomes.items():
            row = {"encoder": name, **outcome.to_dict()}
            for metric, found in outcome.intervals(draws, seed).items():
                row |= {f"{metric} low": found["low"], f"{metric} high": found["high"]}
            rows.append(row)
        differences = [
            {"metric": metric, "first": first, "second": other, **found}
            for other in others
            for metric, found in tasks.compared(self.outcomes[first], self.outcomes[other], draws, seed).items()
        ]
        title = TASKS[self.outcomes[first].task].title
        return {"task": title, **self.facts, "rows": rows, "differences": differences, "left_out": self.left_out}


def measure_held_out(
    workspace: Workspace, indexes: Indexes, task: str, terminology: Terminology, request: MeasurementRequest
) -> MeasuredOutcomes:
    """Synonym tasks on the held-out concepts of a terminology; the query's own text is masked.

    BadInput when no held-out concept of the terminology has two names.
    """
    draw = held_out.among_held_out if task == "coverage" else held_out.held_out_names
    names = draw(workspace, terminology, request.most, request.seed)
    if not len(names.own):
        raise BadInput(
            f"“{terminology.slug}” has no held-out concept with two exact names to measure on; "
            "choose another terminology."
        )
    place = rows_of_texts(workspace, terminology)

    def encode_of(id: str) -> Encode:
        return from_index(open_encoder(workspace, id), indexes, terminology, place)

    compares, left_out = _compares(request, encode_of, len(names.own) * len(names.texts), exact=task == "bm25")
    if request.baselines:
        texts, concepts = held_out.trained_names(workspace, terminology)
        compares["cca"] = baselines.by_cca(encode_of(VECTORS), texts, concepts)
    reach = candidates(names.queries, names.texts, names.members, names.own) if task == "bm25" else []
    outcomes = {
        name: _outcome(task, MaskedSimilarity(compare(names.queries, names.texts), names.own), names, reach)
        for name, compare in compares.items()
    }
    facts = {"terminology": terminology.slug, "pool": len(names.texts), "queries_drawn_from": names.of}
    return MeasuredOutcomes(outcomes, facts, left_out)


def measure_levels(
    workspace: Workspace, task: str, terminology: Terminology, request: MeasurementRequest, settings: Mapping[str, Any]
) -> MeasuredOutcomes:
    """Ranking per level or hypernym detection under a root of the terminology.

    settings: those of the data selection `Levels` but the trained level, e.g. {"root": "HP:0000118", "levels": 4}. The
    test names are the ones that a training on `Levels` with the same seed leaves out; other trainings may know them.
    """
    from engine.evaluation.level_samples import level_samples
    from engine.learning.selection import Source, as_rows
    from engine.learning.selection.levels import Levels
    from engine.learning.selection.subgraphs import fittest

    source, whole = Source.of_workspace(workspace, terminology.slug), Levels(**settings)
    whole = replace(whole, root=whole.root or fittest(source, 1, whole.levels)[0])
    drawn = {
        level: Levels(**{**whole.to_dict(), "level": level}).sample(source, request.seed)
        for level in range(1, whole.levels + 1)
    }
    names = level_samples(drawn)
    size = len(names.queries) * len(names.pool)
    compares, left_out = _compares(request, lambda id: open_encoder(workspace, id).encode, size, exact=False)
    if request.baselines:  # on the classes of the last level, which are the finest
        encode = open_encoder(workspace, VECTORS).encode
        train = as_rows(drawn[whole.levels], encode).train
        compares["cca"] = baselines.by_cca(encode, train.texts, train.classes)
    outcomes = {}
    for name, compare in compares.items():
        if task == "levels":
            outcomes[name] = tasks.ranking_per_level(compare(names.queries, names.pool), names.members)
        else:
            outcomes[name] = tasks.hypernym_detection(
                {
                    level: (compare(names.queries, texts), names.members[level][0], members)
                    for level, (texts, members) in names.hypernyms.items()
                }
            )
    facts = {
        "terminology": terminology.slug,
        "root": whole.root,
        "classes": {level: len(sample.classes) for level, sample in drawn.items()},
        "pool": len(names.pool),
    }
    return MeasuredOutcomes(outcomes, facts, left_out)


def measure_relatedness(
    workspace: Workspace, pairs: Sequence[JudgedPair], request: MeasurementRequest
) -> MeasuredOutcomes:
    """Judged pairs of terms; word mover's distance, of so few names, is the exact one."""
    ids = dict.fromkeys([*request.encoders, *([VECTORS] if request.baselines else [])])
    outcomes = {id: relatedness_outcome(pairs, open_encoder(workspace, id).encode) for id in ids}
    if not request.baselines:
        return MeasuredOutcomes(outcomes)
    vectors = open_encoder(workspace, VECTORS).encode
    outcomes |= {name: pairwise_outcome(title, pairs, vectors) for name, title in PAIRWISE.items()}
    return MeasuredOutcomes(
        outcomes, left_out=["CCA vectors: they are fitted on concepts, and judged pairs have none."]
    )


def _compares(
    request: MeasurementRequest, encode_of: Any, size: int, exact: bool
) -> tuple[dict[str, Compare], list[str]]:
    """Each encoder, then the baselines that are asked for; and what is left out."""
    found: dict[str, Compare] = {id: baselines.by_encoder(encode_of(id)) for id in dict.fromkeys(request.encoders)}
    if not request.baselines:
        return found, []
    vectors = encode_of(VECTORS)
    found.setdefault(VECTORS, baselines.by_encoder(vectors))
    found |= {"jaccard": baselines.by_jaccard, "tfidf": baselines.by_tfidf}
    if not exact and size > MOST_DISTANCES:
        return found, [
            f"Word mover's distance: {size:,} pairs of names are more than {MOST_DISTANCES:,}; ask fewer queries."
        ]
    found["word-movers"] = baselines.by_word_movers(vectors, exact)
    return found, [] if exact else ["Exact word mover's distance: over a whole pool it is the relaxed one."]


def _outcome(task: str, similarity: Similarity, names: HeldOutNames, reach: Sequence[np.ndarray]) -> Outcome:
    if task == "retrieval":
        return tasks.synonym_retrieval(similarity, names.query_members, names.members)
    if task == "mapping":
        return tasks.concept_mapping(similarity, names.query_members, names.members)
    if task == "coverage":
        return tasks.mean_coverage(similarity, names.query_members, names.members)
    return tasks.candidate_retrieval(similarity, reach, names.query_members, names.members, names.own)
