"""Whether a change can be made, in a batch where the changes before it count as made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import BadInput, NotFound
from engine.terminology.edited_view import EditedView
from engine.terminology.hierarchy import closes_circle
from engine.text import LONGEST_NAME, normalise, words
from store.edits import ADD, CONCEPT, DEFINITION, NAME, PARENT, PREFERRED, REPLACEMENT, WITHDRAW, Change
from store.records.terminology import EXACT

if TYPE_CHECKING:
    from engine.terminology.concept_card import ConceptCard

LONGEST_CODE = 100
LONGEST_DEFINITION = 2_000  # characters
ACTIONS = (ADD, WITHDRAW)


class Checks:
    """The checks of one batch on one terminology; `checked` gives a change back as it is to be kept."""

    def __init__(self, now: EditedView, card: Callable[[str], ConceptCard]) -> None:
        self._now, self._card = now, card
        self._titles = dict(now.titles)
        self._parents: dict[str, list[str]] = dict(now.parents)
        self._names: dict[str, dict[str, str]] = {}  # concept -> normalised name -> name
        self._chosen: dict[str, str] = {}  # concept -> the preferred name, normalised, where people chose one
        self._inexact: dict[tuple[str, str], str] = {}  # (concept, normalised name) -> the scope of a name
        self._defined: dict[str, str] = {}  # concept -> its definition
        self._retired = set(now.gone)
        self._codes = {code.casefold() for code in now.titles}
        self._withdrawn = {code.casefold(): (code, title) for code, title in now.withdrawn.items()}  # of the import

    def checked(self, change: Change) -> Change:
        """The change with its name tidied; BadInput or NotFound, in one sentence, when it cannot be made."""
        if change.action not in ACTIONS:
            raise BadInput(f"There is no action “{change.action}”; choose one of {', '.join(ACTIONS)}.")
        if change.kind not in CHECKS:
            raise BadInput(f"There is no kind of edit “{change.kind}”; choose one of {', '.join(CHECKS)}.")
        return CHECKS[change.kind](self, change)

    def _name(self, change: Change) -> Change:
        name, (code, held) = usable(change.name), self._held(change.concept_id)
        if change.action == ADD and normalise(name) in held:
            raise BadInput(f"“{name}” is a name of {code} already.")
        if change.action == WITHDRAW and normalise(name) not in held:
            raise BadInput(f"“{name}” is not a name of {code}; pick one from its card.")
        if change.action == WITHDRAW and self._chosen.get(code) == normalise(name):
            raise BadInput(f"“{name}” is the preferred name of {code}; make another one preferred first.")
        if change.action == WITHDRAW and len(held) == 1:
            raise BadInput(f"“{name}” is the only name of {code}; add another one before withdrawing it.")
        if change.action == ADD:
            held[normalise(name)] = name
        else:
            del held[normalise(name)]
        return replace(change, name=name, concept_id=code)

    def _held(self, code: str) -> tuple[str, dict[str, str]]:
        """The id of a concept as it is written, and its names by normalised text; BadInput for an obsolete one, or
        one that the batch has withdrawn."""
        if code not in self._names:
            card = self._card(code)
            code = card.concept.id
            if code not in self._titles:
                raise BadInput(f"{code} is withdrawn by an edit before this one; leave out one of the two.")
            if card.concept.obsolete:
                instead = f"; edit {card.concept.replaced_by} instead" if card.concept.replaced_by else ""
                raise BadInput(f"{code} is obsolete{instead}.")
            self._names.setdefault(code, {normalise(entry.text): entry.text for entry in card.concept.names})
            inexact = [entry for entry in card.concept.names if entry.scope != EXACT]
            self._inexact |= {(code, normalise(entry.text)): entry.scope for entry in inexact}
            self._defined.setdefault(code, card.concept.definition)
            if code in self._now.chosen:
                self._chosen.setdefault(code, normalise(self._now.chosen[code]))
        return code, self._names[code]

    def _preferred(self, change: Change) -> Change:
        """Only undo takes back a choice, so there is none to withdraw."""
        name, (code, held) = usable(change.name), self._held(change.concept_id)
        if change.action == WITHDRAW:
            raise BadInput(f"A concept always has a preferred name; make another one of {code} preferred instead.")
        if normalise(name) not in held:
            raise BadInput(f"“{name}” is not a name of {code}; add it first.")
        if scope := self._inexact.get((code, normalise(name))):
            raise BadInput(f"“{name}” is a {scope} name of {code}; its preferred name has to mean exactly the same.")
        name = held[normalise(name)]
        if name == self._titles[code]:
            raise BadInput(f"“{name}” is the preferred name of {code} already.")
        self._titles[code], self._chosen[code] = name, normalise(name)
        return replace(change, name=name, concept_id=code)

    def _definition(self, change: Change) -> Change:
        """Only undo gives back the one before."""
        code, _ = self._held(change.concept_id)
        text = " ".join(change.name.split())
        if change.action == WITHDRAW:
            raise BadInput(f"Write another definition of {code} in place of this one, or undo it.")
        if not words(text):
            raise BadInput("Type the definition; it needs at least one word.")
        if len(text) > LONGEST_DEFINITION:
            raise BadInput(
                f"The definition has {len(text):,} characters; it has at most {LONGEST_DEFINITION:,}. Shorten it."
            )
        if text == self._defined.get(code):
            raise BadInput(f"This is the definition of {code} already.")
        self._defined[code] = text
        return replace(change, name=text, concept_id=code)

    def _replacement(self, change: Change) -> Change:
        code, other = change.concept_id.strip(), change.name.strip()
        if change.action == WITHDRAW:
            raise BadInput("What a concept was merged into is taken back by undo alone.")
        if code in self._titles or code not in self._retired:
            raise BadInput(f"{code} is not withdrawn, so nothing replaces it; withdraw it first.")
        self._there(other, change)
        return replace(change, concept_id=code, name=other)

    def _concept(self, change: Change) -> Change:
        code = change.concept_id.strip()
        if change.action == WITHDRAW:
            self._there(code, change)
            below = next((child for child, over in self._parents.items() if code in over), "")
            if below:
                raise BadInput(f"{below} stands under {code}; place it elsewhere before withdrawing {code}.")
            title = self._titles.pop(code)
            self._retired.add(code)
            self._codes.discard(code.casefold())
            self._parents.pop(code, None)
            if code not in self._now.added:
                self._withdrawn[code.casefold()] = code, title
            held = self._names.pop(code, None) or {normalise(one.text) for one in self._card(code).concept.names}
            return replace(change, concept_id=code, name=change.name if normalise(change.name) in held else title)
        name = usable(change.name)
        if not code or len(code) > LONGEST_CODE or any(letter.isspace() or letter == "|" for letter in code):
            raise BadInput(
                f"“{code}” is no id for a new concept; give one of 1 to {LONGEST_CODE} characters without spaces or |."
            )
        if code.casefold() in self._codes:
            raise BadInput(f"{change.terminology} has a concept {code} already; choose another id.")
        code, imported = self._withdrawn.get(code.casefold(), (code, name))
        if normalise(name) != normalise(imported):  # the concept would come back under the name that it had
            raise BadInput(f"{code}, “{imported}”, was withdrawn; undo that, then add the name “{name}” to it.")
        self._titles[code] = name
        self._codes.add(code.casefold())
        self._names[code] = {normalise(name): name}
        return replace(change, concept_id=code, name=name)

    def _parent(self, change: Change) -> Change:
        child, parent = change.concept_id.strip(), change.name.strip()
        self._there(child, change)
        over = self._parents.get(child, [])
        if change.action == WITHDRAW:
            if parent not in over:
                raise BadInput(f"{parent} is no parent of {child}; its card lists its parents.")
            self._parents[child] = [code for code in over if code != parent]
            return replace(change, concept_id=child, name=parent)
        self._there(parent, change)
        if parent in over:
            raise BadInput(f"{parent} is a parent of {child} already.")
        if closes_circle(child, parent, self._parents):
            raise BadInput(f"{parent} stands below {child}, so it cannot be its parent; choose a concept elsewhere.")
        self._parents[child] = [*over, parent]
        return replace(change, concept_id=child, name=parent)

    def _there(self, code: str, change: Change) -> None:
        if code not in self._titles:
            self._card(code)  # says so itself of what never was
            raise NotFound(f"{change.terminology} has no concept “{code}”; check the id.")
        if code in self._now.obsolete and change.action == ADD:
            raise BadInput(f"{code} is obsolete; choose the concept that replaces it.")


CHECKS = {
    NAME: Checks._name,
    CONCEPT: Checks._concept,
    PARENT: Checks._parent,
    PREFERRED: Checks._preferred,
    REPLACEMENT: Checks._replacement,
    DEFINITION: Checks._definition,
}


def usable(name: str) -> str:
    """The name with single spaces; BadInput when it cannot be one."""
    name = " ".join(name.split())
    if not words(name):
        raise BadInput(
            f"“{name}” has no letter or digit; a name needs at least one." if name else "Type the name to add."
        )
    if len(name) > LONGEST_NAME:
        raise BadInput(f"The name has {len(name):,} characters; a name has at most {LONGEST_NAME:,}. Shorten it.")
    return name
