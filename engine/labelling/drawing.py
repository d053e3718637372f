"""Draws the next names of a queue and makes the prototypes of a set; keeps pools and rows at hand between two looks."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from engine.encoding import NameEncoder, open_encoder
from engine.labelling.pool import Pool, Rows, pool_from, pool_of
from engine.labelling.queue import BLOCK, CLASSES, TERMINOLOGY, Look, QueueSettings, next_places
from engine.labelling.sets import Definition, members
from engine.labelling.suggestions import Prototypes, prototypes
from engine.ranking import Ranker
from engine.standing import standing
from engine.text import normalise
from engine.workspace import Workspace
from store import edits, label_sets, labels, terminologies

MOST_POOLS = 4  # kept at hand


class Drawing:
    """Pools, rows and prototypes of one workspace."""

    def __init__(self, workspace: Workspace, ranker: Ranker) -> None:
        self.workspace, self.ranker = workspace, ranker
        self.rows = Rows(workspace, ranker.indexes)
        self._pools: dict[tuple[Any, ...], Pool] = {}
        self._lock = threading.Lock()

    def pool(self, definition: Definition, settings: QueueSettings) -> Pool:
        """The names that a queue is drawn from, as edited."""
        with self.workspace.reading() as db:
            last = edits.last_id(db)
        key = (definition, settings.source, settings.terminology, settings.names, last)
        with self._lock:
            if key not in self._pools:
                while len(self._pools) >= MOST_POOLS:
                    del self._pools[next(iter(self._pools))]
                self._pools[key] = self._read(definition, settings)
            return self._pools[key]

    def prototypes(
        self, definition: Definition, encoder: NameEncoder, labelled: Mapping[str, Sequence[str]]
    ) -> Prototypes:
        """The prototypes of a set under an encoder. labelled: class -> its labelled names."""
        rows = {title: self.rows.encoded(names, encoder) for title, names in labelled.items()}
        without = [title for title, own in rows.items() if own.any()]
        return prototypes(definition.titles, rows, self.wording(definition, encoder, without))

    def wording(
        self, definition: Definition, encoder: NameEncoder, without: Collection[str] = ()
    ) -> dict[str, np.ndarray]:
        """Class -> the rows of its title and its concept's names, but for the classes `without`."""
        found = {}
        with self.workspace.reading() as db:
            for one in definition.classes:
                if one.title in without:
                    continue
                texts = [one.title]
                if one.concept:
                    concept = terminologies.concept(db, definition.terminology, one.concept)
                    texts += [name.text for name in concept.names] if concept else []
                found[one.title] = self.rows.encoded(list(dict.fromkeys(texts)), encoder)
        return found

    def draw(self, number: int, definition: Definition, settings: QueueSettings) -> int:
        """Append the next block to a queue, drawn with the labels as they stand; how many names came."""
        with self.workspace.reading() as db:
            queued, kept = label_sets.queued(db, number), labels.in_set(db, definition.label_set)
        encoder, pool = open_encoder(self.workspace, settings.encoder), self.pool(definition, settings)
        labelled = by_class((one.label, one.name) for one in kept)
        taken = {norm for _, norm in queued} | {normalise(one.name) for one in kept}
        counts = np.array([len(labelled.get(title, ())) for title in definition.titles])
        seen = [name for name, _ in queued] + [one.name for one in kept]
        look = Look(
            lambda places: self.rows.of(pool, places, encoder),
            lambda: self.prototypes(definition, encoder, labelled),
            lambda: counts,
            lambda: self.rows.encoded(list(dict.fromkeys(seen)), encoder),
        )
        places = next_places(pool, settings, taken, len(queued), look, BLOCK)
        if places:
            with self.workspace.writing() as db:
                label_sets.extend(db, number, [(pool.texts[at], pool.norms[at]) for at in places], len(queued))
        return len(places)

    def _read(self, definition: Definition, settings: QueueSettings) -> Pool:
        if settings.source not in (CLASSES, TERMINOLOGY):
            return pool_from(settings.names)
        inside = None
        if settings.source == CLASSES and settings.terminology == definition.terminology:
            inside = members(definition, standing(self.workspace, definition.terminology).parents) or None
        return pool_of(self.workspace, self.ranker, settings.terminology, inside)


def by_class(pairs: Any) -> dict[str, list[str]]:
    """(class, name) pairs -> class -> names."""
    found: dict[str, list[str]] = {}
    for label, name in pairs:
        found.setdefault(label, []).append(name)
    return found
