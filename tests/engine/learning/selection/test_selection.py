"""What a recipe draws: top classes as ever, labels, or any selection by name."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.learning.drawn_names import classes_for, select, selected
from engine.learning.presets import recipe_from
from engine.learning.recipe import Recipe
from engine.learning.samplers import few_shot_sample
from engine.learning.selection import DATA, Sample, Source, as_rows, names_of, numbers
from engine.workbench import Workbench


def lengths(texts):
    return np.array([[len(text), 1.0] for text in texts], dtype=np.float32).reshape(-1, 2)


@pytest.mark.parametrize("name", DATA)
def test_settings_round_trip_and_are_described(name):
    kind = DATA[name]
    assert kind.from_dict(kind().to_dict()) == kind()
    assert kind.title != "settings"
    assert kind.__doc__
    assert all(line.label for line in kind().described(name))


def test_a_recipe_without_data_draws_top_classes(workbench: Workbench):
    recipe = recipe_from("few-shot", shots=2) | {"terminology": "organs"}
    without = {key: value for key, value in recipe.items() if key != "data"}
    drawn = select(workbench.workspace, Recipe.from_dict(without))
    classes = classes_for(workbench.workspace, Recipe.from_dict(recipe))
    by_hand = few_shot_sample(classes.names, 2, seed=0, most_classes=21)
    assert (drawn.sample.train, drawn.sample.validation) == (by_hand.train, by_hand.validation)
    assert drawn.sample.classes == by_hand.classes
    named = select(workbench.workspace, Recipe.from_dict({**without, "data": {"name": "top-classes"}}))
    assert named.fingerprint == drawn.fingerprint
    assert drawn.ambiguous == classes.ambiguous


def test_an_unknown_selection_and_labels_drawn_as_synonyms_are_refused(workbench: Workbench):
    recipe = recipe_from("few-shot", shots=2)
    with pytest.raises(BadInput, match="No data selection is called 'all'; there are top-classes, synonyms"):
        select(workbench.workspace, Recipe.from_dict(recipe | {"terminology": "organs", "data": {"name": "all"}}))
    with pytest.raises(BadInput, match="drawn as top classes"):
        select(workbench.workspace, Recipe.from_dict(recipe | {"labels": "mine", "data": {"name": "synonyms"}}))


def test_synonyms_of_a_workspace_are_a_recipes_word(workbench: Workbench):
    data = {"name": "synonyms", "held_out": "trained", "zero_shot": 0.0, "test": 0.1}
    recipe = recipe_from("few-shot", seed=3) | {"terminology": "organs", "data": data}
    first, again = (select(workbench.workspace, Recipe.from_dict(recipe)) for _ in range(2))
    assert first == again
    # organs: six concepts with two names or three, R, H and L with one: 14 names, of which 10% is one
    assert (len(first.sample.classes), len(first.sample.test), len(first.sample.train)) == (6, 1, 12)
    assert first.sample.left_out == {"of a concept with fewer than 2 names left": 3}


def test_splits_become_rows_and_each_text_is_encoded_once():
    sample = Sample([("a", "x"), ("bb", "x"), ("a", "y")], [("ccc", "y")], ["x", "y"], zero_shot=[("dddd", "z")])
    asked = []

    def encode(texts):
        asked.append(list(texts))
        return lengths(texts)

    data = as_rows(sample, encode)
    assert asked == [["a", "bb"], ["ccc"]]
    assert data.train.rows[:, 0].tolist() == [1, 2, 1]
    assert (data.train.classes.tolist(), data.validation.classes.tolist()) == ([0, 0, 1], [1])
    assert data.encode is encode
    number = numbers(sample.classes, sample.zero_shot)
    assert names_of(sample.zero_shot, number, encode).classes.tolist() == [2]


def test_an_empty_split_has_no_rows():
    data = as_rows(Sample([("a", "x"), ("b", "y")], [], ["x", "y"]), lengths)
    assert data.validation.rows.shape == (0, 2)
    assert len(data.validation) == 0


def test_a_source_is_one_terminology_several_or_all(sample: Workbench):
    icd = Source.of_workspace(sample.workspace, "icd10cm")
    both = Source.of_workspace(sample.workspace, "hpo+icd10cm")
    three = Source.of_workspace(sample.workspace, "hpo+icd10cm+mondo")
    everything = Source.of_workspace(sample.workspace, "all")
    assert len(icd.titles) == 98_505
    assert len(both.titles) == 98_505 + 19_034
    assert three.titles == everything.titles and both.titles.items() < three.titles.items()
    assert both.names["icd10cm:I21"] == icd.names["I21"] == ["Acute myocardial infarction", *icd.names["I21"][1:]]
    assert both.parents["icd10cm:I21"] == ["icd10cm:" + icd.parents["I21"][0]]
    assert {f"icd10cm:{code}" for code in icd.held_out} < both.held_out
    assert all(sample.workspace.held_out(code) for code in icd.held_out)
    with pytest.raises(NotFound, match="no terminology “snomed” to train on"):
        Source.of_workspace(sample.workspace, "hpo+snomed")
    with pytest.raises(NotFound):
        Source.of_workspace(sample.workspace, "")


def test_no_hierarchy_no_top_classes(made_of):
    with pytest.raises(BadInput, match="“made” has no hierarchy"):
        selected(made_of({"a": ["one", "two"]}), Recipe.from_dict(recipe_from("few-shot")))
