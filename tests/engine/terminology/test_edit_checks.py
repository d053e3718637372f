"""Checks on a view and cards made by hand: what the small terminology has no case of."""

from __future__ import annotations

import pytest

from engine.errors import BadInput
from engine.terminology.concept_card import ConceptCard
from engine.terminology.edit_checks import Checks
from engine.terminology.edited_view import EditedView
from store.edits import Change
from store.records.terminology import Concept, Name

NAMES = (Name("Ague", "preferred"), Name("fever", scope="broad"), Name("cold fit"))


def checks() -> Checks:
    card = ConceptCard("t", Concept("A", "Ague", NAMES), [], [], [], [], [])
    now = EditedView(0, {"A": "Ague"}, frozenset(), {}, {}, {}, frozenset(), {}, {}, {})
    return Checks(now, lambda code: card)


def test_a_name_that_is_not_exact_is_no_preferred_name() -> None:
    prefer = Change("add", "t", "A", "Fever", kind="preferred")
    with pytest.raises(BadInput, match="“Fever” is a broad name of A; its preferred name has to mean exactly the same"):
        checks().checked(prefer)


def test_a_name_is_added_and_preferred_in_one_batch() -> None:
    batch = checks()
    batch.checked(Change("add", "t", "A", "malaria"))
    assert batch.checked(Change("add", "t", "A", "MALARIA", kind="preferred")).name == "malaria"
    with pytest.raises(BadInput, match="“malaria” is the preferred name of A; make another one preferred first"):
        batch.checked(Change("withdraw", "t", "A", "malaria"))
    batch.checked(Change("add", "t", "A", "Cold Fit", kind="preferred"))
    batch.checked(Change("withdraw", "t", "A", "malaria"))


@pytest.mark.parametrize("kind", ["name", "preferred", "definition"])
def test_nothing_is_said_of_a_concept_that_the_batch_has_withdrawn(kind: str) -> None:
    """One file of edits ended in a KeyError; names and definitions of what it had withdrawn were taken."""
    batch = checks()
    batch.checked(Change("add", "t", "A", "malaria"))
    assert batch.checked(Change("withdraw", "t", "A", "malaria", kind="concept")).name == "malaria"
    with pytest.raises(BadInput, match="A is withdrawn by an edit before this one; leave out one of the two"):
        batch.checked(Change("add", "t", "A", "malarial fever" if kind == "name" else "Malaria", kind=kind))
