"""What speaks for each candidate concept of a question: one row of features a concept, gathered over its names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlite_utils import Database

from engine.ranking.calibration import ANOTHER_LENT, ELSEWHERE, OF_SAME_WORDS, READ_OTHERWISE, SAME_TEXT, kind_of
from engine.ranking.properties import Described, properties
from engine.ranking.question import BLOCKS, BRIDGE, OWN, Question
from engine.ranking.relatives import RELATIVES, relatives
from engine.ranking.shelf import ALONE, SIMILARITIES, Likeness, Shelf, most_of
from engine.text import normalise
from engine.text.qualifiers import sides_of
from store import concepts, imported_names
from store.records.terminology import Edit

SAME_WORDS = {block: (place + 1) * len(SIMILARITIES) - 1 for place, block in enumerate(BLOCKS)}  # the last of each
THE_SAME_TEXT = len(BLOCKS) * len(SIMILARITIES)  # its place among what likeness says
LIKENESS = THE_SAME_TEXT + 1
LIKENESS_ENDS = LIKENESS + 1 + len(ALONE) + len(RELATIVES)  # where the features begin that a closer look finds
RELATED = 30  # candidates whose parents, and “unspecified” children and siblings, become candidates too
CLOSELY, TO_LEARN_FROM = 40, 200  # candidates that are looked at closely: to rank, and to learn an order
OF_SEVERAL = 20  # of each where several terminologies are ranked together
UNSHOWN = True, False  # of a concept of which nothing else is known: a leaf, not on top
WEIGHT = {OWN: 1.0, BRIDGE: 0.9, "parent": 0.5}  # of a variant's block, where the likest variant of a name is sought


@dataclass(frozen=True)
class NamedRow:
    """A name among the candidates, as the ranking shows it; `edit` where a person added it."""

    concept: str
    preferred: str
    text: str
    source: str
    scope: str
    edit: Edit | None = None


@dataclass(frozen=True)
class AddedNames:
    """The names that people added to a terminology, and the preferred names of their concepts by id."""

    shelf: Shelf
    edits: Sequence[Edit]
    preferred: Mapping[str, str]


@dataclass(frozen=True)
class Likely:
    """A candidate before it is looked at closely: its likest name, the variant likest to that, and their likeness."""

    name: NamedRow
    variant: int
    cosine: float
    likeness: np.ndarray


@dataclass(frozen=True)
class ConceptEvidence:
    """A candidate: its likest name, the variant of the question that is likest to it, the cosine, its features, the
    kind of what speaks for it, whether that is a reading in words that are all other than those typed, whether it
    leaves out a side that is typed, and whether another terminology has the text as a name."""

    name: NamedRow
    variant: int
    cosine: float
    features: np.ndarray
    kind: str
    in_other_words: bool = False
    lacks_side: bool = False
    named_elsewhere: bool = False

    @property
    def is_lent(self) -> bool:
        """Whether it has a name with the words of one that another terminology lends the text."""
        return bool(self.features[SAME_WORDS[BRIDGE]] >= 1)


def calibrated_as(found: Sequence[ConceptEvidence]) -> list[str]:
    """For each candidate of a question the kind of KINDS whose line its probability goes through."""
    some_lent = any(one.is_lent for one in found)
    kinds = []
    for one in found:
        kind = one.kind
        if one.named_elsewhere and kind != SAME_TEXT:
            kind += ELSEWHERE
            if some_lent and not one.is_lent and one.kind in OF_SAME_WORDS:
                kind += ANOTHER_LENT
        kinds.append(kind)
    return kinds


def gather(
    db: Database,
    question: Question,
    imported: Shelf,
    added: AddedNames,
    top: int = 10,
    by_name: bool = False,
    weights: np.ndarray | None = None,
    closely: int = CLOSELY,
) -> list[ConceptEvidence]:
    """The candidates of one terminology with their features, at least `top` where there are so many names.

    `imported` are its names as imported, `added` those that people added. With `by_name` each name is a candidate.
    With the `weights` of an order, those with the highest part of a sum that likeness makes are looked at closely,
    about `closely`, and no others; without, many more by a rough likeness, to learn from.
    """
    places, every = _with_relatives(db, question, imported, imported.find(question, top))
    numbers = [(imported.first or 0) + int(place) for place in places]
    rows = imported_names.by_id(db, numbers)
    named = [_of_import(rows[number]) for number in numbers]
    shown, parents = _around(db, [one.concept for one in named], imported.concepts[places].tolist())
    if added.edits:
        here = added.shelf.find(question, top)
        like = added.shelf.compare(question, here)
        if weights is not None:
            near = as_likely(like, every, most_of(OWN, top))
            here, like = here[near], like.at(near)
        named += [_of_edit(added.edits[int(place)], added.preferred) for place in here]
        every = Likeness.of([every, like])
    most = max(TO_LEARN_FROM if weights is None else closely, 2 * top)
    return looked_at(question, likeliest(question, named, every, parents, most, weights, by_name), shown)


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
    firsts = np.searchsorted(shelf.concepts, sorted(further))
    firsts = firsts[firsts < len(shelf.concepts)]
    new = np.setdiff1d(firsts, np.concatenate([places, shelf.hidden]))
    return np.concatenate([places, new]), Likeness.of([every, shelf.compare(question, new)])


def likeliest(
    question: Question,
    named: Sequence[NamedRow],
    every: Likeness,
    parents: Mapping[str, Sequence[str]],
    most: int,
    weights: np.ndarray | None = None,
    by_name: bool = False,
) -> list[Likely]:
    """The candidates among these names with what likeness says of each, `most` at most, likeliest first: by the part of
    an order's sum that likeness makes, without `weights` by the rough likeness."""
    blocks = {name: question.block(name) for name in BLOCKS}
    weighted = every.total() * np.array([WEIGHT[variant.block] for variant in question.variants], np.float32)
    likest, highest = weighted.argmax(axis=1), weighted.max(axis=1)
    similar = np.concatenate([every.similarities(blocks[name]) for name in BLOCKS], axis=1)
    cosines = every.cosines[:, blocks[OWN]].max(axis=1)
    nothing_lent = not blocks[BRIDGE]
    text = normalise(question.text)
    same = np.array([normalise(one.text) == text for one in named], bool)
    groups: dict[tuple[str, ...], list[int]] = {}
    for place, one in enumerate(named):
        key = (one.concept, normalise(one.text)) if by_name else (one.concept,)
        groups.setdefault(key, []).append(place)
    if not groups:
        return []
    liked, told = highest.tolist(), same.tolist()
    bests = [max(members, key=lambda place: (told[place], liked[place])) for members in groups.values()]
    order = [place for members in groups.values() for place in members]
    starts = np.cumsum([0, *map(len, groups.values())])[:-1]
    best_of_each = np.maximum.reduceat(similar[order], starts, axis=0).astype(np.float64)
    total, any_same = highest[bests, None], np.logical_or.reduceat(same[order], starts)[:, None]
    alone = np.hstack([best_of_each[:, [0, 3]], total]) if nothing_lent else np.zeros((len(bests), len(ALONE)))
    said = np.hstack([best_of_each, any_same, total, alone])
    beside = relatives(
        [named[best].concept for best in bests], parents, said[:, LIKENESS], said[:, 0], said[:, 3], said[:, 1]
    )
    rows, nearest = np.hstack([said, beside]), np.maximum.reduceat(cosines[order], starts)
    sums = rows[:, LIKENESS] if weights is None else np.einsum("ij,j->i", rows, weights[: rows.shape[1]])
    return [
        Likely(named[bests[place]], int(likest[bests[place]]), float(nearest[place]), rows[place])
        for place in np.argsort(-sums, kind="stable")[:most].tolist()
    ]


