from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.errors import BadInput
from engine.learning.samplers import FewShot, Names, few_shot_sample
from engine.learning.samplers.negatives import Negatives
from tests.engine.learning.samplers.splits import fits

CLASSES = {
    "heart": [f"heart {i}" for i in range(9)],
    "lung": [f"lung {i}" for i in range(6)],
    "skin": [f"skin {i}" for i in range(6)],
    "toe": ["toe 1", "toe 2"],
}


def test_names_of_the_largest_classes_disjoint():
    sample = few_shot_sample(CLASSES, 3, seed=0)
    assert sample.classes == ["heart", "lung", "skin"]
    assert [title for _, title in sample.train] == ["heart"] * 3 + ["lung"] * 3 + ["skin"] * 3
    assert [title for _, title in sample.validation] == [title for _, title in sample.train]
    assert len({name for name, _ in sample.train + sample.validation}) == 18
    assert all(name in CLASSES[title] for name, title in sample.train + sample.validation)
    assert sample.left_out == {"toe": "2 names, and 3 a class need 6"}


def test_most_classes_leaves_the_smaller_out():
    sample = few_shot_sample(CLASSES, 3, seed=0, most_classes=2)
    assert sample.classes == ["heart", "lung"]
    assert sample.left_out["skin"] == "not among the 2 largest classes"


def test_the_order_of_classes_and_names_does_not_matter_but_the_seed_does():
    turned = {title: names[::-1] for title, names in reversed(CLASSES.items())}
    assert few_shot_sample(turned, 3, seed=5) == few_shot_sample(CLASSES, 3, seed=5)
    assert few_shot_sample(CLASSES, 3, seed=6) != few_shot_sample(CLASSES, 3, seed=5)


def test_equal_texts_of_a_class_are_one_name():
    classes = {"a": ["Gout", "gout", "GOUT", "rash"], "b": ["x", "y", "z", "w"], "c": ["1", "2", "3", "4"]}
    assert few_shot_sample(classes, 2, seed=0).left_out == {"a": "2 names, and 2 a class need 4"}


def test_every_choice_of_names_is_as_likely():
    choices = Counter()
    for seed in range(1_800):
        sample = few_shot_sample({"lung": CLASSES["lung"], "skin": CLASSES["skin"]}, 2, seed)
        parts = ([name for name, title in part if title == "lung"] for part in (sample.train, sample.validation))
        choices[tuple(tuple(sorted(part)) for part in parts)] += 1
    assert len(choices) == 90  # two of six names train, and two of the other four validate
    assert fits(list(choices.values()), np.ones(90))


def test_too_few_names():
    with pytest.raises(BadInput, match="5 names a class need at least two classes of 10 names; here none of 4 has"):
        few_shot_sample(CLASSES, 5, seed=0)
    with pytest.raises(BadInput, match="Choose at most 2 names a class"):
        few_shot_sample({"a": list("uvwxyz"), "b": list("pqrs")}, 4, seed=0)
    for classes in ({"a": list("uvwxyz")}, {"a": list("uvwxyz"), "b": list("pqr")}):
        with pytest.raises(BadInput, match="Fewer do not help either: choose a terminology or a label set with more"):
            few_shot_sample(classes, 3, seed=0)
    with pytest.raises(BadInput, match="shots must be between 2 and 1000, not 1"):
        few_shot_sample(CLASSES, 1, seed=0)


def points(classes) -> Names:
    rows = np.random.default_rng(0).normal(size=(len(classes), 5))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Names(rows, np.array(classes), [str(i) for i in range(len(classes))])


