"""A label queue as one person sees it: the names ahead with suggestions and context, the ones behind, the progress."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.labelling.cards import Card, denoted_concepts
from engine.labelling.definitions import definition_of
from engine.labelling.drawing import Drawing, by_class
from engine.labelling.queue import LabelQueue, queue_of
from engine.labelling.sets import Definition
from engine.labelling.suggestions import suggestions
from engine.models.open import open_encoder
from store import label_sets, terminologies
from store.sqlite import Database

AHEAD, BEHIND = 8, 12  # cards made at a time: the window shows the next one before it has asked for more


@dataclass(frozen=True)
class Desk:
    """What one person has before them: the next cards, the last ones, and how much there is.

    `waiting`: names queued and still to be labelled by this person; `labelled`: those of the queue that they labelled;
    `ended`: nothing more can be drawn. `progress`: (class, labelled names) in the set's order. `ready` is False, and no
    card is there, where names must be encoded first; `terminologies`: short name -> title.
    """

    ahead: tuple[Card, ...]
    behind: tuple[Card, ...]
    waiting: int
    labelled: int
    ended: bool
    queue: LabelQueue
    definition: Definition
    progress: tuple[tuple[str, int], ...]
    terminologies: dict[str, str]
    ready: bool = True


@dataclass(frozen=True)
class QueueState:
    """A queue and its set as they are stored, for one person.

    names: (name, normalised) in the queue's order; given: normalised name -> the class that this person gave it;
    by_others: the names that others labelled; current: normalised name -> (name, class) in the set; skipped: the names
    that this person passed over.
    """

    names: list[tuple[str, str]]
    given: dict[str, str]
    by_others: set[str]
    current: dict[str, tuple[str, str]]
    skipped: set[str]

    def ahead(self, second: bool) -> list[tuple[str, str]]:
        """The names before the person: those nobody labelled or, for a second annotator, those that others did."""
        passed = self.given.keys() | self.skipped
        return [
            (name, norm)
            for name, norm in self.names
            if norm not in passed
            and (norm in self.by_others if second else norm not in self.current and norm not in self.by_others)
        ]

    def behind(self, upto: str | None) -> list[tuple[str, str]]:
        """The names that the person labelled or skipped before `upto` in the queue, the nearest first."""
        before = []
        for name, norm in self.names:
            if norm == upto:
                break
            if norm in self.given or norm in self.skipped:
                before.append((name, norm))
        return before[::-1]


def read_queue_state(db: Database, drawing: Drawing, queue: LabelQueue, who: str) -> QueueState:
    """A queue and its own set as they are stored, for `who`; no other set is read."""
    names, own = label_sets.queued(db, queue.number), drawing.sets.read(db, queue.label_set)
    return QueueState(names, *own.given_by(who), own.current, label_sets.skipped(db, queue.number, who))


def open_desk(drawing: Drawing, number: int, who: str, second: bool = False, build: bool = True) -> Desk:
    """The desk of `who` at queue `number`; draws more names when they run low. Everything over one connection.

    second: they are the second annotator, so that the names that others labelled come, in the same order; build:
    whether names that the encoder has not read are encoded first, else the desk is not `ready`. NotFound for a queue
    or a set that is gone.
    """
    with drawing.workspace.reading() as db:
        queue = queue_of(db, number)
        state = read_queue_state(db, drawing, queue, who)
        counts = Counter(title for _, title in state.current.values())
        definition = definition_of(db, queue.label_set, counts)
        known = {one.slug: one.title for one in terminologies.all_terminologies(db)}
        progress = tuple((title, counts[title]) for title in definition.titles)
        about = (queue, definition, progress, known)
        encoder = open_encoder(drawing.workspace, queue.settings.encoder, db)
        if not build and not drawing.ready(queue.settings, encoder, db):
            return Desk((), (), 0, 0, False, *about, ready=False)
        ended = second
        while not ended and len(state.ahead(second)) < AHEAD:
            ended = not drawing.draw(db, number, definition, queue.settings)
            state = read_queue_state(db, drawing, queue, who)
        ahead = state.ahead(second)
        behind = state.behind(ahead[0][1] if ahead else None)
        cards = make_cards(db, drawing, queue, definition, [*ahead[:AHEAD], *behind[:BEHIND]], state)
    upto = min(AHEAD, len(ahead))
    labelled = sum(norm in state.given for _, norm in state.names)
    return Desk(cards[:upto], cards[upto:], len(ahead), labelled, ended, *about)


def make_cards(
    db: Database,
    drawing: Drawing,
    queue: LabelQueue,
    definition: Definition,
    names: list[tuple[str, str]],
    state: QueueState,
) -> tuple[Card, ...]:
    """A card for each (name, normalised), with the suggestions that the set's labels give now."""
    encoder = open_encoder(drawing.workspace, queue.settings.encoder, db)
    labelled = by_class((title, name) for name, title in state.current.values())
    prototypes = drawing.prototypes(definition, encoder, labelled, db)
    rows = drawing.rows.encoded([name for name, _ in names], encoder)
    denoted = denoted_concepts(db, drawing.workspace, [norm for _, norm in names])
    found = []
    for (name, norm), row in zip(names, rows, strict=True):
        shown, best = suggestions(definition, queue.settings, prototypes, row)
        found.append(Card(name, norm, shown, best, *denoted[norm], state.given.get(norm, ""), norm in state.skipped))
    return tuple(found)
