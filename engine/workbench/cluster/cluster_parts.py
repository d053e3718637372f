"""Parts of work on a workspace, as workers of a cluster do them: each opens the workspace where it stands for it.

A worker's workspace is at the same path as the one that asks, shared or a copy, and is only read. What is asked for
comes with a stamp, so that a worker with other content says so and answers nothing.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import NomenclatorError, Unavailable
from engine.evaluation.mapped_names import DEPTH, AnsweredName, MappedName, answers
from engine.jobs.cluster import Cluster, ClusterAddress, opened
from engine.models.open import encoder_sha256
from engine.ranking import CONCEPT
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store import edits, ranking_orders

if TYPE_CHECKING:
    from engine.ranking.mapping.records import MappingAnswer
    from engine.ranking.mapping.side import MappedSide
    from engine.ranking.mapping.source_lenders import DictionaryLender, Lender
    from engine.workbench import Workbench
    from engine.workbench.rankings.rankings import Rankings
    from store.records.terminology import Ranking


@dataclass(frozen=True)
class Stamp:
    """A workspace's folder, and what an answer of it depends on: terminologies, encoder, the newest edit."""

    folder: str
    terminologies: tuple[tuple[str, str], ...]  # short names, fingerprints
    encoder: tuple[str, str]  # id, sha256
    edit: int
    order: int = 0  # the newest order learnt from decisions

    @classmethod
    def of(cls, workspace: Workspace, slugs: Sequence[str], encoder: str) -> Stamp:
        """That of a workspace as it stands."""
        with workspace.reading() as db:
            prints = tuple((slug, find(workspace, slug, db).fingerprint) for slug in slugs)
            made_by = (encoder, encoder_sha256(workspace, encoder, db))
            return cls(str(workspace.folder), prints, made_by, edits.last_id(db), ranking_orders.last_id(db))

    @property
    def slugs(self) -> list[str]:
        """The short names of the terminologies."""
        return [slug for slug, _ in self.terminologies]


def parts_of(items: Sequence[Any], size: int) -> list[Any]:
    """The items in their order, `size` at a time."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def names_answered(
    stamp: Stamp, without: Collection[str], unit: str, names: Sequence[MappedName]
) -> list[AnsweredName]:
    """Each name with what the page Rankings answers."""
    bench = workbench_of(stamp)
    rankings = _rankings_without(stamp, tuple(without)) if without else bench.rankings
    return list(answers(names, rank_by(rankings, stamp.slugs[0], stamp.encoder[0], unit)))


def rank_by(rankings: Rankings, slug: str, encoder: str, unit: str = CONCEPT) -> Callable[[str], Ranking]:
    """What ranks a text as `evaluate mapping` asks for it."""

    def rank(text: str) -> Ranking:
        return rankings.rank(text, slug, encoder, DEPTH, unit)

    return rank


def concepts_mapped(stamp: Stamp, bridges: bool, codes: Sequence[str]) -> list[MappingAnswer]:
    """The candidates of these concepts of the first terminology in the second; `bridges`: others lend names."""
    from engine.models.open import open_encoder
    from engine.ranking.mapping.batch import MappingBatch
    from engine.ranking.mapping.source_lenders import names_lent_to

    source, target = _sides(stamp)
    ranker = workbench_of(stamp).rankings.ranker
    encoder = open_encoder(ranker.workspace, stamp.encoder[0])
    lent = names_lent_to(source, _lenders(stamp), codes, encoder) if bridges else None
    batch = MappingBatch(source, target, ranker.order, codes, lent)
    return [found for code in codes if (found := batch.answered(code))]


def dealt(where: ClusterAddress, work: Any, parts: Sequence[Any], *same: Any) -> Iterator[tuple[int, Any, Cluster]]:
    """What the workers of a cluster made of each part, with its number; see `Cluster.as_completed`."""
    with opened(where) as cluster:
        for number, found in cluster.as_completed(work, parts, *same):
            yield number, found, cluster


@lru_cache(maxsize=2)
def workbench_of(stamp: Stamp) -> Workbench:
    """The workbench of a stamp's workspace; Unavailable where it is not there, or has other content."""
    from engine.workbench import Workbench

    try:
        bench = Workbench(Path(stamp.folder), create=False, read_only=True)
        there = Stamp.of(bench.workspace, stamp.slugs, stamp.encoder[0])
    except NomenclatorError as problem:
        raise Unavailable(f"The worker on {socket.gethostname()} cannot read {stamp.folder}: {problem}") from None
    if there != stamp:
        raise Unavailable(
            f"The workspace {stamp.folder} on {socket.gethostname()} has other content than yours; share the folder, "
            "or copy it there anew."
        )
    return bench


@lru_cache(maxsize=2)
def _rankings_without(stamp: Stamp, without: tuple[str, ...]) -> Rankings:
    return workbench_of(stamp).rankings.without(without)


@lru_cache(maxsize=1)
def _sides(stamp: Stamp) -> tuple[MappedSide, MappedSide]:
    from engine.models.open import open_encoder
    from engine.ranking.mapping.side import read_side

    bench = workbench_of(stamp)
    workspace, shelves = bench.workspace, bench.rankings.ranker.shelves
    encoder = open_encoder(workspace, stamp.encoder[0])
    with workspace.reading() as db:
        first, second = (read_side(db, shelves, find(workspace, slug, db), encoder) for slug in stamp.slugs[:2])
    return first, second


@lru_cache(maxsize=1)
def _lenders(stamp: Stamp) -> list[Lender | DictionaryLender]:
    from engine.ranking.mapping.source_lenders import source_lenders

    bench = workbench_of(stamp)
    with bench.workspace.reading() as db:
        first, second = (find(bench.workspace, slug, db) for slug in stamp.slugs[:2])
        return source_lenders(db, bench.rankings.ranker.shelves, first, second)
