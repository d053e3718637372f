"""What a merge does, and in which order, on cards made by hand."""

from __future__ import annotations

from engine.terminology.concept_card import ConceptCard, ConceptRef
from engine.terminology.merging import merge_of
from store.records.terminology import Concept, Name


def card(id: str, names: list[Name], parents: tuple[str, ...] = (), children: tuple[str, ...] = ()) -> ConceptCard:
    over, below = ([ConceptRef(one, one) for one in some] for some in (parents, children))
    return ConceptCard("t", Concept(id, names[0].text, tuple(names), parents), over, below, [], [], [])


def test_names_that_are_not_exact_stay_behind() -> None:
    """As names that somebody added they would denote the other concept exactly."""
    names = [
        Name("Ague", "preferred"),
        Name("fever", scope="broad"),
        Name("Shivers"),
        Name("shivers"),
        Name("cold fit"),
    ]
    merge = merge_of(card("A", names), card("B", [Name("Malaria", "preferred"), Name("Cold FIT")]))
    assert (merge.names, merge.left_out) == (("Ague", "Shivers"), ("fever",))


def test_the_changes_in_their_order() -> None:
    """A child comes under the other before it leaves, and the concept goes when nothing stands under it."""
    merge = merge_of(
        card("A", [Name("Ague", "preferred")], ("R", "S"), ("C", "D")),
        card("B", [Name("Malaria", "preferred")], ("A",), ("D",)),
        "the same",
    )
    assert merge.title == "A “Ague” merged into B “Malaria”"
    assert {change.reason for change in merge.changes} == {"the same"}
    assert [(change.action, change.kind, change.concept_id, change.name) for change in merge.changes] == [
        ("add", "name", "B", "Ague"),
        ("add", "parent", "C", "B"),
        ("withdraw", "parent", "C", "A"),
        ("withdraw", "parent", "D", "A"),
        ("withdraw", "parent", "A", "R"),
        ("withdraw", "parent", "A", "S"),
        ("add", "parent", "B", "R"),
        ("add", "parent", "B", "S"),
        ("withdraw", "concept", "A", "Ague"),
        ("add", "replacement", "A", "B"),
    ]


def test_a_child_that_becomes_one_loses_the_link() -> None:
    """The other stands under the concept, and something else above it too: it keeps that."""
    merge = merge_of(
        card("A", [Name("Ague", "preferred")], ("R",), ("B",)), card("B", [Name("Malaria", "preferred")], ("A", "S"))
    )
    links = [(one.action, one.concept_id, one.name) for one in merge.changes if one.kind == "parent"]
    assert links == [("withdraw", "B", "A"), ("withdraw", "A", "R")]