def test_an_epoch_holds_every_pair_once_with_a_negative_each():
    names = points([0] * 4 + [1] * 4 + [2] * 4)
    batches = list(FewShot().epoch(names, lambda: names.rows, 5, np.random.default_rng(0)))
    assert [len(batch.leads) for batch in batches] == [5, 5, 2]
    pairs = [p for b in batches for p in zip(b.rows[b.anchors].tolist(), b.rows[b.positives].tolist(), strict=True)]
    assert sorted(pairs) == [(a, p) for a in range(12) for p in range(12) if a != p and a // 4 == p // 4]
    for batch in batches:
        assert (names.classes[batch.rows[batch.anchors]] != names.classes[batch.rows[batch.negatives]]).all()


def test_a_class_with_one_name_leads_without_triplets():
    names = points([0, 1, 1])
    (batch,) = FewShot().epoch(names, lambda: names.rows, 8, np.random.default_rng(0))
    assert sorted(batch.rows[batch.anchors].tolist()) == [1, 2]
    assert len(batch.leads) == 3


def test_classes_with_one_name_only_still_make_batches():
    names = points([0, 1])
    (batch,) = FewShot().epoch(names, lambda: names.rows, 8, np.random.default_rng(0))
    assert len(batch.leads) == 2
    assert len(batch.anchors) == 0


def test_a_large_class_gives_a_hundred_positives_a_lead():
    names = points([0] * 40_000 + [1, 1])
    batch = next(FewShot(nearest=5).epoch(names, lambda: names.rows, 8, np.random.default_rng(0)))
    anchors, positives = batch.rows[batch.anchors], batch.rows[batch.positives]
    assert Counter(anchors.tolist()) == dict.fromkeys(batch.rows[batch.leads].tolist(), 100)
    assert len(set(zip(anchors.tolist(), positives.tolist(), strict=True))) == 800
    assert (anchors != positives).all() and (positives < 40_000).all()


def test_every_name_of_a_large_class_is_as_likely(monkeypatch):
    monkeypatch.setattr("engine.learning.samplers.few_shot.MOST_POSITIVES", 2)
    names, met, rng = points([0] * 5 + [1]), Counter(), np.random.default_rng(0)
    for _ in range(300):
        (batch,) = FewShot().epoch(names, lambda: names.rows, 6, rng)
        met.update(zip(batch.rows[batch.anchors].tolist(), batch.rows[batch.positives].tolist(), strict=True))
    assert fits([met[a, p] for a in range(5) for p in range(5) if a != p], np.ones(20))
    assert sum(met.values()) == 300 * 5 * 2


@pytest.mark.parametrize(("names", "leading"), [(315, [64, 64, 64, 64, 59]), (42, [11, 11, 11, 9]), (3, [1, 1, 1])])
def test_few_names_make_as_many_steps_and_each_leads_once(names, leading):
    split = points([i % 2 for i in range(names)])
    sampler = FewShot(least_steps=4)
    batches = list(sampler.epoch(split, lambda: split.rows, 64, np.random.default_rng(0)))
    assert [len(batch.leads) for batch in batches] == leading
    assert sampler.steps(split, 64) == len(leading)
    assert sorted(np.concatenate([batch.rows[batch.leads] for batch in batches]).tolist()) == list(range(names))


def test_many_names_draw_from_the_same_names(monkeypatch):
    # Beyond so many names, with a bound on the nearest, negatives come block by block; what may be drawn is the same.
    names = points([i // 4 for i in range(40)])
    monkeypatch.setattr("engine.learning.samplers.few_shot.AT_ONCE", 10)
    sampler = FewShot(nearest=1)
    batches = list(sampler.epoch(names, lambda: names.rows, 7, np.random.default_rng(0)))
    assert len(batches) == sampler.steps(names, 7) == 6
    nearest = Negatives(names, names.rows, nearest=1).probabilities(np.arange(40)).argmax(axis=1)
    pairs = 0
    for batch in batches:
        assert np.array_equal(batch.rows[batch.negatives], nearest[batch.rows[batch.anchors]])
        assert (names.classes[batch.rows[batch.anchors]] == names.classes[batch.rows[batch.positives]]).all()
        pairs += len(batch.anchors)
    assert pairs == 120
