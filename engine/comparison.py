"""Encoders side by side on the same questions: relatedness sets, held-out names, and whose rank moved most."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.encoding import open_encoder
from engine.errors import BadInput
from engine.evaluation.relatedness import read_pairs, relatedness
from engine.fitting import relatedness_sets
from engine.importing import find
from engine.index import Index, Indexes
from engine.text import normalise
from engine.workspace import Workspace, sha256_of
from store import models, terminologies
from store.records import EXACT, Terminology

MOST_QUERIES = 500
BLOCK = 32  # queries scored together


@dataclass(frozen=True)
class HeldOut:
    """Queries that no training saw: synonyms of held-out concepts, and where the right rows are."""

    rows: np.ndarray  # int64 [q], the query's own row
    relevant: list[np.ndarray]  # rows of the other names of its concept
    texts: list[str]
    codes: list[str]
    fingerprint: str


@dataclass(frozen=True)
class Comparison:
    """What a person sees side by side; each row is a plain dict, `summary` one sentence."""

    encoders: list[str]
    terminology: str
    relatedness: list[dict[str, Any]]
    retrieval: list[dict[str, Any]]
    moved: list[dict[str, Any]]
    summary: str


def compare(workspace: Workspace, indexes: Indexes, ids: Sequence[str], slug: str, moved: int = 50) -> Comparison:
    """Two to four encoders on the workspace's relatedness sets and on the held-out names of a terminology."""
    if not 2 <= len(set(ids)) <= 4 or len(set(ids)) != len(ids):
        raise BadInput("Choose two to four different encoders to compare.")
    terminology = find(workspace, slug)
    held_out = queries(workspace, terminology)
    ranks: dict[str, np.ndarray] = {}
    retrieval = []
    for id in ids:
        metrics, ranks[id] = retrieve(workspace, indexes, terminology, id, held_out)
        retrieval.append({"encoder": id, **metrics})
    related = _relatedness_rows(workspace, ids)
    return Comparison(
        list(ids),
        slug,
        related,
        retrieval,
        _moved(workspace, terminology, held_out, ranks, moved),
        _summary(ids, ranks, related, slug),
    )


def queries(workspace: Workspace, terminology: Terminology) -> HeldOut:
    """Up to 500 exact synonyms of held-out concepts; the concept's other exact names are what should be found."""
    with workspace.reading() as db:
        rows = terminologies.name_rows(db, terminology.slug)
    by_concept: dict[str, list[int]] = defaultdict(list)
    for place, (_, _, code, _, _, scope) in enumerate(rows):
        if scope == EXACT and workspace.held_out(code):
            by_concept[code].append(place)
    chosen: list[tuple[str, int, np.ndarray]] = []
    for code, places in by_concept.items():
        norms = {place: normalise(rows[place][3]) for place in places}
        for place in places:
            others = [other for other in places if norms[other] != norms[place]]
            if rows[place][4] == "synonym" and others:
                order = hashlib.sha256(f"{code}\t{norms[place]}".encode()).hexdigest()
                chosen.append((order, place, np.array(others)))
    chosen.sort(key=lambda item: item[0])
    chosen = chosen[:MOST_QUERIES]
    digest = hashlib.sha256(terminology.fingerprint.encode() + "".join(order for order, _, _ in chosen).encode())
    return HeldOut(
        np.array([place for _, place, _ in chosen], dtype=np.int64),
        [others for _, _, others in chosen],
        [rows[place][3] for _, place, _ in chosen],
        [rows[place][2] for _, place, _ in chosen],
        digest.hexdigest(),
    )


def retrieve(
    workspace: Workspace, indexes: Indexes, terminology: Terminology, id: str, held_out: HeldOut
) -> tuple[dict[str, Any], np.ndarray]:
    """mAP, Acc and MRR of the held-out queries over all names, the query masked; and each first hit's rank [q]."""
    encoder = open_encoder(workspace, id)
    with workspace.reading() as db:
        cached = models.evaluation(db, encoder.sha256, "held-out retrieval", held_out.fingerprint)
    if cached is None:
        precision, first = _rank(indexes.get(terminology, encoder), held_out)
        known = first > 0
        metrics: dict[str, Any] = {"queries": len(first), "without_vector": int((~known).sum())}
        if len(first):
            inverse = np.where(known, 1 / np.maximum(first, 1), 0)
            metrics |= {
                "map": float(precision.mean()),
                "accuracy": float((first == 1).mean()),
                "mrr": float(inverse.mean()),
            }
        with workspace.writing() as db:
            models.add_evaluation(
                db,
                encoder.sha256,
                "held-out retrieval",
                held_out.fingerprint,
                {"metrics": metrics, "first": first.tolist()},
            )
    else:
        metrics, first = cached.metrics["metrics"], np.array(cached.metrics["first"])
    return metrics, first


