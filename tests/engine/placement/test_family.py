"""A hand-worked hierarchy with a shortcut and a cycle; and a family that grows is the one made anew."""

from __future__ import annotations

import numpy as np
import pytest

from engine.placement.family import DEEP, Family
from engine.placement.incremental_hierarchy import grown
from engine.placement.tree import CYCLE, REDUNDANT, example_branch, faults, found, found_branches, nodes

TITLES = {"R": "All", "A": "Heart", "B": "Lung", "A1": "Heart attack", "A2": "Heart failure", "B1": "Asthma"}
PARENTS = {"A": ["R"], "B": ["R"], "A1": ["A"], "A2": ["A1", "A"], "B1": ["B"]}


def test_children_counts_levels_and_lines():
    family = Family(TITLES, PARENTS)
    assert family.children == {"R": ["A", "B"], "A": ["A1", "A2"], "A1": ["A2"], "B": ["B1"]}
    assert family.roots == ["R"]
    assert family.below == {"R": 5, "A": 2, "A1": 1, "B": 1}
    assert family.cleaned.levels == {"R": 0, "A": 1, "B": 1, "A1": 2, "A2": 3, "B1": 2}
    assert family.line("A2") == ["R", "A", "A1", "A2"]
    assert family.lineage(["A2"]) == {"R", "A", "A1", "A2"}
    assert family.branch("A") == {"A", "A1", "A2"}


def test_a_redundant_link_is_listed_with_the_long_way_down():
    listed, number = faults(Family(TITLES, PARENTS))
    assert number == 1
    assert (listed[0].kind, listed[0].child, listed[0].parent) == (REDUNDANT, "A2", "A")
    assert listed[0].way == ("Heart", "Heart attack", "Heart failure")
    assert listed[0].levels == (1, 3) and listed[0].beside == ("Heart attack",)
    assert faults(Family(TITLES, PARENTS), "B")[1] == 0


def test_several_parents_on_several_levels_are_no_fault():
    """Place listed 1,891 of them in HPO, each with a button that withdrew it."""
    assert faults(Family(TITLES, {**PARENTS, "A2": ["A1", "B"]})) == ([], 0)


def test_a_cycle_is_listed_and_walked_once():
    round_about = {**PARENTS, "A": ["R", "A2"]}
    family = Family(TITLES, round_about)
    kinds = [one.kind for one in faults(family)[0]]
    assert kinds.count(CYCLE) == 1
    assert family.below["R"] == 5
    assert family.branch("A") == {"A", "A1", "A2"}


def test_one_concept_of_a_circle_that_no_root_leads_to_stands_on_top():
    """Neither of two concepts below each other, nor what stood below them, was in the tree."""
    titles = {"A": "Attack", "H4": "Four", "H5": "Five", "Z": "Alone", **TITLES, "A2": "Failure"}
    family = Family(titles, {**PARENTS, "A": ["H5"], "H4": ["H5"], "H5": ["H4"]})
    tops = nodes(family)
    assert [(one.id, one.children, one.circle) for one in tops] == [("R", 1, False), ("H4", 1, True), ("Z", 0, False)]
    assert [(one.id, one.circle) for one in nodes(family, "H5")] == [("A", False), ("H4", True)]


def test_nodes_and_search():
    family = Family(TITLES, PARENTS)
    assert [(one.id, one.children, one.below) for one in nodes(family, "R")] == [("A", 2, 2), ("B", 1, 1)]
    assert [one.id for one in nodes(family)] == ["R"]
    assert [one.id for one in found(family, "heart")] == ["A", "A1", "A2"]
    assert [one.id for one in found(family, "b1")] == ["B1"]
    assert [one.id for one in found(family, "failure heart")] == ["A2"]
    assert found(family, "  ") == []


def test_branches_are_found_by_whole_words_first():
    """“liver” gave problems at delivery, which is the larger branch."""
    titles = {"D": "Delivery", "D1": "Slow delivery", "D2": "Fast delivery", "L": "Liver disease", "L1": "Fatty liver"}
    family = Family(titles, {"D1": ["D"], "D2": ["D"], "L1": ["L"]})
    assert [one.id for one in found_branches(family, "liver", 9)] == ["L", "D"]
    assert [one.id for one in found_branches(family, "d", 1)] == ["D"]
    assert found_branches(family, "fatty", 9) == []


