"""What labelling comes to: how far two people agree, and what changes from one encoder to another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.labelling.agreement import Agreement, agreement, in_words
from engine.labelling.changed import (
    ChangedSuggestions,
    Side,
    mean_margin,
    right,
    suggested,
    suggested_without_itself,
    suggestion_changes,
)
from engine.labelling.drawing import Drawing, by_class
from engine.labelling.sets import Definition
from engine.learning.selection.every_label import slice_of
from engine.learning.selection.top_classes import label_classes
from engine.models.open import open_encoder
from engine.terminology.person import named
from engine.text import normalise
from engine.workbench.labels.label_queue import LabelQueues
from engine.workbench.labels.label_sets import TRACED, LabelSets
from engine.workspace import Workspace
from store import label_sets, labels, models
from store.records.terminology import Label

COMPARED = 5_000  # unlabelled names of a pool that two models are compared on


@dataclass(frozen=True)
class Disagreement:
    """A name that two people put into different classes; `settled` is the class that it was resolved to."""

    name: str
    one: str
    other: str
    settled: str = ""
    settled_by: str = ""


@dataclass(frozen=True)
class LabelAgreement:
    """The agreement of two people with what kappa is called, and each difference."""

    figures: Agreement
    called: str
    differences: tuple[Disagreement, ...]


class LabelReview:
    """Compares annotators, and encoders on the labels of a set."""

    def __init__(self, workspace: Workspace, label_sets: LabelSets, label_queue: LabelQueues, drawing: Drawing) -> None:
        self._workspace = workspace
        self._label_sets = label_sets
        self._label_queue = label_queue
        self._drawing = drawing

    def people(self, label_set: str) -> dict[str, int]:
        """Who labelled how many names of a set, counting labels that they gave and did not take back, most first."""
        with self._workspace.reading() as db:
            given = label_sets.by_person(db, label_set)
        return dict(sorted(((who, len(own)) for who, own in given.items()), key=lambda pair: (-pair[1], pair[0])))

    def pair(self, label_set: str, one: str = "") -> tuple[str, str]:
        """The two people who labelled most names in common; of several pairs the one whose people labelled most.

        Who labelled more is the first. If `one` is given, it is `one` and the partner with most names in common with
        them. BadInput where fewer than two people labelled names of the set, or `one` did not.
        """
        with self._workspace.reading() as db:
            given = label_sets.by_person(db, label_set)
        people = [who for who in self.people(label_set) if who in given]
        if one and one not in people:
            raise BadInput(f"{one} labelled no name of “{label_set}”; there are {', '.join(people) or 'none'}.")
        pairs = [pair for pair in combinations(people, 2) if not one or one in pair]
        if not pairs:
            raise BadInput(f"Fewer than two people labelled names of “{label_set}”; agreement needs two.")
        first, second = max(pairs, key=lambda pair: len(given[pair[0]].keys() & given[pair[1]].keys()))
        return (second, first) if second == one else (first, second)

    def agreement(self, label_set: str, one: str, other: str) -> LabelAgreement:
        """How far two people agree on the names of a set that both labelled; resolving changes nothing of it."""
        with self._workspace.reading() as db:
            given, settled = label_sets.by_person(db, label_set), label_sets.resolved(db, label_set)
        first, second = given.get(one, {}), given.get(other, {})
        figures = agreement(one, other, _classes(first), _classes(second))
        differences = []
        for norm in figures.differ:
            end = settled.get(norm)
            settlement = (end.label, end.who) if end else ("", "")
            differences.append(Disagreement(first[norm].name, first[norm].label, second[norm].label, *settlement))
        return LabelAgreement(figures, "" if figures.kappa is None else in_words(figures.kappa), tuple(differences))

    def resolve(self, label_set: str, name: str, title: str, who: str) -> None:
        """Settles a disagreement with a label of its own, which counts from now on; an undo takes it back.

        BadInput for a title that is no class of the set, or a name that people do not differ about.
        """
        if title not in self._label_sets.definition(label_set).titles:
            raise BadInput(f"“{title}” is no class of “{label_set}”; choose one of its classes.")
        who = named(who, *TRACED)
        with self._workspace.writing() as db:
            norm, people = normalise(name), label_sets.by_person(db, label_set).values()
            if len({own[norm].label for own in people if norm in own}) < 2:
                raise BadInput(f"No two people differ about “{name}” in “{label_set}”; Agreement lists where they do.")
            heading = f"“{name}” resolved as “{title}” in “{label_set}”"
            labels.add(db, label_set, [(name, title)], who, normalise, heading)
            label_sets.add_origins(db, label_set, [name], who, normalise, how=label_sets.RESOLVED)

    def changes(self, number: int, before: str, after: str) -> ChangedSuggestions:
        """How the suggestions of a queue's set and pool moved from one encoder to another, with today's labels.

        Of a pool of more than 5,000 unlabelled names as many are drawn at random, the same ones each time.
        """
        queue = self._label_queue.get(number)
        definition = self._label_sets.definition(queue.label_set)
        with self._workspace.reading() as db:
            labelled = labels.in_set(db, queue.label_set)
        pool, norms = self._drawing.pool(definition, queue.settings), {normalise(one.name) for one in labelled}
        left = np.array([place for place, norm in enumerate(pool.norms) if norm not in norms], dtype=np.int64)
        open_names = len(left)
        if open_names > COMPARED:
            left = np.sort(np.random.default_rng(open_names).choice(left, COMPARED, replace=False))
        sides = [self._sides(definition, labelled, pool, left, encoder) for encoder in (before, after)]
        given, titles = [one.label for one in labelled], definition.titles
        (old, unlabelled_old), (new, unlabelled_new) = sides
        right_old, right_new = right(titles, old, given), right(titles, new, given)
        held = self._held_out(queue.label_set, labelled, after)
        return ChangedSuggestions(
            len(labelled),
            int(right_old.sum()),
            int(right_new.sum()),
            int(held.sum()),
            int(right_old[held].sum()),
            int(right_new[held].sum()),
            len(left),
            open_names,
            mean_margin(unlabelled_old),
            mean_margin(unlabelled_new),
            suggestion_changes(titles, [pool.texts[place] for place in left], unlabelled_old, unlabelled_new),
            suggestion_changes(titles, [one.name for one in labelled], old, new, given),
        )

    def _held_out(self, label_set: str, labelled: list[Label], id: str) -> np.ndarray:
        """Of each label, whether a version that was trained on this set did not learn from it: bool [n].

        False for all where the version is no such one, or learned from every label.
        """
        with self._workspace.reading() as db:
            version = models.get(db, id)
        data = version.recipe.get("data", {}) if version and version.recipe.get("labels") == label_set else {}
        if not data.get("slice"):
            return np.zeros(len(labelled), dtype=bool)
        held = slice_of(label_classes(self._workspace, label_set, data["upto"]).names)
        return np.array([normalise(one.name) in held for one in labelled], dtype=bool)

    def _sides(
        self, definition: Definition, labelled: list[Label], pool: Any, left: np.ndarray, id: str
    ) -> tuple[Side, Side]:
        """What an encoder suggests for the labelled names, each without itself, and for the unlabelled ones."""
        encoder = open_encoder(self._workspace, id)
        prototypes = self._drawing.prototypes(definition, encoder, by_class((one.label, one.name) for one in labelled))
        rows, given = (
            self._drawing.rows.encoded([one.name for one in labelled], encoder),
            [one.label for one in labelled],
        )
        wording = self._drawing.wording(definition, encoder)
        without_itself = suggested_without_itself(prototypes, rows, given, wording)
        return without_itself, suggested(prototypes, self._drawing.rows.of(pool, left, encoder))


def _classes(labelled: dict[str, Label]) -> dict[str, str]:
    return {norm: label.label for norm, label in labelled.items()}
