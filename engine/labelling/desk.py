"""A label queue as one person sees it: the names ahead with suggestions and context, the ones behind, the progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sqlite_utils import Database

from engine.hierarchy import path_to_root
from engine.labelling.orders import RANDOM
from engine.labelling.queue import QueueSettings
from engine.labelling.sets import Definition
from engine.labelling.suggestions import Prototypes
from engine.standing import standing_in
from engine.text import normalise
from engine.workspace import Workspace
from store import label_sets, labels, terminologies
from store.records.terminology import Label

AHEAD, BEHIND = 8, 12  # cards made for a look: the window shows the next one before it has asked for more
BUTTONS = 9
PLACES = 3  # concepts named with a card


@dataclass(frozen=True)
class Place:
    """A concept that a name denotes, with the preferred names above it, the top one first."""

    terminology: str
    concept: str
    preferred: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """One name to label. `suggestions`: (class, score) for the buttons, score None where suggestions are hidden.

    `best` is the class that scores best, "" where hidden; `mine` the class that this person gave before, if any.
    """

    name: str
    norm: str
    suggestions: tuple[tuple[str, float | None], ...]
    best: str
    places: tuple[Place, ...]
    more_places: int
    mine: str = ""
    skipped: bool = False


@dataclass(frozen=True)
class Desk:
    """What one person has before them: the next cards, the last ones, and how much there is.

    `waiting`: names queued and still to be labelled by this person; `done`: those of the queue that they labelled;
    `ended`: nothing more can be drawn.
    """

    ahead: tuple[Card, ...]
    behind: tuple[Card, ...]
    waiting: int
    done: int
    ended: bool


@dataclass(frozen=True)
class Kept:
    """What a look at a queue reads: the names in order, who said what, what stands, and what this person skipped."""

    names: list[tuple[str, str]]
    said: dict[str, dict[str, Label]]
    standing: dict[str, str]
    skipped: set[str]

    def ahead(self, who: str, second: bool) -> list[tuple[str, str]]:
        """The names that `who` has before them: those nobody labelled or, the second time, those that others did."""
        mine = self.said.get(who, {})
        others = {norm for person, own in self.said.items() if person != who for norm in own}
        done = mine.keys() | self.skipped
        return [
            (name, norm)
            for name, norm in self.names
            if norm not in done and (norm in others if second else norm not in self.standing and norm not in others)
        ]

    def behind(self, who: str, upto: str | None) -> list[tuple[str, str]]:
        """The names that `who` labelled or skipped and that stand before `upto` in the queue, the nearest first."""
        mine = self.said.get(who, {})
        before = []
        for name, norm in self.names:
            if norm == upto:
                break
            if norm in mine or norm in self.skipped:
                before.append((name, norm))
        return before[::-1]


def read(db: Database, number: int, label_set: str, who: str) -> Kept:
    """What is kept of a queue and its set."""
    return Kept(
        label_sets.queued(db, number),
        label_sets.said(db, label_set),
        {normalise(one.name): one.label for one in labels.in_set(db, label_set)},
        label_sets.skipped(db, number, who),
    )


def suggestions(
    definition: Definition, settings: QueueSettings, prototypes: Prototypes, row: np.ndarray
) -> tuple[tuple[tuple[str, float | None], ...], str]:
    """What stands on the buttons, and the best class.

    Up to nine classes keep their places, so that a key always means the same; of more, the nine best come, best first.
    Hidden, the first nine stand in the set's order, without scores.
    """
    if settings.hidden or settings.order == RANDOM:
        return tuple((title, None) for title in definition.titles[:BUTTONS]), ""
    ranked = prototypes.ranked(row)
    best = ranked[0][0] if row.any() else ""
    if len(ranked) > BUTTONS:
        return tuple(ranked[:BUTTONS]), best
    scores = dict(ranked)
    return tuple((title, scores[title]) for title in definition.titles), best


def places_of(db: Database, workspace: Workspace, slugs: Sequence[str], norm: str) -> tuple[tuple[Place, ...], int]:
    """The concepts that a name denotes exactly, three at most, and how many more there are."""
    rows = terminologies.exact_names(db, slugs, norm)
    once = {(row["slug"], row["code"]): row["preferred"] for row in rows}
    found = []
    for (slug, code), preferred in list(once.items())[:PLACES]:
        now = standing_in(db, workspace, slug)
        path = tuple(now.titles.get(above, above) for above in path_to_root(code, now.parents)[:0:-1])
        found.append(Place(slug, code, preferred, path))
    return tuple(found), max(0, len(once) - PLACES)
