"""Top classes and their names."""

import itertools

import networkx
import numpy as np
import pytest

from engine.learning.selection import Source
from engine.learning.selection.top_classes import top_classes_of
from engine.terminology.edited_view import edited_view
from engine.terminology.hierarchy import LONGEST_PATH, path_to_root, reached
from engine.terminology.levels import classes_at, clean_hierarchy
from engine.terminology.top_classes import LONGEST_TRUNK, first_classes, named_classes, top_classes
from engine.workbench import Workbench

PARENTS = {"A": ["R"], "B": ["R"], "a1": ["A"], "a2": ["A", "B"], "b1": ["B"]}
CODES = ["R", "A", "B", "a1", "a2", "b1"]


def test_a_root_over_nearly_everything_gives_way_to_its_children() -> None:
    big = {f"x{i}": ["A" if i % 2 else "B"] for i in range(40)} | PARENTS
    assert set(top_classes(["R", *big], big)) == {"A", "B"}
    assert set(top_classes(["R", "S", "s1", *big], big | {"s1": ["S"]})) == {"A", "B"}


def test_a_lone_root_gives_way_and_a_flat_one_stays() -> None:
    assert set(top_classes(CODES, PARENTS)) == {"A", "B"}
    assert set(top_classes(["R", "a", "b"], {"a": ["R"], "b": ["R"]})) == {"R"}


def test_the_first_of_several_classes_is_told_of_each_concept_once() -> None:
    parents = {"A": ["R"], "B": ["R"], "C": ["A"], "D": ["B"], "both": ["B", "A"], "below": ["both"]}
    codes = ["R", *parents, "alone"]
    classes = top_classes(codes, parents)
    expected: dict[str, str] = {}
    for top, below in classes.items():
        expected |= {code: top for code in (top, *below) if code not in expected}
    assert first_classes(codes, parents) == expected
    assert expected == {"A": "A", "B": "B", "C": "A", "D": "B", "both": "A", "below": "A"}
    assert first_classes(["alone"], {}) == {}


def test_descendants_end_in_a_cycle() -> None:
    assert reached("a", {"a": ["b"], "b": ["a", "c"]}) == {"b", "c"}
    assert path_to_root("a", {"a": ["b"], "b": ["a"]}) == ["a", "b"]


def test_classes_take_exact_names_once_and_leave_shared_ones_out() -> None:
    parents = {**PARENTS, **{f"y{i}": ["A"] for i in range(30)}}
    titles = {code: code for code in [*CODES, *(f"y{i}" for i in range(30))]}
    rows = [
        (1, 1, "a1", "Gout", "preferred", "exact"),
        (2, 1, "a1", "gout ", "synonym", "exact"),
        (3, 1, "a1", "wide", "synonym", "broad"),
        (4, 2, "a2", "Both", "preferred", "exact"),
        (5, 3, "b1", "Asthma", "preferred", "exact"),
        (6, 3, "b1", "held", "synonym", "exact"),
    ]
    classes = named_classes(rows, titles, parents)
    assert (classes.names, classes.ambiguous) == ({"A": ["Gout"], "B": ["Asthma", "held"]}, 1)
    assert named_classes(rows, titles, parents, held_out=["b1"]).names == {"A": ["Gout"], "B": []}


def test_the_real_hierarchies_give_chapters_and_organ_systems(sample: Workbench) -> None:
    icd, hpo = (top_classes_of(Source.of_workspace(sample.workspace, slug)) for slug in ("icd10cm", "hpo"))
    assert (len(icd.names), len(hpo.names)) == (22, 23)
    assert min(icd.sizes().items(), key=lambda item: item[1])[0] == "Codes for special purposes (U00-U85)"
    assert hpo.ambiguous > 10_000


def test_a_code_is_one_text_and_concepts_under_the_same_parents_share_a_list(sample: Workbench) -> None:
    """A terminology of half a million concepts held each code four times: 870 MB of a window's memory."""
    view = edited_view(sample.workspace, "icd10cm")
    over = view.parents.values()
    assert {id(code) for codes in (view.parents, *over) for code in codes} <= set(map(id, view.titles))
    assert len(set(map(id, over))) == len(set(map(tuple, over))) < len(view.parents) / 3
    clean = clean_hierarchy(view.parents).parents
    assert all(clean[code] is view.parents[code] for code in view.parents)


def links(text: str) -> dict[str, list[str]]:
    """Parents from "child>parent other>parent"."""
    parents: dict[str, list[str]] = {}
    for child, parent in (link.split(">") for link in text.split()):
        parents.setdefault(child, []).append(parent)
    return parents


# r ─ a ─ b ─ c
#     └───────┘   c is also a child of a: that link skips a level
def test_a_link_that_skips_a_level_is_a_shortcut() -> None:
    clean = clean_hierarchy(links("a>r b>a c>b c>a"), "r")
    assert clean.levels == {"r": 0, "a": 1, "b": 2, "c": 3}
    assert (clean.shortcuts, clean.cycles) == ([("c", "a")], [])
    assert clean.parents == {"a": ["r"], "b": ["a"], "c": ["b"]}


