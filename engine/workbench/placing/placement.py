"""Where a name belongs: parents ranked, accepted, refused and taken back."""

from __future__ import annotations

from collections.abc import Hashable
from operator import itemgetter
from typing import Any

from engine.errors import BadInput
from engine.models.open import encoder_sha256, open_encoder
from engine.placement.placer import Placer
from engine.placement.records import Placing
from engine.terminology.lookup import find
from engine.terminology.person import named
from engine.text import normalise
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workbench.past.history import History
from engine.workbench.terminologies.edits import Edits
from engine.workbench.terminologies.hierarchy_edits import HierarchyEdits
from engine.workspace import Workspace
from store import history, refusals
from store.edits import ADD, PARENT, Change
from store.records.terminology import Entry, HistoryFilter
from store.records.training import CURRENT
from store.refusals import Refusal

ACTIONS = (history.DO, history.BACK, history.REDO)
NEWEST = 200  # entries of the history read for the newest that was not taken back


class Placement:
    """Ranks parents for names and keeps what people decide about them."""

    def __init__(
        self,
        workspace: Workspace,
        placer: Placer,
        edits: Edits,
        hierarchy_edits: HierarchyEdits,
        history: History,
        encoders: EncoderResolver,
        jobs: Jobs,
    ) -> None:
        self._workspace = workspace
        self._placer = placer
        self._edits = edits
        self._hierarchy_edits = hierarchy_edits
        self._history = history
        self._encoders = encoders
        self._jobs = jobs

    def rank_parents(
        self, text: str, terminology: str, encoder: str = CURRENT, top: int = 10, concept: str = ""
    ) -> Placing:
        """The `top` best parents for a name, or for an existing `concept`; see `Placer.place`."""
        found = find(self._workspace, terminology)
        id, opened = self._encoders.open(encoder)
        return self._placer.place(text, found, opened, id, top, concept)

    def accept(
        self,
        placing: Placing,
        parent: str,
        who: str,
        concept: str = "",
        code: str = "",
        reason: str = "",
    ) -> str:
        """Puts the placed name under a parent, as a new concept or as a further parent of `concept`; the concept's id.

        A new concept gets `code`, else the next free id. The score and encoder that the person saw are kept. BadInput
        for a new concept whose name the parent has itself, or a concept that stands under it.
        """
        score = next((one.score for one in placing.parents if one.id == parent), None)
        seen: dict[str, Any] = {"reason": reason, "query": placing.text, "score": score, "model": placing.encoder}
        slug = placing.terminology
        if concept:
            self._edits.apply([Change(ADD, slug, concept, parent, kind=PARENT, **seen)], who)
            return concept
        return self._hierarchy_edits.add_below(slug, parent, placing.text, who, code, **seen)

    def refuse(
        self,
        terminology: str,
        text: str,
        parent: str,
        who: str,
        score: float | None = None,
        encoder: str = "",
        comment: str = "",
        refused: bool = True,
    ) -> None:
        """Records that a name does not belong under a parent; with `refused` False, that it may after all."""
        who = named(who, "before refusing", "the refusal")
        sha256 = encoder_sha256(self._workspace, encoder) if encoder else ""
        refusal = Refusal(terminology, text, parent, who, "", score, encoder, sha256, comment)
        with self._workspace.writing() as db:
            refusals.add(db, [refusal], normalise, refused)

    def refusals(self, terminology: str, text: str) -> dict[str, Refusal]:
        """Parent id -> the refusal in force for this name; NotFound for a terminology that is not there."""
        norm = normalise(text)
        with self._workspace.reading() as db:
            find(self._workspace, terminology, db)
            return {parent: refusal for (_, parent), refusal in refusals.in_force(db, terminology, norm).items()}

    def undo(self, who: str) -> str:
        """Takes back the person's newest refusals, made together, or change; what it was in words, "" when there is
        none."""
        if refused := self._refused_last(who):
            self._say_again(refused, refused=False)
            if len(refused) > 1:
                return f"{len(refused):,} refused parents may be chosen again"
            return _allowed_again(refused[0])
        entry = self._history.undo(who)
        return entry.title if entry else ""

    def next_undo(self, who: str) -> Entry | None:
        """The change that `undo` would take back now; None where that is a refusal, or where there is nothing."""
        return None if self._refused_last(who) else self._history.next_undo(who)

    def redo(self, who: str) -> str:
        """Does again what the person took back last, refusals or a change, unless they have done anything since; what
        it was in words, "" when there is nothing."""
        undone = self._undone_last(who)
        if isinstance(undone, list):
            self._say_again(undone)
            if len(undone) > 1:
                return f"{len(undone):,} parents are refused again"
            return _refused_again(undone[0])
        entry = self._history.redo(who) if undone else None
        return entry.title if entry else ""

    def _say_again(self, together: list[Refusal], refused: bool = True) -> None:
        """Keeps what the person saw as it is stored: the encoder may have changed since, or be gone."""
        with self._workspace.writing() as db:
            refusals.add(db, together, normalise, refused)

    def _refused_last(self, who: str) -> list[Refusal]:
        """The person's newest refusals in force that were made together, none where they have changed something
        since."""
        with self._workspace.reading() as db:
            refused = refusals.newest(db, who)
            actions = (entry for entry in history.entries(db, HistoryFilter(who=who), NEWEST) if entry.role in ACTIONS)
            edited = next((entry.when for entry in actions if entry.stands), "")
        return refused if refused and refused[0].when >= edited else []

    def _undone_last(self, who: str) -> list[Refusal] | Entry | None:
        """What the person took back last and has not done again; None where they have done something else since."""
        with self._workspace.reading() as db:
            own_refusals = refusals.of_person(db, who, NEWEST)
            entries = history.entries(db, HistoryFilter(who=who), NEWEST)[::-1]
        steps: list[tuple[str, list[Refusal] | Entry, Hashable, bool]] = [
            *((some[0].when, some, _what_is_refused(some), not refused) for some, refused in own_refusals),
            *((one.when, one, one.of or one.id, one.role == history.UNDO) for one in entries if one.id == one.act),
        ]
        undone: dict[Hashable, list[Refusal] | Entry] = {}
        for _, step, thing, taken_back in sorted(steps, key=itemgetter(0)):
            again = undone.pop(thing, None) is not None
            if taken_back:
                undone[thing] = step
            elif not again:
                undone.clear()
        return next(reversed(undone.values()), None)

    def measure(
        self, terminology: str, encoders: list[str], queries: int = 500, seed: int = 0, draws: int = 10_000
    ) -> dict[str, Any]:
        """Hit@k and MRR of the true parents of held-out concepts, of each encoder and of plainer ways to score."""
        from engine.placement.measuring import measure_placing

        if queries < 1 or draws < 1:
            raise BadInput(f"Asked for {queries} queries and {draws} draws; choose at least 1 of each.")
        opened = {id: open_encoder(self._workspace, id) for id in dict.fromkeys(self._encoders.ids(encoders))}
        found = find(self._workspace, terminology)
        return measure_placing(self._placer, found, opened, queries, seed).report(draws, seed)

    def start_levels(self, terminology: str, root: str, encoders: list[str], levels: int = 4) -> int:
        """A run in a child process that measures encoders level by level below `root`; its number."""
        if not encoders:
            raise BadInput("Choose at least one encoder to measure.")
        found, ids = find(self._workspace, terminology), self._encoders.ids(encoders)
        recipe = {"terminology": found.slug, "root": root, "levels": levels, "encoders": list(dict.fromkeys(ids))}
        return self._jobs.start("levels", f"Levels below {root} of {found.title}", recipe)


def _allowed_again(one: Refusal) -> str:
    return f"{one.parent} may be a parent of “{one.text}” again" if one.parent else f"“{one.text}” is undecided again"


def _refused_again(one: Refusal) -> str:
    return f"{one.parent} is refused for “{one.text}” again" if one.parent else f"“{one.text}” is put aside again"


def _what_is_refused(together: list[Refusal]) -> Hashable:
    """Which names under which parents, whoever says so and when."""
    return frozenset((one.terminology, normalise(one.text), one.parent) for one in together)
