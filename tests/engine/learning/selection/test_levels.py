"""HLS's classes on four levels: overlaps, held-out names, hypernyms, and which real subgraphs can be used."""

from __future__ import annotations

import itertools
import sys
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from engine.errors import BadInput, NotFound
from engine.formats.reading import reader
from engine.learning.selection import Source, as_rows, subgraphs
from engine.learning.selection.levels import Levels, held_out_texts
from engine.learning.selection.subgraphs import fittest

selection = sys.modules["engine.learning.selection.subgraphs"]  # its name in the room is a function's


def test_the_classes_of_each_level_hold_the_names_below_the_last(hilly):
    source = hilly()
    for level in (1, 2, 3, 4):
        sample = Levels(root="r", level=level).sample(source, 0)
        assert len(sample.classes) == 2**level
        every = sample.train + sample.validation + sample.test
        assert Counter(every) == Counter(
            (text, code[: level + 1]) for code, texts in source.names.items() if len(code) == 6 for text in texts
        )
        # hypernyms are the names of the level's concepts and are in no split
        assert sample.hypernyms == [(f"class {key}", key) for key in sample.classes]


def test_held_out_names_are_the_same_on_every_level_one_a_lowest_class_until_the_share(hilly):
    # 160 names in 16 classes: 5% is 8, and the first round already gives one of each class
    samples = [Levels(root="r", level=level).sample(hilly(), 7) for level in (1, 2, 3, 4)]
    assert len({frozenset(text for text, _ in sample.test) for sample in samples}) == 1
    assert len({frozenset(text for text, _ in sample.validation) for sample in samples}) == 1
    assert Counter(key for _, key in samples[3].test) == dict.fromkeys(samples[3].classes, 1)
    assert Counter(key for _, key in samples[3].validation) == dict.fromkeys(samples[3].classes, 1)
    # 15% is 24: a second round is begun, and finished
    assert len(Levels(root="r", share=0.15).sample(hilly(), 7).test) == 32


def test_a_name_of_several_classes_stands_once_for_each(hilly):
    # raaaaa, a leaf under raaaa, is also put under rabbb: so its names are of raa… and of rab…
    source = hilly(more="raaaaa>rabbb")
    by_text: dict[str, set[str]] = {}
    sample = Levels(root="r", level=2).sample(source, 0)
    for text, key in sample.train + sample.validation + sample.test:
        by_text.setdefault(text, set()).add(key)
    assert by_text["name 0 of raaaaa"] == {"raa", "rab"}
    assert by_text["name 0 of raaaab"] == {"raa"}
    texts = {text for text, _ in sample.train}
    assert not texts & {text for text, _ in sample.test + sample.validation}
    names = as_rows(sample, lambda texts: np.ones((len(texts), 3), np.float32)).train
    assert len(names) == len(sample.train) > len(texts)


def test_one_text_in_two_concepts_is_one_name_of_all_their_classes(hilly):
    source = hilly()
    source.names["raaaaa"].append("Shared")
    source.names["rbbbbb"].append("shared")
    sample = Levels(root="r", share=0.0).sample(source, 0)
    assert [pair for pair in sample.train if "hared" in pair[0]] == [("Shared", "ra"), ("Shared", "rb")]


def test_dead_ends_hypernyms_wordless_and_held_out_names_do_not_train(hilly):
    # “rx” is on level 1 and ends there
    source = hilly(held_out=["raaaaa"], more="rx>r")
    source.names["raaaab"] += ["—", "class raa"]
    source.names["rx"] = ["a dead end"]
    sample = Levels(root="r").sample(source, 0)
    assert sample.classes == ["ra", "rb"]
    assert sample.left_out == {"of a held-out concept": 5, "no word": 1, "also names a class": 1}
    texts = {text for text, _ in sample.train + sample.validation + sample.test + sample.hypernyms}
    assert not texts & {"—", "class raa", "a dead end", "name 0 of raaaaa"}
    kept = Levels(root="r", held_out="trained", share=0.0).sample(source, 0)
    assert ("name 0 of raaaaa", "ra") in kept.train


def test_a_class_keeps_its_last_name_even_when_its_names_are_shared():
    lowest = {"a": ("x", "y"), "b": ("x",), "c": ("z",), "d": ("y",)}
    for seed in range(50):
        test, validation = held_out_texts(lowest, 0.9, np.random.default_rng(seed))
        left = {key for text in lowest.keys() - test - validation for key in lowest[text]}
        assert left == {"x", "y", "z"}
        assert "c" not in test | validation
        assert not test & validation


