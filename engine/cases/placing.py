"""Names placed in a hierarchy: parents proposed, accepted, refused and taken back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.cases.edits import EditCases
from engine.cases.history import HistoryCases
from engine.editing import NEW
from engine.encoding import encoder_sha256, open_encoder
from engine.errors import BadInput
from engine.importing import find
from engine.text import normalise
from store import history, refusals
from store.edits import ADD, CONCEPT, PARENT, WITHDRAW, Change
from store.records.terminology import Wanted
from store.refusals import Refusal

if TYPE_CHECKING:
    from engine.placing.family import Family
    from engine.placing.placer import Placer
    from engine.placing.records import Fault, Placing
    from engine.placing.tree import Node

STANDS = (history.DO, history.BACK, history.REDO)
TRIES = 3  # at an id for a new concept, when another window takes it first
LOOKED = 200  # entries of the history seen for the newest that still stands


class PlacingCases(EditCases, HistoryCases):
    """Where a name belongs, and the hierarchy as a tree."""

    @cached_property
    def placer(self) -> Placer:
        """The hierarchies of this workspace, kept in memory."""
        from engine.placing.placer import Placer

        return Placer(self.workspace, self.ranker)

    def place(self, text: str, terminology: str, encoder: str = "current", top: int = 10, concept: str = "") -> Placing:
        """Ranked parents for a name, or for an existing `concept`; see `engine.placing.placer.Placer.place`."""
        id = self._id(encoder)
        found = find(self.workspace, terminology)
        return self.placer.place(text, found, open_encoder(self.workspace, id), id, top, concept)

    def family(self, terminology: str) -> Family:
        """The concepts of a terminology with their parents and children as they stand; look, do not change."""
        return self.placer.families.of(find(self.workspace, terminology).slug)

    def tree_nodes(self, terminology: str, code: str = "", start: int = 0) -> list[Node]:
        """The children of a concept, or the roots."""
        from engine.placing.tree import nodes

        return nodes(self.family(terminology), code, start)

    def find_concepts(self, terminology: str, text: str, limit: int = 12) -> list[Node]:
        """Concepts by the beginning of their id or by words of their name."""
        from engine.placing.tree import found

        return found(self.family(terminology), text, limit)

    def faults(self, terminology: str, root: str = "", limit: int = 500) -> tuple[list[Fault], int]:
        """Links that close a cycle or skip a level, and how many there are."""
        from engine.placing.tree import faults

        return faults(self.family(terminology), root, limit)

    def withdraw_parent(self, terminology: str, child: str, parent: str, who: str, reason: str = "") -> int:
        """Take a concept from under a parent; the batch of the edit."""
        return self.apply_changes([Change(WITHDRAW, terminology, child, parent, reason, kind=PARENT)], who)

    def accept_parent(
        self,
        placing: Placing,
        parent: str,
        who: str,
        concept: str = "",
        code: str = "",
        reason: str = "",
    ) -> str:
        """Put the placed name under a parent: as a new concept, or an existing `concept` as well; its id.

        A new concept gets `code`, else the next free id. The score and encoder that the person saw are kept.
        """
        score = next((one.score for one in placing.parents if one.id == parent), None)
        seen: dict[str, Any] = {"reason": reason, "query": placing.text, "score": score, "model": placing.encoder}
        slug, own = placing.terminology, concept or code.strip()
        if concept:
            self.apply_changes([Change(ADD, slug, concept, parent, kind=PARENT, **seen)], who)
            return concept

        def changes(first: int) -> list[Change]:
            made = own or numbered(first)
            return [
                Change(ADD, slug, made, placing.text, kind=CONCEPT, **seen),
                Change(ADD, slug, made, parent, kind=PARENT, **seen),
            ]

        _, done = self.with_new_codes(slug, changes, who, tries=1 if own else TRIES)
        return done[0].concept_id

    def with_new_codes(
        self,
        terminology: str,
        made: Callable[[int], list[Change]],
        who: str,
        title: str = "",
        tries: int = TRIES,
    ) -> tuple[int, list[Change]]:
        """Apply changes whose new ids count from a free number; the batch, and the changes that were made.

        Where another window takes an id first, later ones are tried.
        """
        for left in reversed(range(tries)):
            first = int(self.new_code(terminology).removeprefix(NEW))
            changes = made(first)
            try:
                return self.apply_changes(changes, who, title), changes
            except BadInput:
                if not left or self.new_code(terminology) == numbered(first):
                    raise
        raise AssertionError("tries is at least 1")

    def refuse_parent(
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
        """Remember that a name does not belong under a parent; with `refused` False, that it may after all."""
        if not who.strip():
            raise BadInput("Say who you are (the profile name) before refusing, so that the refusal can be traced.")
        sha256 = encoder_sha256(self.workspace, encoder) if encoder else ""
        refusal = Refusal(terminology, text, parent, who.strip(), "", score, encoder, sha256, comment)
        with self.workspace.writing() as db:
            refusals.add(db, refusal, normalise(text), refused)

    def refused(self, terminology: str, text: str) -> dict[str, Refusal]:
        """Parent -> the refusal that stands for this name."""
        norm = normalise(text)
        with self.workspace.reading() as db:
            return {parent: refusal for (_, parent), refusal in refusals.standing(db, terminology, norm).items()}

    def undo_placing(self, who: str) -> str:
        """Take back what the person did last: a refusal or a change; what it was in words, "" when nothing."""
        with self.workspace.reading() as db:
            refusal = refusals.newest(db, who)
            standing = (entry for entry in history.entries(db, Wanted(who=who), LOOKED) if entry.role in STANDS)
            edited = next((entry.when for entry in standing if entry.stands), "")
        if refusal is not None and refusal.when >= edited:
            self.refuse_parent(
                *(refusal.terminology, refusal.text, refusal.parent, who, refusal.score, refusal.model), refused=False
            )
            return f"{refusal.parent} may be a parent of “{refusal.text}” again"
        entry = self.undo(who)
        return entry.title if entry else ""

    def measure_placing(
        self, terminology: str, encoders: list[str], queries: int = 500, seed: int = 0, draws: int = 10_000
    ) -> dict[str, Any]:
        """Hit@k and MRR of the true parents of held-out concepts, of each encoder and of plainer ways to score."""
        from engine.placing.measuring import measure_placing

        if queries < 1 or draws < 1:
            raise BadInput(f"Asked for {queries} queries and {draws} draws; choose at least 1 of each.")
        opened = {id: open_encoder(self.workspace, id) for id in dict.fromkeys(map(self._id, encoders))}
        found = find(self.workspace, terminology)
        return measure_placing(self.placer, found, opened, queries, seed).report(draws, seed)

    def levels_below(self, terminology: str, root: str, most: int = 4) -> int:
        """How many levels below a concept can be measured: all but the last, `most` at most, 1 at least."""
        family = self.family(terminology)
        levels = family.cleaned.levels
        deepest = max((levels.get(code, 0) for code in family.branch(root)), default=0)
        return max(1, min(most, deepest - levels.get(root, 0) - 1))

    def start_levels(self, terminology: str, root: str, encoders: list[str], levels: int = 4) -> int:
        """A run in a child process that measures encoders level by level below `root`; its number."""
        if not encoders:
            raise BadInput("Choose at least one encoder to measure.")
        found, ids = find(self.workspace, terminology), [self._id(encoder) for encoder in encoders]
        recipe = {"terminology": found.slug, "root": root, "levels": levels, "encoders": list(dict.fromkeys(ids))}
        return self._spawned(self.queue("levels", f"Levels below {root} of {found.title}", recipe))


def numbered(number: int) -> str:
    """The id of a person's own concept with this number."""
    return f"{NEW}{number:04}"
