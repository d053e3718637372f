"""Queues: what they are drawn from and in which order, and which names come next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from engine.errors import BadInput, NotFound
from engine.labelling.orders import ORDERS, RANDOM, OrderFeatures, shuffled
from engine.labelling.pool import NamePool
from engine.labelling.prototypes import Prototypes
from store import label_sets
from store.sqlite import Database

CLASSES, TERMINOLOGY, LIST, SEARCH = "classes", "terminology", "list", "search"
SOURCES = (CLASSES, TERMINOLOGY, LIST, SEARCH)
BLOCK = 20  # names drawn at a time; the next ones are drawn with the labels given meanwhile
SAMPLE = 20_000  # of a larger pool, this many names are looked at for a block
MOST_LISTED = 50_000


@dataclass(frozen=True)
class QueueSettings:
    """How a queue is drawn: the same settings on the same set are the same queue.

    source: the classes' subtree, a terminology, a list of names (pasted, or what a search for `query` found). `hidden`
    says that suggestions are not shown; random order always hides them, since a gold set must owe the model nothing.
    """

    order: str
    encoder: str
    source: str = CLASSES
    terminology: str = ""
    names: tuple[str, ...] = ()
    query: str = ""
    seed: int = 0
    hidden: bool = False

    def check(self) -> None:
        """BadInput, in one sentence, for settings that make no queue."""
        if self.order not in (*ORDERS, RANDOM):
            raise BadInput(f"There is no order “{self.order}”; choose one of {', '.join((*ORDERS, RANDOM))}.")
        if self.source not in SOURCES:
            raise BadInput(f"A queue is drawn from {', '.join(SOURCES)}, not from “{self.source}”.")
        if self.source in (LIST, SEARCH) and not self.names:
            raise BadInput("There is no name in the list; paste names, one a line, or search for some.")
        if len(self.names) > MOST_LISTED:
            raise BadInput(f"The list has {len(self.names):,} names; a queue takes {MOST_LISTED:,} at most.")

    def to_dict(self) -> dict[str, Any]:
        """What is kept."""
        return asdict(self) | {"names": list(self.names), "hidden": self.hidden or self.order == RANDOM}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> QueueSettings:
        """Settings as they were kept."""
        return cls(**{**stored, "names": tuple(stored["names"])})


@dataclass(frozen=True)
class LabelQueue:
    """A stored queue: its number, its set, how it is drawn and who began it."""

    number: int
    label_set: str
    settings: QueueSettings
    who: str


def queue_of(db: Database, number: int) -> LabelQueue:
    """A stored queue; NotFound when there is none with this number."""
    row = label_sets.queue(db, number)
    if row is None:
        raise NotFound(f"There is no label queue {number} in this workspace; begin one on the Labels page.")
    return LabelQueue(number, row["label_set"], QueueSettings.from_dict(row["settings"]), row["who"])


@dataclass(frozen=True)
class FeatureSource:
    """Functions that give an order what it decides by, called only for the orders that need it."""

    rows: Callable[[np.ndarray], np.ndarray]  # positions in the pool -> float32 [n, dim]
    prototypes: Callable[[], Prototypes]
    counts: Callable[[], np.ndarray]
    centres: Callable[[], np.ndarray]


def next_positions(
    pool: NamePool,
    settings: QueueSettings,
    taken: Collection[str],
    drawn: int,
    source: FeatureSource,
    count: int = BLOCK,
) -> list[int]:
    """The positions in the pool of the next `count` names; fewer when it ends.

    taken: normalised names that are queued or labelled already; drawn: how many names the queue has had, so that each
    block of a large pool looks at a sample of its own, the same one whenever it is drawn again.
    """
    if settings.order == RANDOM:
        order = shuffled(len(pool), settings.seed)
        return [int(at) for at in order if pool.norms[at] not in taken][:count]
    left = np.array([at for at, norm in enumerate(pool.norms) if norm not in taken], dtype=np.int64)
    if len(left) > SAMPLE:
        rng = np.random.default_rng([settings.seed, drawn])
        left = np.sort(rng.choice(left, SAMPLE, replace=False))
    if not len(left):
        return []
    rows = source.rows(left)
    names = OrderFeatures(rows, source.prototypes().scores(rows), source.counts(), source.centres())
    return [int(at) for at in left[ORDERS[settings.order](names, count)]]
