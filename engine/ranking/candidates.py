"""The candidates of one terminology for a question: names found by vectors and words, with concepts around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.ranking import NAME
from engine.ranking.ordering.evidence import ConceptEvidence, with_features
from engine.ranking.ordering.likely import NamedRow, likeliest
from engine.ranking.question import OWN, Question
from engine.ranking.request import RankingRequest
from engine.ranking.shelves.added_names import AddedNames
from engine.ranking.shelves.shelf import Likeness, Shelf, names_taken
from store import concepts, imported_names
from store.records.terminology import Edit
from store.sqlite import Database

RELATED = 30  # candidates whose parents, and “unspecified” children and siblings, become candidates too
CLOSELY, TO_LEARN_FROM = 40, 200  # candidates that are looked at closely: to rank, and to learn an order
OF_SEVERAL = 20  # of each where several terminologies are ranked together


def gather(
    db: Database,
    question: Question,
    imported: Shelf,
    added: AddedNames,
    request: RankingRequest,
    weights: np.ndarray | None = None,
) -> list[ConceptEvidence]:
    """The candidates of one terminology with their features, as many as are asked for where there are so many names.

    `imported` are its names as imported, `added` those that people added. With the `weights` of an order, those with
    the highest part of a sum that likeness makes are looked at closely and no others; without, many more by a rough
    likeness, to learn from.
    """
    top = request.top
    places, every = _with_relatives(db, question, imported, imported.find(question, top))
    numbers = [(imported.first or 0) + int(place) for place in places]
    rows = imported_names.by_id(db, numbers)
    named = [_of_import(rows[number], added.preferred) for number in numbers]
    shown, parents = _around(db, [one.concept for one in named], imported.concepts[places].tolist())
    if added.edits:
        here = added.shelf.find(question, top)
        like = added.shelf.compare(question, here)
        if weights is not None:
            near = as_likely(like, every, names_taken(OWN, top))
            here, like = here[near], like.at(near)
        named += [_of_edit(added.edits[int(place)], added.preferred) for place in here]
        every = Likeness.of([every, like])
    closely = CLOSELY if len(request.chosen) == 1 else OF_SEVERAL
    most = max(TO_LEARN_FROM if weights is None else closely, 2 * top)
    likely = likeliest(question, named, every, parents, most, weights, by_name=request.unit == NAME)
    return with_features(question, likely, shown)


def _around(
    db: Database, ids: Sequence[str], numbers: Sequence[int]
) -> tuple[dict[str, tuple[bool, bool]], dict[str, list[str]]]:
    """Concept -> whether it is a leaf, and whether it is on top; and its parents, those not among these by number."""
    above, parents = concepts.with_children(db, numbers), concepts.parents_of(db, numbers)
    number_of, id_of = dict(zip(ids, numbers, strict=True)), dict(zip(numbers, ids, strict=True))
    shown = {id: (number not in above, number not in parents) for id, number in number_of.items()}
    return shown, {
        id: [id_of.get(parent, str(parent)) for parent in parents.get(number, ())] for id, number in number_of.items()
    }


def as_likely(some: Likeness, others: Likeness, most: int) -> np.ndarray:
    """The places of those of some names that are as like the question as the `most` likest of others, roughly."""
    likeness = others.total().max(axis=1)
    floor = np.partition(likeness, -most)[-most] if len(likeness) > most else -np.inf
    return np.flatnonzero(some.total().max(axis=1) >= floor)


def _with_relatives(db: Database, question: Question, shelf: Shelf, places: np.ndarray) -> tuple[np.ndarray, Likeness]:
    """The places, those of the preferred names of near candidates' parents and “unspecified” relatives, and how like
    the question each is."""
    every = shelf.compare(question, places)
    if not len(places):
        return places, every
    likeness = every.total().max(axis=1)
    near = list(dict.fromkeys(shelf.concepts[places[np.argsort(-likeness, kind="stable")[:RELATED]]].tolist()))
    parents = {one for some in concepts.parents_of(db, near).values() for one in some}
    further = parents.union(*(shelf.unspecified.get(one, ()) for one in {*near, *parents}))
    new = np.setdiff1d(_first_names(shelf.concepts, sorted(further)), np.concatenate([places, shelf.hidden]))
    return np.concatenate([places, new]), Likeness.of([every, shelf.compare(question, new)])


def _first_names(concepts: np.ndarray, sought: Sequence[int]) -> np.ndarray:
    """The place of the first name, the preferred one, of each of the concepts `sought` that has one; `concepts`, those
    of all names, are sorted."""
    places = np.searchsorted(concepts, sought)
    there = places < len(concepts)
    there[there] = concepts[places[there]] == np.asarray(sought)[there]
    found: np.ndarray = places[there]
    return found


def _of_import(row: dict[str, Any], preferred: Mapping[str, str]) -> NamedRow:
    return NamedRow(row["code"], preferred.get(row["code"], row["preferred"]), row["text"], row["source"], row["scope"])


def _of_edit(edit: Edit, preferred: Mapping[str, str]) -> NamedRow:
    return NamedRow(edit.concept_id, preferred[edit.concept_id], edit.name, f"added by {edit.who}", "exact", edit)
