"""What labelling comes to: how far two people agree, a training on exactly these labels, and what it moved."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.cases.labelling import NOBODY, LabellingCases
from engine.encoding import open_encoder
from engine.errors import BadInput
from engine.labelling.agreement import Agreement, agreement, in_words
from engine.labelling.changed import Changed, Side, mean_margin, moved, right, suggested, suggested_without_itself
from engine.labelling.drawing import by_class
from engine.labelling.sets import Definition
from engine.text import normalise
from store import label_sets, labels
from store.records.terminology import Label
from store.records.training import TrainingRun

LOOKED_AT = 5_000  # unlabelled names of a pool that two models are compared on


@dataclass(frozen=True)
class Difference:
    """A name that two people put into different classes; `settled` is the class that it was resolved to."""

    name: str
    one: str
    other: str
    settled: str = ""
    settled_by: str = ""


@dataclass(frozen=True)
class Agreed:
    """The agreement of two people with what kappa is called, and each difference."""

    figures: Agreement
    called: str
    differences: tuple[Difference, ...]


class LabelResultCases(LabellingCases):
    """Agreement, training and what changed."""

    def label_people(self, label_set: str) -> dict[str, int]:
        """Who labelled how many names of a set, counting what they said and did not take back, most first."""
        with self.workspace.reading() as db:
            said = label_sets.said(db, label_set)
        return dict(sorted(((who, len(own)) for who, own in said.items()), key=lambda pair: (-pair[1], pair[0])))

    def label_agreement(self, label_set: str, one: str, other: str) -> Agreed:
        """How far two people agree on the names of a set that both labelled; resolving changes nothing of it."""
        with self.workspace.reading() as db:
            said, settled = label_sets.said(db, label_set), label_sets.resolved(db, label_set)
        first, second = said.get(one, {}), said.get(other, {})
        figures = agreement(one, other, _classes(first), _classes(second))
        differences = []
        for norm in figures.differ:
            done = settled.get(norm)
            differences.append(
                Difference(
                    first[norm].name,
                    first[norm].label,
                    second[norm].label,
                    done.label if done else "",
                    done.who if done else "",
                )
            )
        return Agreed(figures, "" if figures.kappa is None else in_words(figures.kappa), tuple(differences))

    def resolve_label(self, label_set: str, name: str, title: str, who: str) -> None:
        """Settle a disagreement: a label by whoever resolves it, which counts from now on; an undo takes it back."""
        if title not in self.label_definition(label_set).titles:
            raise BadInput(f"“{title}” is no class of “{label_set}”; choose one of its classes.")
        if not who.strip():
            raise BadInput(NOBODY)
        with self.workspace.writing() as db:
            heading = f"“{name}” resolved as “{title}” in “{label_set}”"
            labels.add(db, label_set, [(name, title)], who.strip(), normalise, heading)
            label_sets.came_from(db, label_set, [name], who.strip(), normalise, how=label_sets.RESOLVED)

    def label_recipe(self, label_set: str, preset: str = "few-shot", input: str = "vectors") -> dict[str, Any]:
        """A few-shot preset over every label of a set as it stands; BadInput for a preset that learns no classes."""
        from engine.presets import PRESETS

        if preset not in PRESETS or PRESETS[preset]["data"]["name"] != "top-classes":
            raise BadInput(f"“{preset}” does not learn classes; choose a few-shot preset.")
        recipe = copy.deepcopy(PRESETS[preset])
        return recipe | {"labels": label_set, "input": self._id(input), "data": {"name": "every-label", "upto": 0}}

    def with_these_labels(self, recipe: Mapping[str, Any]) -> dict[str, Any]:
        """The recipe held to the labels as they stand now: what is labelled while it trains does not count."""
        with self.workspace.reading() as db:
            return {**recipe, "data": {"name": "every-label", "upto": label_sets.last_label(db)}}

    def making_searchable(self, encoder: str) -> TrainingRun | None:
        """The run that is encoding all names with this encoder at the moment, if one is."""
        return next((run for run in self._running("index") if run.recipe.get("encoder") == encoder), None)

    def make_searchable(self, encoder: str) -> int:
        """Encode all names with this encoder in a child process; the number of the run that is at it."""
        running = self.making_searchable(encoder)
        title = f"Making {encoder} searchable"
        return running.id if running else self._spawned(self.queue("index", title, {"encoder": encoder}))

    def label_changes(self, number: int, before: str, after: str) -> Changed:
        """How the suggestions of a queue's set and pool moved from one encoder to another, with today's labels.

        Of a pool of more than 5,000 unlabelled names as many are drawn at random, the same ones each time.
        """
        queue = self.label_queue(number)
        definition = self.label_definition(queue.label_set)
        with self.workspace.reading() as db:
            kept = labels.in_set(db, queue.label_set)
        pool, done = self._drawing.pool(definition, queue.settings), {normalise(one.name) for one in kept}
        left = np.array([place for place, norm in enumerate(pool.norms) if norm not in done], dtype=np.int64)
        open_names = len(left)
        if open_names > LOOKED_AT:
            left = np.sort(np.random.default_rng(open_names).choice(left, LOOKED_AT, replace=False))
        sides = [self._sides(definition, kept, pool, left, encoder) for encoder in (before, after)]
        given, titles = [one.label for one in kept], definition.titles
        (old, unlabelled_old), (new, unlabelled_new) = sides
        return Changed(
            len(kept),
            right(titles, old, given),
            right(titles, new, given),
            len(left),
            open_names,
            mean_margin(unlabelled_old),
            mean_margin(unlabelled_new),
            moved(titles, [pool.texts[place] for place in left], unlabelled_old, unlabelled_new),
            moved(titles, [one.name for one in kept], old, new, given),
        )

    def _sides(
        self, definition: Definition, kept: list[Label], pool: Any, left: np.ndarray, id: str
    ) -> tuple[Side, Side]:
        """What an encoder suggests for the labelled names, each without itself, and for the unlabelled ones."""
        encoder = open_encoder(self.workspace, id)
        prototypes = self._drawing.prototypes(definition, encoder, by_class((one.label, one.name) for one in kept))
        rows, given = self._drawing.rows.encoded([one.name for one in kept], encoder), [one.label for one in kept]
        wording = self._drawing.wording(definition, encoder)
        labelled = suggested_without_itself(prototypes, rows, given, wording)
        return labelled, suggested(prototypes, self._drawing.rows.of(pool, left, encoder))


def _classes(said: dict[str, Label]) -> dict[str, str]:
    return {norm: label.label for norm, label in said.items()}
