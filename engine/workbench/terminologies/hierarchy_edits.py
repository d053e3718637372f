"""The hierarchy changed by hand: concepts moved, taken from under a parent, and made under one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import BadInput
from engine.placement.placer import Placer
from engine.terminology import editing
from engine.terminology.concept_card import ConceptCard
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store.edits import ADD, CONCEPT, PARENT, WITHDRAW, Change
from store.records.terminology import Edit


class HierarchyEdits:
    """Moves concepts to other parents and makes new ones; each is one batch, one undo."""

    def __init__(self, workspace: Workspace, placer: Placer) -> None:
        self._workspace = workspace
        self._placer = placer

    def move(
        self,
        terminology: str,
        concept_ids: Sequence[str],
        parent: str,
        who: str,
        instead_of: str = "",
        reason: str = "",
    ) -> list[Edit]:
        """Puts concepts under `parent`, in place of their parent `instead_of` or, with "", beside those they have; the
        edits made.

        A concept that stands under `parent` already leaves the other one alone. BadInput where one would stand under
        itself or under a concept below it, or has no parent `instead_of`; NotFound for an id that is not there.
        """
        changes, title = self._changes(terminology, concept_ids, parent, instead_of, reason)
        return editing.apply(self._workspace, changes, who, title)

    def preview_move(self, terminology: str, concept_ids: Sequence[str], parent: str, instead_of: str = "") -> str:
        """What the history would call a move; BadInput or NotFound, in one sentence, where it cannot be."""
        changes, title = self._changes(terminology, concept_ids, parent, instead_of)
        editing.check(self._workspace, changes)
        return title

    def withdraw(self, terminology: str, child: str, parent: str, who: str, reason: str = "") -> list[Edit]:
        """Takes a concept from under a parent, without another in its place; the edits made."""
        return editing.apply(self._workspace, [Change(WITHDRAW, terminology, child, parent, reason, kind=PARENT)], who)

    def add_below(
        self,
        terminology: str,
        parent: str,
        name: str,
        who: str,
        code: str = "",
        reason: str = "",
        query: str = "",
        score: float | None = None,
        model: str = "",
    ) -> str:
        """Makes a new concept with this name under a parent; its id: `code`, else the next free one.

        `query`, `score` and `model` are those of the ranking that the person saw. BadInput for a name that the parent
        has itself, or a concept under it.
        """
        who = editing.check_editor(self._workspace, [terminology], who)
        seen: dict[str, Any] = {"reason": reason, "query": query, "score": score, "model": model}
        with self._workspace.writing() as db:
            self._placer.refuse_twice(name, parent, find(self._workspace, terminology, db), db)
            made = code.strip() or editing.numbered(editing.next_number(db, terminology))
            changes = [
                Change(ADD, terminology, made, name, kind=CONCEPT, **seen),
                Change(ADD, terminology, made, parent, kind=PARENT, **seen),
            ]
            return editing.apply_in(db, self._workspace, editing.seen_by(self._workspace, changes), who)[0].concept_id

    def _changes(
        self, terminology: str, concept_ids: Sequence[str], parent: str, instead_of: str, reason: str = ""
    ) -> tuple[list[Change], str]:
        """The changes of a move, and what the history calls it."""
        above = self._card(terminology, parent)
        left = self._card(terminology, instead_of).concept.id if instead_of.strip() else ""
        if left == above.concept.id:
            raise BadInput(f"{left} is the parent to leave and the parent to have; choose another concept.")
        cards = list({card.concept.id: card for card in (self._card(terminology, one) for one in concept_ids)}.values())
        changes = []
        for card in cards:
            code = card.concept.id
            if code == above.concept.id:
                raise BadInput(f"{code} cannot stand under itself; choose another parent.")
            if left:
                changes.append(Change(WITHDRAW, terminology, code, left, reason, kind=PARENT))
            if not left or above.concept.id not in card.concept.parents:
                changes.append(Change(ADD, terminology, code, above.concept.id, reason, kind=PARENT))
        concepts_text = f"{len(cards):,} concepts" if len(cards) > 1 else "".join(_named(card) for card in cards)
        origin = f"moved from under {left} to" if left else "put"
        return changes, f"{concepts_text} {origin} under {_named(above)}"

    def _card(self, terminology: str, concept: str) -> ConceptCard:
        return editing.card(self._workspace, terminology, concept.strip())


def _named(card: ConceptCard) -> str:
    return f"{card.concept.id} “{card.concept.preferred}”"
