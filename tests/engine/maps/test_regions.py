"""Crowds are found where they are, and called by the concept that fits."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maps.regions import crowds, named_regions

PARENTS = {"heart": ["all"], "lung": ["all"], "h1": ["heart"], "h2": ["heart"], "l1": ["lung"]}
TITLES = {"all": "All", "heart": "Heart", "lung": "Lung", "h1": "Infarction", "h2": "Failure", "l1": "Asthma"}


def _three_heaps() -> tuple[np.ndarray, list[int]]:
    generator = np.random.default_rng(8)
    centres, sizes = [(0, 0), (10, 0), (0, 10)], [300, 200, 100]
    points = [generator.normal(centre, 0.3, (size, 2)) for centre, size in zip(centres, sizes, strict=True)]
    return np.vstack(points).astype(np.float32), sizes


def test_each_heap_is_a_crowd_the_largest_first() -> None:
    points, sizes = _three_heaps()
    member, tops = crowds(points, 3.0)

    of = np.repeat([0, 1, 2], sizes)
    for heap in range(3):
        assert (member[of == heap] == heap).mean() > 0.97
    assert tops[:3] == pytest.approx(np.array([[0, 0], [10, 0], [0, 10]]), abs=0.5)


def test_a_crowd_is_called_by_the_branch_that_fits_it_best() -> None:
    _, sizes = _three_heaps()
    member = np.repeat([0, 1, 2], sizes).astype(np.int16)
    codes = ["h1", "h2"] * 150 + ["l1"] * 200 + [""] * 100
    texts = ["heart attack"] * 300 + ["asthma"] * 200 + ["broken window"] * 100
    found = named_regions(member, np.zeros((3, 2)), texts, codes, PARENTS, TITLES)

    assert [(one.title, one.names, one.fit) for one in found[:2]] == [("Heart", 300, 1.0), ("Asthma", 200, 1.0)]
    assert (found[2].concept, found[2].title) == ("", "broken window")


def test_where_no_concept_fits_a_region_has_one_of_its_names_and_no_list_of_words() -> None:
    texts = ["fracture of the window frame, initial"] * 4 + ["window fracture"] + ["door"] * 5 + ["asthma"] * 10
    member = np.repeat([0, 1], [10, 10]).astype(np.int16)
    found = named_regions(member, np.zeros((2, 2)), texts, [""] * 20, {}, {})
    assert found[0].title in texts and found[1].title == "asthma"


def test_equal_titles_are_told_apart_by_a_word() -> None:
    texts = ["left heart"] * 10 + ["right heart"] * 10 + ["asthma"] * 40
    member = np.repeat([0, 1, -1], [10, 10, 40]).astype(np.int16)
    codes = ["h1"] * 20 + ["l1"] * 40
    found = named_regions(member, np.zeros((2, 2)), texts, codes, PARENTS, TITLES)

    assert [one.title for one in found] == ["Infarction", "Infarction: right"]


def test_the_trunk_names_nothing_and_a_mixed_crowd_takes_its_own_name() -> None:
    texts = ["cracked window"] * 6 + ["asthma"] * 2 + ["failing heart"] * 2
    codes = ["all"] * 6 + ["l1"] * 2 + ["h2"] * 2
    found = named_regions(np.zeros(10, dtype=np.int16), np.zeros((1, 2)), texts, codes, PARENTS, TITLES)

    assert found[0].concept != "all"