def test_an_example_is_a_small_branch():
    assert example_branch(Family(TITLES, PARENTS)) == "B"
    assert example_branch(Family(TITLES, {})) == ""
    many = {f"M{at}": "Rash" for at in range(100)} | {
        "M": "Skin",
        "N": "Nail",
        "N1": "Cracked nail",
        "N2": "Loose nail",
    }
    below = {code: [code[0]] for code in many if len(code) > 1}
    assert example_branch(Family(many, below)) == "N"


def _same(one: Family, other: Family) -> None:
    assert one.children == other.children
    assert one.number == other.number
    assert one.below == other.below
    assert one.cleaned.levels == other.cleaned.levels
    assert sorted(one.cleaned.shortcuts) == sorted(other.cleaned.shortcuts)
    assert {k: sorted(v) for k, v in one.cleaned.parents.items()} == {
        k: sorted(v) for k, v in other.cleaned.parents.items()
    }


@pytest.mark.parametrize("known", [True, False])
def test_a_family_with_a_leaf_more_less_or_moved_is_the_one_made_anew(known: bool):
    old = Family(TITLES, PARENTS)
    if known:
        assert old.below and old.cleaned
    more = {**TITLES, "N": "Enlarged heart"}
    for titles, parents in (
        (more, {**PARENTS, "N": ["A"]}),
        (more, {**PARENTS, "N": ["A", "A1", "R"]}),
        (TITLES, {**PARENTS, "B1": ["B", "A"]}),
        (TITLES, {code: over for code, over in PARENTS.items() if code != "B1"} | {"B1": ["A1"]}),
        (
            {code: title for code, title in TITLES.items() if code != "B1"},
            {code: over for code, over in PARENTS.items() if code != "B1"},
        ),
    ):
        new = grown(old, titles, parents)
        assert new is not None
        _same(new, Family(titles, parents))
    _same(old, Family(TITLES, PARENTS))  # the old one is as it was


def test_more_than_leaves_is_made_anew():
    old = Family(TITLES, PARENTS)
    assert grown(old, TITLES, {**PARENTS, "A1": ["B"]}) is None  # A2 stands below it
    assert grown(old, {**TITLES, "A": "Cardiac"}, PARENTS) is None
    assert grown(old, TITLES, dict(PARENTS)) is old


def test_a_drawn_hierarchy_grows_leaf_by_leaf():
    rng = np.random.default_rng(1)
    titles, parents = {"c0": "0"}, {}
    family = Family(titles, parents)
    for i in range(1, 40):
        titles = {**titles, f"c{i}": str(i)}
        parents = {**parents, f"c{i}": sorted({f"c{j}" for j in rng.integers(0, i, 2)})}
        assert family.below is not None
        made = grown(family, titles, parents)
        assert made is not None
        family = made
    _same(family, Family(titles, parents))


def deep_family(size: int, twice: float, seed: int) -> Family:
    """Each concept has one of the three before it as its parent, and a share of them a second one."""
    rng = np.random.default_rng(seed)
    parents = {
        f"c{place}": sorted({f"c{rng.integers(max(0, place - 3), place)}" for _ in range(1 + (rng.random() < twice))})
        for place in range(1, size)
    }
    return Family({f"c{place}": str(place) for place in range(size)}, parents)


@pytest.mark.parametrize("twice", [0.0, 0.4])
def test_a_deep_hierarchy_counts_what_is_below_each_concept_once(twice: float) -> None:
    for seed in range(5):
        family = deep_family(400, twice, seed)
        assert max(family.cleaned.levels.values()) > DEEP
        assert family.below == {code: len(family.branch(code)) - 1 for code in family.children}


@pytest.mark.slow
def test_a_chain_of_a_hundred_thousand_parents_is_counted_in_little_memory() -> None:
    family = Family({f"c{n}": "" for n in range(100_000)}, {f"c{n}": [f"c{n - 1}"] for n in range(1, 100_000)})
    assert (family.below["c0"], family.below["c99998"]) == (99_999, 1)
    assert len(family.line("c99999")) == 200
