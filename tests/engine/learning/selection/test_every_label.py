"""A training on a label set uses every label of it, and nothing else."""

from __future__ import annotations

import pytest

from engine.errors import BadInput
from engine.learning.drawn_names import select
from engine.learning.recipe import Recipe
from engine.learning.selection.every_label import EveryLabel, slice_of
from engine.terminology.top_classes import Classes
from engine.workbench import Workbench


def classes(**sizes: int) -> Classes:
    return Classes({title: [f"{title} {i}" for i in range(size)] for title, size in sizes.items()})


def test_every_name_trains_or_validates_and_none_does_both():
    sample = EveryLabel().of_classes(classes(a=7, b=4, c=3, d=1), seed=2)
    count = {
        title: tuple(sum(key == title for _, key in split) for split in (sample.train, sample.validation))
        for title in "abcd"
    }

    assert count == {"a": (4, 3), "b": (2, 2), "c": (3, 0), "d": (1, 0)}
    assert sorted(text for text, _ in sample.train + sample.validation) == sorted(
        f"{title} {i}" for title, size in (("a", 7), ("b", 4), ("c", 3), ("d", 1)) for i in range(size)
    )


def test_the_split_depends_on_the_seed_and_not_on_the_order():
    names = classes(a=9, b=9)
    turned = Classes({title: own[::-1] for title, own in reversed(names.names.items())})

    assert EveryLabel().of_classes(names, 1).train == EveryLabel().of_classes(turned, 1).train
    assert EveryLabel().of_classes(names, 1).train != EveryLabel().of_classes(names, 2).train


def test_too_few_labels_are_a_sentence():
    with pytest.raises(BadInput, match=r"two classes with 4 labelled names each; here 1 of 2"):
        EveryLabel().of_classes(classes(a=4, b=3), 0)


def test_a_recipe_of_a_label_set_draws_exactly_its_labels(workbench: Workbench):
    pairs = [(f"{part} pain {i}", part) for part in ("knee", "hip") for i in range(5)]
    workbench.labels.add("topics", [*pairs, ("gone", "hip")], "ann")
    workbench.labels.remove("topics", "gone", "ann")
    recipe = workbench.training.recipe_for_labels("topics")
    sample = select(workbench.workspace, Recipe.from_dict(recipe)).sample

    assert sorted(sample.train + sample.validation) == sorted(pairs)
    assert workbench.training.selection(recipe).splits == {"training": 6, "validation": 4}
    assert slice_of({"knee": [name for name, part in pairs if part == "knee"]}) == set()  # too few to hold any out
    assert not workbench.training.needs(recipe).problem


def test_a_recipe_can_be_held_to_the_labels_of_a_moment(workbench: Workbench):
    workbench.labels.add("topics", [(f"{part} pain {i}", part) for part in ("knee", "hip") for i in range(4)], "ann")
    recipe = workbench.training.fix_labels(workbench.training.recipe_for_labels("topics"))
    before = select(workbench.workspace, Recipe.from_dict(recipe))
    workbench.labels.add("topics", [("another knee", "knee"), ("knee pain 0", "hip")], "ann")

    assert select(workbench.workspace, Recipe.from_dict(recipe)) == before
    assert select(workbench.workspace, Recipe.from_dict(workbench.training.recipe_for_labels("topics"))) != before


def test_a_slice_judges_the_model_and_is_never_learned_from():
    names = classes(a=40, b=40, c=7)
    sample = EveryLabel(slice=True).of_classes(names, seed=2)
    learned = {text for text, _ in sample.train + sample.validation}
    held = {text for text, _ in sample.test}

    assert held and not held & learned and {title for _, title in sample.test} == {"a", "b"}
    assert held == slice_of(names.names) and len(learned) + len(held) == 87
    assert slice_of({"a": names.names["a"][:30]}) <= held  # what is held out stays so when more is labelled
