"""A terminology audited by the workers of a cluster: they compare its names, then look for a kind of fault each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from engine.events import Event, Finished, Progress
from engine.jobs.cluster import ClusterAddress, opened
from engine.placement.audit import report_of
from engine.placement.audit.kinds import KINDS
from engine.placement.audit.records import NEIGHBOURS, AuditedTerminology, Finding
from engine.placement.audit.run import read_beside_others
from engine.retrieval.neighbours import NearestNames
from engine.retrieval.shards import shard_ranges
from engine.terminology.lookup import find
from engine.workbench.cluster.cluster_parts import Stamp, workbench_of
from engine.workspace import Workspace
from store import terminologies
from store.records.terminology import Terminology

AT_ONCE = 10_000  # names compared with all by a worker
Nearest = tuple[np.ndarray, np.ndarray]


def audit_by(where: ClusterAddress, workspace: Workspace, terminology: Terminology, encoder: str) -> Iterator[Event]:
    """Progress, then Finished with {"report", "edit"} as `engine.placement.audit.run.audit_terminology` has it."""
    with workspace.reading() as db:
        others = [one.slug for one in terminologies.newest_versions(db) if one.slug != terminology.slug]
    stamp = Stamp.of(workspace, [terminology.slug, *others], encoder)
    yield Progress(0, 1, f"Reading {terminology.title}")
    names = len(_read(stamp).texts)
    ranges = shard_ranges(names, AT_ONCE)
    total = len(ranges) + len(KINDS)
    with opened(where) as cluster:
        near: dict[int, Nearest] = {}
        for number, part in cluster.as_completed(names_compared, ranges, stamp):
            near[number] = part
            yield Progress(len(near), total, f"Compared by {cluster.workers} workers", {"workers": cluster.workers})
        both = [np.concatenate([near[number][at] for number in sorted(near)]) for at in (0, 1)] if near else None
        shared = cluster.shared(both)
        found: dict[int, list[Finding]] = {}
        for number, findings in cluster.as_completed(faults_found, list(KINDS), stamp, shared):
            found[number] = findings
            yield Progress(len(ranges) + len(found), total, f"Looked through by {cluster.workers} workers")
    every = [one for number in sorted(found) for one in found[number]]
    yield Finished({"report": report_of(every), "edit": stamp.edit})


def names_compared(stamp: Stamp, part: tuple[int, int]) -> Nearest:
    """Cosines and names of the nearest names of this range of names."""
    names = _names(stamp)
    return names.of(names.rows[slice(*part)], NEIGHBOURS + 1)


def faults_found(stamp: Stamp, near: list[np.ndarray] | None, kind: str) -> list[Finding]:
    """The faults of one kind, where each name's nearest names are known."""
    audited = _read(stamp)
    if near is not None:
        audited.__dict__["nearest"] = (near[0], near[1])  # as it would be worked out
    return list(KINDS[kind].look(audited))


@lru_cache(maxsize=1)
def _read(stamp: Stamp) -> AuditedTerminology:
    from engine.models.open import open_encoder

    bench = workbench_of(stamp)
    workspace = bench.workspace
    terminology, encoder = find(workspace, stamp.slugs[0]), open_encoder(workspace, stamp.encoder[0])
    return read_beside_others(workspace, bench.rankings.ranker.shelves, terminology, encoder)[1]


@lru_cache(maxsize=1)
def _names(stamp: Stamp) -> NearestNames:
    return NearestNames(_read(stamp).rows)