def test_each_name_of_a_class_is_held_out_as_often():
    lowest = dict.fromkeys("uvwxyz", ("x",)) | {"1": ("y",), "2": ("y",)}
    drawn: Counter[str] = Counter()
    for seed in range(2_000):
        drawn.update(held_out_texts(lowest, 0.1, np.random.default_rng(seed))[0])
    assert chisquare([drawn[text] for text in "uvwxyz"]).pvalue > 0.001
    assert chisquare([drawn[text] for text in "12"]).pvalue > 0.001


def test_a_class_of_forty_thousand_gives_its_share():
    lowest = {f"name {i}": ("x",) for i in range(40_000)} | {"1": ("y",), "2": ("y",), "3": ("y",)}
    test, validation = held_out_texts(lowest, 0.05, np.random.default_rng(0))
    assert (len(test), len(validation)) == (2_001, 2_001)


def test_what_cannot_be_drawn_is_said(hilly, made_of):
    with pytest.raises(NotFound, match="no concept “q”"):
        Levels(root="q").sample(hilly(), 0)
    with pytest.raises(BadInput, match="no two classes with names below level 4"):
        Levels(root="raaaa").sample(hilly(), 0)
    with pytest.raises(BadInput, match="level 3 is below the 2 levels"):
        Levels(root="r", levels=2, level=3).sample(hilly(), 0)
    with pytest.raises(BadInput, match="has no hierarchy"):
        Levels().sample(made_of({"a": ["one"]}), 0)
    with pytest.raises(BadInput, match="“made” has no subgraphs with 6 even classes on level 1"):
        subgraphs(hilly(), 1)
    with pytest.raises(BadInput, match="no concept with two classes and names below level 7; take fewer levels"):
        Levels(levels=7).sample(hilly(), 0)


def test_where_no_subgraph_is_fit_the_widest_is_taken(hilly):
    assert fittest(hilly(), 3) == ["r"]
    assert Levels(level=2).sample(hilly(), 0) == Levels(root="r", level=2).sample(hilly(), 0)


@pytest.mark.slow
def test_three_subgraphs_of_hpo_and_one_of_icd10cm(monkeypatch):
    looked_into: list[str] = []
    whole = selection.subgraph
    monkeypatch.setattr(selection, "subgraph", lambda *given: looked_into.append(given[1]) or whole(*given))
    hpo, icd = (Source.of_parsed(reader(format)()) for format in ("hpo", "icd10cm"))
    assert [(one.root, one.classes, len(one.names)) for one in subgraphs(hpo, 3)] == [
        ("HP:0000118", (21, 66, 188, 594), 33_383),  # phenotypic abnormality
        ("HP:0001939", (9, 21, 45, 115), 2_128),  # metabolism and homeostasis
        ("HP:0012638", (9, 30, 59, 118), 1_619),  # nervous system physiology
    ]
    assert [(one.root, one.classes, len(one.names)) for one in subgraphs(icd, 1)] == [
        ("13", (16, 54, 215, 1_276), 5_660)  # musculoskeletal system
    ]
    assert len(looked_into) < 40  # of 200 that are wide enough: the others have fewer names than what was found
    found = Levels(level=4).sample(hpo, 0)
    assert len({text for text, _ in found.train + found.validation + found.test}) == 33_383
    assert found == Levels(root="HP:0000118", level=4).sample(hpo, 0)


def chain(concepts: int, beside: int) -> Source:
    """A source in which each concept stands under the one before, with some more beside it."""
    parents = {f"c{number}": [f"c{number - 1}"] for number in range(1, concepts)}
    parents |= {f"{above}-{number}": [above] for above in ["c0", *parents] for number in range(beside)}
    titles = {code: f"name {code}" for code in ["c0", *parents]}
    return Source("chain", {code: [title] for code, title in titles.items()}, titles, parents)


def calls_to_select(source: Source) -> int:
    """How many functions the selection of levels calls before it says that there are none."""
    count = itertools.count()
    sys.setprofile(lambda frame, event, argument: event == "call" and next(count) and None)
    try:
        with pytest.raises(BadInput, match="has no concept with two classes"):
            Levels().sample(source, 0)
    finally:
        sys.setprofile(None)
    return next(count)


@pytest.mark.slow
def test_a_chain_of_parents_is_walked_in_time_that_grows_with_its_length() -> None:
    calls_to_select(chain(10, 7))  # what is read once
    assert calls_to_select(chain(1_000, 7)) < 2.2 * calls_to_select(chain(500, 7))
    bare = chain(100_000, 0)  # no concept has two classes: nothing is walked from the candidates
    assert calls_to_select(bare) < 2_000
