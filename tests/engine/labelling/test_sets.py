"""Label sets: where their classes come from, and what is refused."""

from __future__ import annotations

import pytest

from engine.errors import BadInput, NotFound
from engine.labelling.sets import (
    BELOW,
    FREE,
    LEVEL,
    TOP,
    Definition,
    LabelClass,
    classes_of,
    free_classes,
    levels_of,
    members,
)

TITLES = {"R": "Root", "H": "Heart", "L": "Lung", "H1": "Attack", "H2": "Failure", "L1": "Asthma", "L2": "asthma"}
PARENTS = {"H": ["R"], "L": ["R"], "H1": ["H"], "H2": ["H"], "L1": ["L"], "L2": ["L"]}


def titles(how: str, at: str = "") -> list[str]:
    return [one.title for one in classes_of(how, at, TITLES, PARENTS)]


def test_classes_of_a_hierarchy():
    assert titles(TOP) == ["Heart", "Lung"]
    assert titles(LEVEL, "0") == ["Root"]
    assert titles(LEVEL, "1") == ["Heart", "Lung"]
    assert titles(LEVEL, "2") == []
    assert titles(BELOW, "H") == ["Attack", "Failure"]
    assert titles(BELOW, "L") == ["Asthma (L1)", "asthma (L2)"]
    assert {level: sorted(codes) for level, codes in levels_of(PARENTS).items()} == {0: ["R"], 1: ["H", "L"]}


def test_a_concept_that_is_not_there_is_a_sentence():
    with pytest.raises(NotFound, match="“X”"):
        titles(BELOW, "X")


@pytest.mark.parametrize("level", ["two", "", "1.5", "-1", "²"])
def test_a_level_that_is_no_number_is_a_sentence(level: str) -> None:
    with pytest.raises(BadInput, match=f"^“{level}” is no level; give its number"):
        titles(LEVEL, level)


def test_members_are_the_classes_and_all_below():
    definition = Definition("s", (LabelClass("Heart", "H"), LabelClass("other")), TOP, "t")

    assert members(definition, PARENTS) == {"H", "H1", "H2"}


def test_a_definition_comes_back_as_it_was_kept():
    definition = Definition("s", (LabelClass("Heart", "H"), LabelClass("Lung", "L")), LEVEL, "t", "1", 12)

    assert Definition.from_dict("s", definition.to_dict()) == definition


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Definition(" ", free_classes("a\nb")), "Name the label set"),
        (Definition("s", free_classes("a")), "2 to 300 classes"),
        (Definition("s", (*free_classes("a\nb"), LabelClass("A"))), "stands twice"),
        (Definition("s", (LabelClass(""), LabelClass("b"))), "is empty"),
        (Definition("s", free_classes("a\nb"), FREE, "", "", 1), "k is 1"),
    ],
)
def test_what_cannot_be_labelled_is_a_sentence(given, said):
    with pytest.raises(BadInput, match=said):
        given.check()
