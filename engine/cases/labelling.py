"""Few-shot labelling: define a set, go through a queue of names, see how far each class is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from engine.cases.base import Cases
from engine.encoding import open_encoder
from engine.errors import BadInput, NotFound
from engine.labelling import sets
from engine.labelling.desk import AHEAD, BEHIND, Card, Desk, Kept, places_of, read, suggestions
from engine.labelling.drawing import Drawing, by_class
from engine.labelling.queue import CLASSES, TERMINOLOGY, QueueSettings
from engine.labelling.sets import Definition, LabelClass
from engine.standing import standing
from engine.text import normalise
from store import history, label_sets, labels, terminologies, undoing

NOBODY = "Say who you are (the profile name) before labelling, so that the label can be traced."


@dataclass(frozen=True)
class LabelQueue:
    """A kept queue: its number, its set, how it is drawn and who began it."""

    number: int
    label_set: str
    settings: QueueSettings
    who: str


class LabellingCases(Cases):
    """Label sets with a question, and queues of names that answer it."""

    @cached_property
    def _drawing(self) -> Drawing:
        return Drawing(self.workspace, self.ranker)

    def label_definitions(self) -> dict[str, Definition]:
        """Every label set with what it asks; a set of pasted labels asks for the classes that its labels have."""
        with self.workspace.reading() as db:
            kept = {name: found for name, found in label_sets.definitions(db).items() if found}
            used = {name: [one.label for one in labels.in_set(db, name)] for name in labels.sets(db)}
        found = {name: Definition.from_dict(name, definition) for name, definition in kept.items()}
        for name, titles in used.items():
            known = found.get(name, Definition(name, ()))
            new = tuple(LabelClass(title) for title in dict.fromkeys(titles) if title not in known.titles)
            if titles:
                found[name] = replace(known, classes=known.classes + new) if new else known
        return found

    def label_definition(self, label_set: str) -> Definition:
        """What one set asks; NotFound when there is no such set."""
        found = self.label_definitions().get(label_set)
        if found is None:
            raise NotFound(f"There is no label set “{label_set}” any more; choose another one, or define it again.")
        return found

    def define_label_set(self, definition: Definition, who: str) -> None:
        """Keep what a set asks, for a new set or one that is there; BadInput when it cannot be labelled."""
        definition.check()
        if not who.strip():
            raise BadInput(NOBODY)
        with self.workspace.writing() as db:
            label_sets.define(db, definition.label_set.strip(), definition.to_dict(), who.strip())

    def remove_label_set(self, label_set: str, who: str) -> int:
        """Take a set away; its labels are taken out as one action that can be undone. How many labels."""
        self.label_definition(label_set)
        with self.workspace.writing() as db:
            names = [one.name for one in labels.in_set(db, label_set)]
            label_sets.define(db, label_set, None, who)
            return labels.add(db, label_set, [(name, "") for name in names], who, normalise)

    def label_levels(self, terminology: str) -> dict[int, int]:
        """Level -> how many classes it would give: its concepts that have something below them."""
        return {
            level: len(codes) for level, codes in sets.levels_of(standing(self.workspace, terminology).parents).items()
        }

    def proposed_classes(self, terminology: str, how: str, at: str = "") -> tuple[LabelClass, ...]:
        """The classes that a terminology gives; see `engine.labelling.sets.classes_of`."""
        now = standing(self.workspace, terminology)
        live = {code: title for code, title in now.titles.items() if code not in now.obsolete}
        return sets.classes_of(how, at, live, now.parents)

    def start_label_queue(self, label_set: str, settings: QueueSettings, who: str) -> int:
        """The set's queue with these settings, begun where there is none; its number."""
        settings.check()
        definition = self.label_definition(label_set)
        if settings.source == CLASSES and not settings.terminology:
            settings = replace(settings, terminology=definition.terminology)
        if settings.source in (CLASSES, TERMINOLOGY) and not settings.terminology:
            raise BadInput("Choose the terminology that the names come from.")
        if settings.encoder == "current":
            settings = replace(settings, encoder=self._id("current"))
        open_encoder(self.workspace, settings.encoder)
        with self.workspace.writing() as db:
            return label_sets.add_queue(db, label_set, settings.to_dict(), who)

    def names_found(self, query: str, terminology: str, encoder: str, most: int) -> tuple[str, ...]:
        """The names that a search finds, best first: what a queue of a search result is drawn from."""
        from engine.importing import find, known

        chosen = known(self.workspace) if terminology == "all" else [find(self.workspace, terminology)]
        id = self._id(encoder)
        ranking = self.ranker.rank(query, chosen, open_encoder(self.workspace, id), id, most, "name")
        return tuple(dict.fromkeys(candidate.name for candidate in ranking.candidates))

    def label_queue(self, number: int) -> LabelQueue:
        """A queue; NotFound when there is none with this number."""
        with self.workspace.reading() as db:
            row = label_sets.queue(db, number)
        if row is None:
            raise NotFound(f"There is no label queue {number} in this workspace; begin one on the Labels page.")
        return LabelQueue(number, row["label_set"], QueueSettings.from_dict(row["settings"]), row["who"])

    def newest_label_queue(self, label_set: str) -> int | None:
        """The number of the queue that was begun last for a set."""
        with self.workspace.reading() as db:
            return label_sets.newest_queue(db, label_set)

    def queue_ready(self, number: int) -> bool:
        """Whether a queue's names are encoded already; where not, drawing takes as long as making an index."""
        queue = self.label_queue(number)
        pool = self._drawing.pool(self.label_definition(queue.label_set), queue.settings)
        return self._drawing.rows.ready(pool, open_encoder(self.workspace, queue.settings.encoder))

    def label_desk(self, number: int, who: str, second: bool = False) -> Desk:
        """What a person has before them in a queue; draws more names when they run low.

        `second`: they are the second annotator, so that the names that others labelled come, in the same order.
        """
        queue = self.label_queue(number)
        definition = self.label_definition(queue.label_set)
        kept, ended = self._kept(queue, who), second
        while not ended and len(kept.ahead(who, second)) < AHEAD:
            ended = not self._drawing.draw(number, definition, queue.settings)
            kept = self._kept(queue, who)
        ahead = kept.ahead(who, second)
        behind = kept.behind(who, ahead[0][1] if ahead else None)
        cards = self._cards(queue, definition, [*ahead[:AHEAD], *behind[:BEHIND]], kept, who)
        upto = min(AHEAD, len(ahead))
        mine = kept.said.get(who, {})
        done = sum(norm in mine for _, norm in kept.names)
        return Desk(cards[:upto], cards[upto:], len(ahead), done, ended)

    def label_in_queue(
        self, number: int, name: str, title: str, who: str, score: float | None = None, suggested: str = ""
    ) -> None:
        """Label a name of a queue; what was suggested for it, and by which encoder, is kept with the label."""
        queue = self.label_queue(number)
        if title not in self.label_definition(queue.label_set).titles:
            raise BadInput(f"“{title}” is no class of “{queue.label_set}”; choose one of its classes.")
        if not who.strip():
            raise BadInput(NOBODY)
        encoder = queue.settings.encoder
        origin = {"how": label_sets.QUEUED, "queue": number, "encoder": encoder, "score": score, "suggested": suggested}
        origin["sha256"] = open_encoder(self.workspace, encoder).sha256
        with self.workspace.writing() as db:
            labels.add(db, queue.label_set, [(name, title)], who.strip(), normalise)
            label_sets.came_from(db, queue.label_set, [name], who.strip(), normalise, **origin)

    def skip_in_queue(self, number: int, name: str, who: str) -> None:
        """Pass over a name: it does not come again for this person in this queue, unless they go back to it."""
        with self.workspace.writing() as db:
            label_sets.skip(db, number, normalise(name), who)

    def undo_label(self, label_set: str, who: str) -> str:
        """Take back the person's newest labelling in a set; what was undone, "" when there is nothing.

        BadInput when their newest labelling is of another set: the history page takes back that one.
        """
        with self.workspace.writing() as db:
            done = undoing.undo(db, who, (history.LABEL,))
            if not done:
                return ""
            of = db.execute("SELECT label_set FROM labels WHERE batch = ? LIMIT 1", [done[0].batch]).fetchone()
            if of and of[0] != label_set:
                raise BadInput(f"Your newest labels are in “{of[0]}”; open that set, or History, to take them back.")
            return done[0].title

    def label_progress(self, label_set: str) -> list[tuple[str, int]]:
        """(class, labelled names) in the set's order."""
        with self.workspace.reading() as db:
            counts = by_class((one.label, one.name) for one in labels.in_set(db, label_set))
        return [(title, len(counts.get(title, ()))) for title in self.label_definition(label_set).titles]

    def _kept(self, queue: LabelQueue, who: str) -> Kept:
        with self.workspace.reading() as db:
            return read(db, queue.number, queue.label_set, who)

    def _cards(
        self, queue: LabelQueue, definition: Definition, names: list[tuple[str, str]], kept: Kept, who: str
    ) -> tuple[Card, ...]:
        encoder = open_encoder(self.workspace, queue.settings.encoder)
        with self.workspace.reading() as db:
            standing_labels = labels.in_set(db, queue.label_set)
            slugs = [one.slug for one in terminologies.all_terminologies(db)]
            places = {norm: places_of(db, self.workspace, slugs, norm) for _, norm in names}
        labelled = by_class((one.label, one.name) for one in standing_labels)
        prototypes = self._drawing.prototypes(definition, encoder, labelled)
        rows = self._drawing.rows.encoded([name for name, _ in names], encoder)
        mine, found = kept.said.get(who, {}), []
        for (name, norm), row in zip(names, rows, strict=True):
            shown, best = suggestions(definition, queue.settings, prototypes, row)
            own = mine[norm].label if norm in mine else ""
            found.append(Card(name, norm, shown, best, *places[norm], own, norm in kept.skipped))
        return tuple(found)
