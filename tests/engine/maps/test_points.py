"""Which names are drawn, and a fair sample of them."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import BadInput, NotFound
from engine.maps import MapRequest
from engine.maps.points import DrawnName, classes_and_levels, requested_names, sampled
from engine.workbench import Workbench

NAMES = [DrawnName(row, f"name {row}", code="A" if row < 70 else "B" if row < 95 else "C") for row in range(100)]
CLASSES = {"A": "first", "B": "second"}


def test_a_sample_takes_the_same_share_of_each_class() -> None:
    points = sampled(NAMES, CLASSES, 20, seed=1)

    assert Counter(name.code for name in points.names) == {"A": 14, "B": 5, "C": 1}
    assert [name.row for name in points.names] == sorted(name.row for name in points.names)
    assert points.left_out == {"outside the fair sample": 80}


def test_a_sample_is_of_its_seed_and_every_name_can_be_in_it() -> None:
    draws = [{name.row for name in sampled(NAMES, CLASSES, 20, seed).names} for seed in range(60)]

    assert draws[3] == {name.row for name in sampled(NAMES, CLASSES, 20, 3).names}
    assert set().union(*draws) == set(range(100))
    counts = Counter(row for draw in draws for row in draw)
    assert max(counts.values()) < 30  # each is drawn 12 times on average


def test_rounding_leaves_no_name_over() -> None:
    thirds = [DrawnName(row, "n", code="ABC"[row % 3]) for row in range(30)]
    points = sampled(thirds, {"A": "a", "B": "b", "C": "c"}, 10, 1)

    assert len(points.names) == 10


def test_too_few_names_get_a_sentence() -> None:
    with pytest.raises(BadInput, match="There are 2 names"):
        sampled(NAMES[:2], CLASSES, 20, 1)


def test_a_branch_is_a_concept_and_all_below(workbench: Workbench) -> None:
    found = requested_names(workbench.workspace, MapRequest("organs", "vectors", "branch", "L"))

    assert {name.code for name in found} == {"L", "L1", "L2", "L3"}
    assert "trouble breathing" in [name.text for name in found]


def test_the_classes_of_a_branch_are_its_children(workbench: Workbench) -> None:
    """A branch below one top class was drawn in one colour."""
    where = classes_and_levels(workbench.workspace, "organs", "H")

    assert where.classes == {
        "H": "Heart disorders",
        "H1": "Myocardial infarction",
        "H2": "Heart failure",
        "H3": "Angina pectoris",
    }


def test_an_unknown_branch_gets_a_sentence(workbench: Workbench) -> None:
    with pytest.raises(NotFound, match="Organs has no concept “Z9”"):
        workbench.maps.request(terminology="organs", encoder="vectors", kind="branch", of="Z9")


def test_labels_are_found_by_their_normalised_text_or_stand_alone(workbench: Workbench) -> None:
    workbench.labels.relabel("mine", [("ASTHMA", "lung"), ("a word of my own", "other")], "mira")
    found = requested_names(workbench.workspace, MapRequest("organs", "vectors", "labels", "mine"))

    assert [(name.text, name.code, name.row >= 0) for name in found] == [
        ("Asthma", "L1", True),
        ("a word of my own", "", False),
    ]


def test_classes_and_levels_follow_the_hierarchy(workbench: Workbench) -> None:
    where = classes_and_levels(workbench.workspace, "organs")

    assert where.classes == {code: "Heart disorders" if code[0] == "H" else "Lung disorders" for code in where.classes}
    assert {code: where.levels[code] for code in ("R", "H", "H1")} == {"R": 0, "H": 1, "H1": 2}
