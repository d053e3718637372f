"""CG's splits by concept: what is held out, from whom, and how evenly."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

from engine.errors import BadInput
from engine.formats.reading import reader
from engine.learning.selection import DATA, Source
from engine.learning.selection.splits import held_out_names, zero_shot_concepts
from engine.learning.selection.synonyms import LEFT_OUT, TRAINED, ZERO_SHOT, Synonyms

PLAIN = {"metatags": False, "most_words": 0, "vocabulary": "not asked", "unambiguous": False}
SETS = {f"c{i}": [f"name {i} {j}" for j in range(2 + i % 4)] for i in range(40)}  # 40 concepts of 2 to 5 names


def test_every_filter_counts_what_it_leaves_out(made_of):
    source = made_of(
        {
            "a": ["Cough", "Cough (finding)", "Tussis", "—"],
            "b": ["Cold", "Common cold", "a cold that is longer than six words"],
            "c": ["cold", "Catarrh", "Runny nose"],
            "d": ["Alone"],
        }
    )
    sample = Synonyms(test=0.0, validation=0.0, zero_shot=0.0, least_names=2).sample(source, 0)
    assert sample.train == [("Cough", "a"), ("Tussis", "a"), ("Catarrh", "c"), ("Runny nose", "c")]
    assert sample.left_out == {
        "repeats a name but for its metatag": 1,
        "no word, or one outside the vectors' vocabulary": 1,
        "more than 6 words": 1,
        "stands in several concepts": 2,
        "of a concept with fewer than 2 names left": 2,  # “Common cold” is all that b keeps
    }


def test_the_shares_are_exact_and_no_concept_loses_its_last_name(made_of):
    # 40 concepts, 4 of them zero-shot; of the n names of the other 36, round(0.2 n) test and round(0.1 n) validate
    sample = Synonyms(test=0.2, validation=0.1, zero_shot=0.1).sample(made_of(SETS), 5)
    unseen = {key for _, key in sample.zero_shot}
    assert len(unseen) == 4
    assert all(len(SETS[key]) == [k for _, k in sample.zero_shot].count(key) for key in unseen)
    n = sum(len(names) for key, names in SETS.items() if key not in unseen)
    assert (len(sample.test), len(sample.validation)) == (round(0.2 * n), round(0.1 * n))
    every = sample.train + sample.validation + sample.test + sample.zero_shot
    assert Counter(every) == Counter((name, key) for key, names in SETS.items() for name in names)
    assert set(sample.classes) == {key for _, key in sample.train} == SETS.keys() - unseen


def test_when_nothing_more_can_be_held_out_the_splits_stay_smaller():
    names = {"a": ["1", "2"], "b": ["3", "4", "5"]}
    assert len(held_out_names(names, 100, np.random.default_rng(0))) == 3
    assert {code: len(left) for code, left in names.items()} == {"a": 1, "b": 1}


def test_each_name_of_a_concept_is_drawn_as_often():
    drawn: Counter[str] = Counter()
    for seed in range(2_000):
        names = {"a": list("uvwxyz"), "b": ["1", "2"]}
        drawn.update(text for text, code in held_out_names(names, 2, np.random.default_rng(seed)) if code == "a")
    assert sum(drawn.values()) == 2_000  # a round takes one of each concept
    assert chisquare([drawn[text] for text in "uvwxyz"]).pvalue > 0.001


def test_each_concept_is_as_often_zero_shot_and_single_names_never():
    names = {f"c{i}": ["x", "y"] for i in range(10)} | {"single": ["z"]}
    drawn: Counter[str] = Counter()
    for seed in range(2_000):
        drawn.update(zero_shot_concepts(names, 3 / 11, frozenset(), np.random.default_rng(seed)))
    assert drawn["single"] == 0
    assert chisquare([drawn[f"c{i}"] for i in range(10)]).pvalue > 0.001


@pytest.mark.parametrize("name", ["synonyms", "levels"])
def test_a_seed_draws_the_same_whatever_the_order_of_the_file(name, made_of, hilly):
    source = made_of(SETS, held_out=["c1", "c2"]) if name == "synonyms" else hilly()
    turned = Source(
        source.title,
        {code: source.names[code][::-1] for code in reversed(source.names)},
        {code: source.titles[code] for code in reversed(source.titles)},
        {code: source.parents[code][::-1] for code in reversed(source.parents)},
        source.held_out,
    )
    plan = DATA[name]() if name == "synonyms" else DATA[name](root="r")
    assert plan.sample(source, 1) == plan.sample(turned, 1)
    assert plan.sample(source, 1) != plan.sample(source, 2)


def test_held_out_concepts_never_train_unless_asked(made_of):
    source = made_of(SETS, held_out=["c1", "c2", "c3"])
    sets = {choice: Synonyms(held_out=choice, zero_shot=0.05).sample(source, 0) for choice in (ZERO_SHOT, LEFT_OUT)}
    for sample in sets.values():
        assert not {key for _, key in sample.train + sample.validation + sample.test} & source.held_out
    assert {key for _, key in sets[ZERO_SHOT].zero_shot} == source.held_out  # three are more than 5% of forty
    assert not {key for _, key in sets[LEFT_OUT].zero_shot} & source.held_out
    assert sets[LEFT_OUT].left_out == {"of a held-out concept": 3 + 4 + 5}
    trained = [Synonyms(held_out=TRAINED).sample(source, seed) for seed in range(3)]
    assert source.held_out <= {key for sample in trained for _, key in sample.train}


def test_single_names_stay_when_asked(made_of):
    source = made_of(SETS | {"one": ["a single name"]})
    sample = Synonyms(least_names=1, zero_shot=0.0).sample(source, 0)
    assert ("a single name", "one") in sample.train


def test_nothing_left_says_why(made_of):
    with pytest.raises(BadInput, match="at least two concepts to train on, and none is left; left out: 1 of a concept"):
        Synonyms().sample(made_of({"a": ["only"]}), 0)
    strange = made_of({"a": ["xq", "qx"], "b": ["zx", "xz"]}).known_by({"cough"})
    with pytest.raises(BadInput, match=r"left out: 4 no word, .* Set the vocabulary to “not asked”, or"):
        Synonyms().sample(strange, 0)


def test_a_class_of_forty_thousand(made_of):
    source = made_of({"big": [f"name {i}" for i in range(40_000)], "small": ["one", "two"]})
    sample = Synonyms(test=0.1, validation=0.05, zero_shot=0.0).sample(source, 0)
    assert (len(sample.test), len(sample.validation), len(sample.train)) == (4_000, 2_000, 34_002)


@pytest.mark.slow
def test_hpo_and_medic_as_they_are(shared: Path):
    medic = Source.of_parsed(reader("medic")(shared / "normalisation" / "medic_2012-07-06.txt"))
    sample = Synonyms().sample(medic, 0)
    assert len(sample.train) + len(sample.validation) + len(sample.test) == 63_363
    assert (len(sample.validation), len(sample.test)) == (2_535, 5_069)
    assert len({key for _, key in sample.zero_shot}) == 627 == round(0.07 * (8_333 + 627))
    assert sample.left_out["more than 6 words"] == 3_637