def looked_at(
    question: Question, likely: Sequence[Likely], shown: Mapping[str, tuple[bool, bool]]
) -> list[ConceptEvidence]:
    """Candidates with all their features; `shown` says of a concept whether it is a leaf and whether it is on top."""
    if not likely:
        return []
    readings = [question.variants[one.variant].text for one in likely]
    described = [
        Described(one.name.concept, one.name.preferred, one.name.text, reading, *shown.get(one.name.concept, UNSHOWN))
        for one, reading in zip(likely, readings, strict=True)
    ]
    features = np.hstack([np.array([one.likeness for one in likely]), properties(question.typed, described)])
    return [_evidence(question, one, row) for one, row in zip(likely, features, strict=True)]


def _evidence(question: Question, one: Likely, features: np.ndarray) -> ConceptEvidence:
    same_words = {block: float(one.likeness[place]) for block, place in SAME_WORDS.items()}
    kind = SAME_TEXT if one.likeness[THE_SAME_TEXT] else kind_of(same_words, question.variants[one.variant])
    return ConceptEvidence(
        one.name,
        one.variant,
        one.cosine,
        features,
        kind,
        in_other_words=kind in READ_OTHERWISE and question.in_other_words,
        lacks_side=bool(question.sides) and not question.sides <= sides_of((one.name.text, one.name.preferred)),
        named_elsewhere=question.named_elsewhere,
    )


def _of_import(row: dict[str, Any]) -> NamedRow:
    return NamedRow(row["code"], row["preferred"], row["text"], row["source"], row["scope"])


def _of_edit(edit: Edit, preferred: Mapping[str, str]) -> NamedRow:
    return NamedRow(edit.concept_id, preferred[edit.concept_id], edit.name, f"added by {edit.who}", "exact", edit)