# r ─ a ─ b ─ c ─ a …   the walk r, a, b, c meets a again: c's link down to a closes the cycle
def test_the_link_that_closes_a_cycle_goes() -> None:
    clean = clean_hierarchy(links("a>r b>a c>b a>c"), "r")
    assert clean.cycles == [("a", "c")]
    assert clean.levels == {"r": 0, "a": 1, "b": 2, "c": 3}
    assert clean.parents == {"a": ["r"], "b": ["a"], "c": ["b"]}


# r ─ a ⇄ b, r ─ b: children are walked by id, so a comes first and the link from b down to a closes the cycle;
# then b stands on level 2, and its link to r skips one
def test_a_cycle_is_cut_where_the_walk_by_id_closes_it_whatever_the_order_of_the_file() -> None:
    for text in ("a>r b>r b>a a>b", "a>b b>a b>r a>r"):
        clean = clean_hierarchy(links(text), "r")
        assert (clean.cycles, clean.shortcuts) == ([("a", "b")], [("b", "r")])
        assert clean.levels == {"r": 0, "a": 1, "b": 2}


def test_a_concept_that_is_its_own_parent_and_a_cycle_without_an_entrance() -> None:
    assert clean_hierarchy(links("a>r a>a"), "r").cycles == [("a", "a")]
    whole = clean_hierarchy(links("a>r x>y y>x"))
    assert (whole.cycles, whole.levels) == ([("x", "y")], {"a": 1, "r": 0, "x": 0, "y": 1})


def test_below_a_root_links_from_elsewhere_do_not_count() -> None:
    clean = clean_hierarchy(links("a>r b>a b>z r>z"), "r")
    assert (clean.levels, clean.parents) == ({"r": 0, "a": 1, "b": 2}, {"a": ["r"], "b": ["a"]})


# r ─ a ─ c ─ e      d ends on level 2 and is in no class; e stands below c, and through c below both a and b
#   └ b ┘
#   └ x ─ d
def test_classes_overlap_and_dead_ends_have_nobody() -> None:
    clean = clean_hierarchy(links("a>r b>r x>r c>a c>b d>x e>c"), "r")
    assert classes_at(clean, 1, 2) == {"e": ("a", "b")}
    assert classes_at(clean, 2, 2) == {"e": ("c",)}


@pytest.mark.slow
def test_a_long_chain_and_a_wide_fan_are_walked_without_recursion() -> None:
    chain = {f"{i:06d}": [f"{i - 1:06d}"] for i in range(1, 50_000)} | {"000000": ["049999"]}
    assert clean_hierarchy(chain, "000000").cycles == [("000000", "049999")]
    fan = clean_hierarchy({f"{i:06d}": ["r"] for i in range(50_000)}, "r")
    assert set(fan.levels.values()) == {0, 1}


def test_levels_are_longest_paths_as_a_second_library_finds_them() -> None:
    rng = np.random.default_rng(0)
    parents = {f"{i:03d}": [f"{j:03d}" for j in rng.choice(i, min(i, 3), replace=False)] for i in range(1, 300)}
    clean = clean_hierarchy(parents, "000")
    graph = networkx.DiGraph((parent, child) for child, above in parents.items() for parent in above)
    for place, layer in enumerate(networkx.topological_generations(graph)):  # a layer is as deep as the longest path
        assert {clean.levels[code] for code in layer} == {place}
    assert all(clean.levels[c] == clean.levels[p] + 1 for c, above in clean.parents.items() for p in above)
    assert len(clean.shortcuts) + sum(map(len, clean.parents.values())) == sum(map(len, parents.values()))


def test_the_real_hierarchies_have_no_cycle(sample: Workbench) -> None:
    hpo, icd = (Source.of_workspace(sample.workspace, slug).parents for slug in ("hpo", "icd10cm"))
    whole = clean_hierarchy(hpo)
    assert (len(whole.cycles), len(whole.shortcuts), max(whole.levels.values())) == (0, 1_891, 16)
    assert (clean_hierarchy(icd).cycles, clean_hierarchy(icd).shortcuts) == ([], [])


@pytest.mark.slow
def test_a_chain_of_a_hundred_thousand_parents_is_walked_once() -> None:
    codes = [f"C{number}" for number in range(100_000)]
    chain = {child: [parent] for parent, child in itertools.pairwise(codes)}
    assert path_to_root(codes[-1], chain) == codes[-1 : -1 - LONGEST_PATH : -1]
    (top,) = top_classes(codes, chain)
    assert top == codes[LONGEST_TRUNK]
    clean = clean_hierarchy(chain)
    assert clean.levels[codes[-1]] == 99_999
    assert classes_at(clean, 1, 4)[codes[-1]] == (codes[1],)


def test_a_root_above_a_circle_has_a_class() -> None:
    circle = {"a": ["R", "c"], "b": ["a"], "c": ["b"]}
    assert set(top_classes(["R", *circle], circle)) <= {"a", "b", "c"}