def _rank(index: Index, held_out: HeldOut) -> tuple[np.ndarray, np.ndarray]:
    """Average precision [q] and rank of the first hit [q]; 0 for a query without a vector."""
    precision, first = np.zeros(len(held_out.rows)), np.zeros(len(held_out.rows), dtype=np.int64)
    for start in range(0, len(held_out.rows), BLOCK):
        own = held_out.rows[start : start + BLOCK]
        scores = index.rows[own] @ index.rows.T
        scores[np.arange(len(own)), own] = -np.inf
        for offset in np.flatnonzero(index.rows[own].any(axis=1)):
            right = held_out.relevant[start + offset]
            line = scores[offset]
            # Rank among all rows; equal scores count in row order.
            ranks = np.sort(
                [1 + np.count_nonzero(line > line[r]) + np.count_nonzero(line[:r] == line[r]) for r in right]
            )
            precision[start + offset] = np.mean(np.arange(1, len(ranks) + 1) / ranks)
            first[start + offset] = ranks[0]
    return precision, first


def _relatedness_rows(workspace: Workspace, ids: Sequence[str]) -> list[dict[str, Any]]:
    rows = []
    for path in relatedness_sets(workspace):
        row: dict[str, Any] = {"set": path.stem}
        pairs, content = read_pairs(path), sha256_of(path)
        for id in ids:
            encoder = open_encoder(workspace, id)
            with workspace.reading() as db:
                cached = models.evaluation(db, encoder.sha256, "relatedness", content)
            result = cached.metrics if cached else relatedness(pairs, encoder.encode)
            if cached is None:
                with workspace.writing() as db:
                    models.add_evaluation(db, encoder.sha256, "relatedness", content, result)
            row |= {"pairs": result["pairs"], id: result["spearman"]}
        rows.append(row)
    return rows


def _moved(
    workspace: Workspace, terminology: Terminology, held_out: HeldOut, ranks: dict[str, np.ndarray], most: int
) -> list[dict[str, Any]]:
    """The queries whose right answer moved furthest between any two encoders, on a doubling scale of ranks."""
    if not len(held_out.rows):
        return []
    table = np.column_stack(list(ranks.values())).astype(float)
    table[table == 0] = np.inf
    logs = np.log2(np.minimum(table, terminology.names))
    spread = logs.max(axis=1) - logs.min(axis=1)
    order = [i for i in np.argsort(-spread, kind="stable")[:most] if spread[i] > 0]
    with workspace.reading() as db:
        preferred = terminologies.preferred_of(db, terminology.slug, {held_out.codes[i] for i in order})
    ids = list(ranks)
    return [
        {
            "name": held_out.texts[i],
            "concept_id": held_out.codes[i],
            "preferred_name": preferred[held_out.codes[i]],
            **{id: int(ranks[id][i]) for id in ids},
            "change": int(ranks[ids[0]][i] - ranks[ids[-1]][i]),
        }
        for i in order
    ]


def _summary(ids: Sequence[str], ranks: dict[str, np.ndarray], related: list[dict[str, Any]], slug: str) -> str:
    first, last = ids[0], ids[-1]
    before, after = ranks[first], ranks[last]
    parts = []
    if len(before):
        better, worse = np.mean(after < before), np.mean(after > before)
        parts.append(
            f"of {len(before)} held-out names of {slug}, {last} ranks {better:.0%} better "
            f"and {worse:.0%} worse than {first}"
        )
    else:
        parts.append(f"{slug} has no held-out names with synonyms to compare on")
    changes = [
        f"{row['set']} {row[last] - row[first]:+.3f}"
        for row in related
        if row[last] is not None and row[first] is not None
    ]
    if changes:
        parts.append("relatedness " + ", ".join(changes))
    sentence = "; ".join(parts) + "."
    return sentence[0].upper() + sentence[1:]
