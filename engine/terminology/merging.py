"""One concept merged into another: its names and children go to the other, and it is withdrawn and replaced by it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadInput
from engine.terminology.concept_card import ConceptCard, ConceptRef
from engine.text import normalise
from store.edits import ADD, CONCEPT, NAME, PARENT, REPLACEMENT, WITHDRAW, Change
from store.records.terminology import EXACT


@dataclass(frozen=True)
class Merge:
    """What a merge does, and the changes that do it, in an order in which each can be made."""

    concept: ConceptRef
    into: ConceptRef
    names: tuple[str, ...]  # that the other gets: those that it does not have yet
    left_out: tuple[str, ...]  # broad, narrow and related names, which would become exact ones
    children: tuple[ConceptRef, ...]  # that come to stand under the other
    changes: tuple[Change, ...]

    @property
    def title(self) -> str:
        """What the history calls it."""
        return f"{self.concept.id} “{self.concept.preferred}” merged into {self.into.id} “{self.into.preferred}”"


def merge_of(card: ConceptCard, into: ConceptCard, reason: str = "") -> Merge:
    """The merge of the concept of `card` into that of another card of the same terminology.

    Where the other stands under the concept alone, it takes the concept's parents. BadInput for the concept itself, and
    for one that is obsolete.
    """
    concept, other, slug = card.concept, into.concept, card.terminology
    if concept.id == other.id:
        raise BadInput(f"{concept.id} cannot be merged into itself; choose another concept.")
    if concept.obsolete:
        raise BadInput(f"{concept.id} is obsolete already; there is nothing to merge.")
    held = {normalise(name.text) for name in other.names}
    new = {normalise(name.text): name for name in reversed(concept.names) if normalise(name.text) not in held}
    exact = tuple(name.text for name in reversed(new.values()) if name.scope == EXACT)
    left_out = tuple(name.text for name in reversed(new.values()) if name.scope != EXACT)
    children = tuple(ref for ref in card.children if ref.id != other.id)
    own = {ref.id for ref in into.children}

    def change(action: str, kind: str, code: str, name: str) -> Change:
        return Change(action, slug, code, name, reason, kind=kind)

    changes = [change(ADD, NAME, other.id, name) for name in exact]
    for ref in card.children:
        if ref.id != other.id and ref.id not in own:
            changes.append(change(ADD, PARENT, ref.id, other.id))
        changes.append(change(WITHDRAW, PARENT, ref.id, concept.id))
    changes += [change(WITHDRAW, PARENT, concept.id, ref.id) for ref in card.parents]
    if [ref.id for ref in into.parents] == [concept.id]:
        changes += [change(ADD, PARENT, other.id, ref.id) for ref in card.parents]
    changes.append(change(WITHDRAW, CONCEPT, concept.id, concept.preferred))
    changes.append(change(ADD, REPLACEMENT, concept.id, other.id))
    refs = ConceptRef(concept.id, concept.preferred), ConceptRef(other.id, other.preferred)
    return Merge(*refs, exact, left_out, children, tuple(changes))
