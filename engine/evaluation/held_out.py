"""A terminology's held-out concepts as queries: their synonyms, over all names, each text once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.metrics.hits import merged
from engine.text import normalise
from engine.workspace import Workspace
from store import imported_names
from store.records.terminology import EXACT, Terminology

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

MOST_QUERIES = 1_000
MOST_CONCEPTS = 1_000  # for coverage, as in BNE section 4.1


@dataclass(frozen=True)
class HeldOutNames:
    """A pool of names and the queries that stand in it.

    `texts` n strings and `rows` int [n], each text's row in the terminology's index; `members` csr [n, concepts], exact
    names only; `own` int [q] the queries' places in the pool, `query_members` csr [q, concepts] the one held-out
    concept each asks for; `of` the number of queries that these were drawn from.
    """

    texts: Sequence[str]
    rows: np.ndarray
    members: csr_matrix
    own: np.ndarray
    query_members: csr_matrix
    of: int

    @property
    def queries(self) -> list[str]:
        """The texts of the queries."""
        return [self.texts[place] for place in self.own.tolist()]


def held_out_names(
    workspace: Workspace, terminology: Terminology, most: int = MOST_QUERIES, seed: int = 0
) -> HeldOutNames:
    """Exact synonyms of held-out concepts that have another exact name, over all names of the terminology.

    Of more than `most` queries, `most` are drawn. A text that stands in several concepts is one name of the pool, right
    for each of them; one asked for two held-out concepts is two queries.
    """
    pool, synonyms, _ = _pool(workspace, terminology)
    place, concept = synonyms.nonzero()
    sizes = np.asarray(pool.members.sum(axis=0)).reshape(-1)
    targets = np.flatnonzero(sizes[concept] > 1)
    return _asking(pool, place[targets], concept[targets], most, seed)


def among_held_out(
    workspace: Workspace, terminology: Terminology, most: int = MOST_CONCEPTS, seed: int = 0
) -> HeldOutNames:
    """All exact names of up to `most` drawn held-out concepts, among themselves (the test set of BNE's coverage).

    Names whose concept has another name are the queries.
    """
    pool, _, held_back = _pool(workspace, terminology)
    drawn = _drawn(held_back, most, seed)
    members = pool.members[:, drawn]
    inside = np.flatnonzero(np.diff(members.tocsr().indptr))
    small = HeldOutNames(
        [pool.texts[i] for i in inside.tolist()],
        pool.rows[inside],
        members[inside].tocsr(),
        pool.own,
        pool.query_members,
        0,
    )
    place, concept = small.members.nonzero()
    sizes = np.asarray(small.members.sum(axis=0)).reshape(-1)
    targets = np.flatnonzero(sizes[concept] > 1)
    return _asking(small, place[targets], concept[targets], len(targets), seed)


def _pool(workspace: Workspace, terminology: Terminology) -> tuple[HeldOutNames, csr_matrix, np.ndarray]:
    """The pool without queries; held-out synonyms csr [n, concepts]; the numbers of the held-out concepts."""
    with workspace.reading() as db:
        rows = imported_names.rows(db, terminology.slug)
    number: dict[str, int] = {}
    concepts = np.array([number.setdefault(row.code, len(number)) for row in rows], dtype=np.int64)
    norms = [normalise(row.text) for row in rows]
    exact = np.array([row.scope == EXACT for row in rows], dtype=bool)
    held = np.array([workspace.held_out(code) for code in number], dtype=bool)
    synonym = np.array([row.kind == "synonym" for row in rows], dtype=bool) & exact
    if len(rows):
        synonym &= held[concepts]
    first, members = merged(norms, np.where(exact, concepts, -1), len(number))
    _, synonyms = merged(norms, np.where(synonym, concepts, -1), len(number))
    none = np.zeros(0, np.int64)
    pool = HeldOutNames([rows[i].text for i in first.tolist()], first, members, none, members[none], 0)
    return pool, synonyms, np.flatnonzero(held)


def _asking(pool: HeldOutNames, place: np.ndarray, concept: np.ndarray, most: int, seed: int) -> HeldOutNames:
    from scipy.sparse import csr_matrix

    chosen = _drawn(np.arange(len(place)), most, seed)
    targets = csr_matrix(
        (np.ones(len(chosen), np.int32), (np.arange(len(chosen)), concept[chosen])),
        (len(chosen), pool.members.shape[1]),
    )
    return HeldOutNames(pool.texts, pool.rows, pool.members, place[chosen], targets, len(place))


def _drawn(numbers: np.ndarray, most: int, seed: int) -> np.ndarray:
    """All of `numbers`, or `most` of them drawn, rising."""
    if len(numbers) <= most:
        return numbers
    return np.sort(np.random.default_rng(seed).choice(numbers, most, replace=False))


def trained_names(workspace: Workspace, terminology: Terminology) -> tuple[list[str], np.ndarray]:
    """The exact names of concepts that are not held out, and their concepts' numbers, int [n]."""
    with workspace.reading() as db:
        rows = imported_names.rows(db, terminology.slug)
    held = set(filter(workspace.held_out, {row.code for row in rows}))
    trained = [row for row in rows if row.scope == EXACT and row.code not in held]
    return [row.text for row in trained], np.array([row.concept for row in trained], dtype=np.int64)
