"""What a concept is called and how it is defined, and concepts retired or merged into others."""

from __future__ import annotations

from engine.errors import BadInput
from engine.terminology import editing
from engine.terminology.merging import Merge, merge_of
from engine.workspace import Workspace
from store.edits import ADD, CONCEPT, DEFINITION, PREFERRED, WITHDRAW, Change
from store.records.terminology import Edit


class ConceptEdits:
    """Chooses preferred names, defines, retires and merges concepts; each is one batch, one undo."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def prefer(self, terminology: str, concept_id: str, name: str, who: str, reason: str = "") -> list[Edit]:
        """Makes a name of a concept its preferred one; the former one stays as a synonym. The edits made.

        BadInput for a text that is no name of the concept, or is its preferred name already.
        """
        change = Change(ADD, terminology, concept_id, name, reason, kind=PREFERRED)
        return editing.apply(self._workspace, [change], who)

    def define(self, terminology: str, concept_id: str, text: str, who: str, reason: str = "") -> list[Edit]:
        """Gives a concept another definition, with single spaces; the edits made.

        BadInput for a text without a word, one that is too long, and the definition that it has.
        """
        change = Change(ADD, terminology, concept_id, text, reason, kind=DEFINITION)
        return editing.apply(self._workspace, [change], who)

    def retire(self, terminology: str, concept_id: str, who: str, reason: str = "") -> list[Edit]:
        """Takes a concept out of use; the edits made.

        BadInput while a concept stands under it, and for one that is obsolete already.
        """
        card = editing.card(self._workspace, terminology, concept_id)
        if card.concept.obsolete:
            raise BadInput(f"{card.concept.id} is obsolete already; there is nothing to retire.")
        change = Change(WITHDRAW, terminology, card.concept.id, card.concept.preferred, reason, kind=CONCEPT)
        return editing.apply(self._workspace, [change], who)

    def preview_merge(self, terminology: str, concept_id: str, into: str) -> Merge:
        """What merging a concept into another would do; BadInput or NotFound, in one sentence, where it cannot be."""
        merge = self._merge(terminology, concept_id, into)
        editing.check(self._workspace, merge.changes)
        return merge

    def merge(self, terminology: str, concept_id: str, into: str, who: str, reason: str = "") -> list[Edit]:
        """Merges a concept into another one: the other gets its names and children, and replaces it. The edits made.

        BadInput where one of its children stands above the other, so that it cannot come under it.
        """
        merge = self._merge(terminology, concept_id, into, reason)
        return editing.apply(self._workspace, merge.changes, who, merge.title)

    def _merge(self, terminology: str, concept_id: str, into: str, reason: str = "") -> Merge:
        card, other = (editing.card(self._workspace, terminology, one.strip()) for one in (concept_id, into))
        return merge_of(card, other, reason)
