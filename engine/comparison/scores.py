"""What one encoder gives on each task, one number a query; kept by its sha256, so that it is measured once.

The queries are names that no training has seen: exact synonyms of the held-out concepts of a terminology.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from engine.comparison.levels import level_names
from engine.errors import NomenclatorError
from engine.evaluation import held_out, tasks
from engine.evaluation.bm25 import candidates
from engine.evaluation.held_out import HeldOutNames
from engine.evaluation.judged_sets import relatedness_sets
from engine.evaluation.level_samples import LevelSamples
from engine.evaluation.relatedness import read_pairs, relatedness_outcome
from engine.metrics.hits import Hits, find_hits
from engine.metrics.similarities import MaskedSimilarity, UnitRows
from engine.models.protocol import NameEncoder
from engine.retrieval.index import Index
from engine.retrieval.indexes import Indexes
from engine.retrieval.row_texts import rows_of_texts
from engine.workspace import Workspace
from store import models
from store.files import sha256_of
from store.records.terminology import Terminology

MOST_QUERIES = 2_000
BLOCK = 200  # queries between two words about the progress
COVERED = 10  # of the nearest names
Numbers = dict[str, np.ndarray]  # metric -> one number a query


@dataclass(frozen=True)
class TaskQuestions:
    """The questions of one task: its name, a fingerprint of them, and how an encoder answers them, part by part."""

    task: str
    data: str
    answer: Callable[[NameEncoder, Callable[[], Index]], Iterator[Numbers]]
    parts: int = 1
    judged: np.ndarray | None = None


@dataclass(frozen=True)
class Questions:
    """All that is asked of every encoder, the held-out names among it, and what cannot be asked here, in sentences."""

    names: HeldOutNames
    tasks: list[TaskQuestions]
    left_out: list[str]

    @property
    def parts(self) -> int:
        """How many parts the answers of one encoder have."""
        return sum(one.parts for one in self.tasks)


def questions(workspace: Workspace, terminology: Terminology) -> Questions:
    """Every task that the workspace can run on a terminology; drawn alike each time, whatever the encoders."""
    names = held_out.held_out_names(workspace, terminology, MOST_QUERIES)
    questioned, left_out = [], []
    stamp = f"{terminology.fingerprint}\t{workspace.salt}"
    if len(names.own):
        questioned.append(
            TaskQuestions(
                "retrieval", _fingerprint(stamp, names.queries), _retrieval(names), -(-len(names.own) // BLOCK)
            )
        )
        among = held_out.among_held_out(workspace, terminology)
        questioned.append(TaskQuestions("coverage", _fingerprint(stamp, among.queries), _coverage(among)))
        questioned.append(TaskQuestions("bm25", _fingerprint(stamp, names.queries), _bm25(names)))
    else:
        left_out.append("Retrieval, mapping, coverage and BM25 candidates: no held-out concept has two exact names.")
    try:
        levels = level_names(workspace, terminology)
        places = rows_of_texts(workspace, terminology)
        questioned.append(
            TaskQuestions(
                "levels", _fingerprint(stamp, levels.queries, str(sorted(levels.members))), _levels(levels, places)
            )
        )
    except NomenclatorError:
        left_out.append("Levels and concepts above: no hierarchy with four levels and held-out names.")
    for path in relatedness_sets(workspace):
        pairs = read_pairs(path)
        judged = np.array([pair.score for pair in pairs])

        def answer(encoder: NameEncoder, index: Any, pairs: Any = pairs) -> Iterator[Numbers]:
            yield relatedness_outcome(pairs, encoder.encode).numbers

        questioned.append(TaskQuestions(f"relatedness {path.stem}", sha256_of(path), answer, judged=judged))
    return Questions(names, questioned, left_out)


def answers(
    workspace: Workspace, indexes: Indexes, terminology: Terminology, encoder: NameEncoder, questioned: TaskQuestions
) -> Iterator[Numbers]:
    """The numbers of an encoder on a task so far, part by part; the last is whole, and kept."""
    with workspace.reading() as db:
        stored = models.evaluation(db, encoder.sha256, f"compare {questioned.task}", questioned.data)
    if stored is not None:
        yield {metric: np.array(numbers, dtype=np.float64) for metric, numbers in stored.metrics.items()}
        return
    found: list[Numbers] = []
    for part in questioned.answer(encoder, lambda: indexes.get(terminology, encoder)):
        found.append(part)
        yield part
    whole = {metric: np.concatenate([part[metric] for part in found]) for metric in found[0]}
    with workspace.writing() as db:
        models.add_evaluation(db, encoder.sha256, f"compare {questioned.task}", questioned.data, _storable(whole))
    yield {metric: np.array(numbers, dtype=np.float64) for metric, numbers in _storable(whole).items()}


def _retrieval(names: HeldOutNames) -> Any:
    def answer(encoder: NameEncoder, index: Callable[[], Index]) -> Iterator[Numbers]:
        pool = index().take(names.rows)
        for start in range(0, len(names.own), BLOCK):
            own = names.own[start : start + BLOCK]
            similarity = MaskedSimilarity(UnitRows(pool[own], pool), own)
            hits = find_hits(similarity, names.query_members[start : start + BLOCK], names.members)
            yield _of(hits)

    return answer


def _of(hits: Hits) -> Numbers:
    return {
        "map": hits.average_precision(),
        "accuracy": hits.accuracy(),
        "mrr": hits.reciprocal_rank(),
        "first": hits.first().astype(np.float64),
    }


def _coverage(names: HeldOutNames) -> Any:
    def answer(encoder: NameEncoder, index: Callable[[], Index]) -> Iterator[Numbers]:
        pool = index().take(names.rows)
        hits = find_hits(
            MaskedSimilarity(UnitRows(pool[names.own], pool), names.own), names.query_members, names.members
        )
        yield {f"coverage@{COVERED}": hits.coverage(COVERED)}

    return answer


def _bm25(names: HeldOutNames) -> Any:
    """The candidates are found by words, once for all encoders; each then only puts them in order."""

    @cache
    def reach() -> list[np.ndarray]:
        return candidates(names.queries, names.texts, names.members, names.own)

    def answer(encoder: NameEncoder, index: Callable[[], Index]) -> Iterator[Numbers]:
        pool = index().take(names.rows)
        similarity = MaskedSimilarity(UnitRows(pool[names.own], pool), names.own)
        found = tasks.candidate_retrieval(similarity, reach(), names.query_members, names.members, names.own)
        yield {"map": found.numbers["map"]}

    return answer


def _levels(names: LevelSamples, places: Mapping[str, int]) -> Any:
    """`places`: text -> its row in the index; names that people added have none and are encoded."""

    def answer(encoder: NameEncoder, index: Callable[[], Index]) -> Iterator[Numbers]:
        every = index()

        def of(texts: Sequence[str]) -> np.ndarray:
            rows = every.take([places.get(text, 0) for text in texts])
            added = [at for at, text in enumerate(texts) if text not in places]
            if added:
                rows[added] = encoder.encode([texts[at] for at in added])
            return rows

        queries = of(names.queries)
        found = tasks.ranking_per_level(UnitRows(queries, of(names.pool)), names.members).numbers
        above = {
            level: (UnitRows(queries, of(texts)), names.members[level][0], members)
            for level, (texts, members) in names.hypernyms.items()
        }
        yield {**found, **tasks.hypernym_detection(above).numbers}

    return answer


def _storable(numbers: Numbers) -> dict[str, list[float | None]]:
    """Numbers as they are kept: six digits, nothing for NaN."""
    return {
        metric: [None if np.isnan(value) else round(float(value), 6) for value in line]
        for metric, line in numbers.items()
    }


def _fingerprint(stamp: str, texts: Any, more: str = "") -> str:
    return hashlib.sha256("\n".join([stamp, more, *texts]).encode()).hexdigest()
