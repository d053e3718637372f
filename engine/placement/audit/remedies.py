"""The edits that mend a finding, the likeliest first; none where no edit of the workbench does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.terminology.concept_card import ConceptCard
from engine.text import normalise
from engine.text.stray_marks import without_stray_marks
from store.edits import ADD, CONCEPT, NAME, PARENT, WITHDRAW, Change
from store.findings import AuditFinding


@dataclass(frozen=True)
class Remedy:
    """A way to mend a finding: its name on a button, what it does in a sentence, and the edits."""

    title: str
    does: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Case:
    """A finding with the concept that it is about, the other one and the better parent, as they stand now; None for one
    that there is not."""

    finding: AuditFinding
    here: ConceptCard | None
    there: ConceptCard | None
    instead: ConceptCard | None = None
    name: str = ""  # instead of the finding's, as a person wrote it

    def change(self, action: str, concept: str, name: str, kind: str = NAME) -> Change:
        """An edit of the finding's terminology."""
        return Change(action, self.finding.terminology, concept, name, kind=kind)


def withdraw_link(case: Case) -> Iterator[Remedy]:
    """The link withdrawn."""
    one = case.finding
    if case.here and one.other in case.here.concept.parents:
        changes = (case.change(WITHDRAW, one.concept, one.other, PARENT),)
        yield Remedy("Withdraw the link", f"{one.concept} no longer stands under {one.other}", changes)


def move_concept(case: Case) -> Iterator[Remedy]:
    """Another parent, or one of several taken away."""
    one = case.finding
    if not case.here or one.other not in case.here.concept.parents:
        return
    away = case.change(WITHDRAW, one.concept, one.other, PARENT)
    if case.instead and one.instead not in case.here.concept.parents:
        changes = (case.change(ADD, one.concept, one.instead, PARENT), away)
        does = f"{one.concept} stands under {one.instead} instead of {one.other}"
        yield Remedy(f"Place it under {case.instead.concept.preferred}", does, changes)
    if len(case.here.concept.parents) > 1:
        parent = case.there.concept.preferred if case.there else one.other
        yield Remedy(f"Take it from under {parent}", f"{one.concept} no longer stands under {one.other}", (away,))


def withdraw_from_one(case: Case) -> Iterator[Remedy]:
    """The name withdrawn from one of the two concepts, unless it is the preferred one."""
    one = case.finding
    cards = [card for card in (case.here, case.there) if card and _has(card, one.name)]
    for card in cards:
        code = card.concept.id
        if len(cards) == 2 and normalise(card.concept.preferred) != normalise(one.name):
            changes = (case.change(WITHDRAW, code, one.name),)
            yield Remedy(
                f"Withdraw it from {card.concept.preferred}", f"“{one.name}” is no longer a name of {code}", changes
            )


def move_name(case: Case) -> Iterator[Remedy]:
    """The name moved to the concept that it is near to, or withdrawn."""
    one = case.finding
    if not case.here or not _has(case.here, one.name) or len(case.here.concept.names) < 2:
        return
    away = case.change(WITHDRAW, one.concept, one.name)
    if case.there and not _has(case.there, one.name):
        changes = (case.change(ADD, one.other, one.name), away)
        yield Remedy(
            f"Move it to {case.there.concept.preferred}",
            f"“{one.name}” is a name of {one.other}, not of {one.concept}",
            changes,
        )
    yield Remedy("Withdraw it here", f"“{one.name}” is no longer a name of {one.concept}", (away,))


def add_name(case: Case) -> Iterator[Remedy]:
    """The synonym added."""
    one = case.finding
    if case.here and not _has(case.here, one.name):
        changes = (case.change(ADD, one.concept, one.name),)
        yield Remedy("Add the synonym", f"“{one.name}” is a name of {one.concept}", changes)


def rewrite_name(case: Case) -> Iterator[Remedy]:
    """The name written without the mark."""
    one, clean = case.finding, case.name.strip() or without_stray_marks(case.finding.name)
    if not case.here or not _has(case.here, one.name) or normalise(clean) == normalise(one.name) or not clean:
        return
    away = case.change(WITHDRAW, one.concept, one.name)
    new = () if _has(case.here, clean) else (case.change(ADD, one.concept, clean),)
    yield Remedy(f"Write “{clean}”", f"“{clean}” is a name of {one.concept}, “{one.name}” is not", (*new, away))


def merge_concepts(case: Case) -> Iterator[Remedy]:
    """One concept merged into the other, either way."""
    if case.here and case.there:
        yield _merged(case, case.here, case.there)
        yield _merged(case, case.there, case.here)


def _merged(case: Case, gone: ConceptCard, target: ConceptCard) -> Remedy:
    """The names and children of a concept given to another one, and the concept withdrawn."""
    code, into = gone.concept.id, target.concept.id
    below = {child.id for child in target.children}
    changes = [case.change(ADD, into, text) for text in _distinct(gone) if not _has(target, text)]
    for child in gone.children:
        if child.id not in below and child.id != into:
            changes.append(case.change(ADD, child.id, into, PARENT))
        changes.append(case.change(WITHDRAW, child.id, code, PARENT))
    changes.append(case.change(WITHDRAW, code, gone.concept.preferred, CONCEPT))
    does = f"{into} gets the names and children of {code}, and {code} is withdrawn"
    return Remedy(f"Merge {code} into {into}", does, tuple(changes))


def _distinct(card: ConceptCard) -> list[str]:
    """The names of a concept, none twice."""
    return list({normalise(one.text): one.text for one in reversed(card.concept.names)}.values())[::-1]


def _has(card: ConceptCard, name: str) -> bool:
    return normalise(name) in {normalise(one.text) for one in card.concept.names}
