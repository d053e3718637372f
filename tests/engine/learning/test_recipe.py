from __future__ import annotations

import copy
import json
import subprocess
import sys

import pytest

from engine.errors import BadInput
from engine.learning.presets import PRESETS, recipe_from
from engine.learning.recipe import Recipe


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_complete_json_and_survive_the_round_trip(preset):
    recipe = PRESETS[preset]
    assert Recipe.from_dict(json.loads(json.dumps(recipe))).to_dict() == recipe


@pytest.mark.parametrize("preset", PRESETS)
def test_every_field_of_a_form_addresses_its_value(preset):
    for line in Recipe.from_dict(PRESETS[preset]).fields():
        part = PRESETS[preset]
        for key in line.path.split("."):
            part = part[int(key)] if key.isdigit() else part[key]
        assert part == line.value
        assert line.label


@pytest.mark.parametrize(("preset", "leads", "least"), [("few-shot", 64, 4), ("few-shot-paper", 16, 1)])
def test_the_few_shot_paper_leads_a_step_with_sixteen_names_and_our_preset_with_more(preset, leads, least):
    for name in (preset, preset.replace("few-shot", "few-shot-continual")):
        recipe = Recipe.from_dict(PRESETS[name])
        assert (recipe.optimiser.batch, recipe.sampler.least_steps) == (leads, least)


def test_what_belongs_to_others_is_kept():
    recipe = PRESETS["few-shot"] | {"terminology": "hpo", "input": "vectors"}
    assert Recipe.from_dict(recipe).to_dict()["terminology"] == "hpo"


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("seed",), -1, "seed must be a whole number of 0 or more, not -1."),
        (("objectives",), [], "A recipe needs at least one loss"),
        (("objectives",), {"name": "triplet"}, r"objectives must be a list, such as \[{"),
        (("objectives",), 3, r"objectives must be a list, such as \[{"),
        (("objectives",), [3], "This is no loss: 3; write its name, such as "),
        (("objectives",), [{"name": ["triplet"]}], r"No loss is called \['triplet'\]; there are "),
        (("objectives",), ["tripled"], "No loss is called 'tripled'; there are "),
        (("encoder",), 3, "This is no encoder: 3; write its name, such as dan or "),
        (("encoder",), "dam", "No encoder is called 'dam'; there are "),
        (("front",), ["cca"], r"This is no transform: \['cca'\]; write its name"),
        (("data",), True, "This is no data selection: True; write its name"),
        (("optimiser",), 3, 'optimiser must be settings by name, such as {"learning_rate": 0.001}, not 3.'),
        (("optimiser",), None, 'optimiser must be settings by name, such as {"learning_rate": 0.001}, not None.'),
        (("encoder", "name"), "dam", "No encoder is called 'dam'; there are "),
        (("sampler", "shots"), 1, "few-shot sampler: shots must be between 2 and 1000, not 1."),
        (("optimiser", "learning_rate"), 0.0, "optimiser: learning_rate must be between"),
    ],
)
def test_a_bad_recipe_says_what_is_wrong(path, value, sentence):
    recipe = copy.deepcopy(PRESETS["few-shot"])
    part = recipe
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(BadInput, match=sentence):
        Recipe.from_dict(recipe)


@pytest.mark.parametrize(
    ("change", "settings"),
    [
        ("encoder=dan", {"encoder": {"name": "dan"}}),
        ("front=cca", {"front": {"name": "cca"}}),
        ("sampler=pairs", {"sampler": {"name": "pairs"}}),
        ("data=synonyms", {"data": {"name": "synonyms"}}),
        ("objectives=triplet", {"objectives": [{"name": "triplet"}]}),
        ('objectives=["triplet", "halfway"]', {"objectives": [{"name": "triplet"}, {"name": "halfway"}]}),
        ("objectives.0=contextual", {"objectives": [{"name": "contextual"}, PRESETS["few-shot"]["objectives"][1]]}),
    ],
)
def test_a_bare_name_is_that_part_with_its_defaults(change, settings):
    wanted = Recipe.from_dict(PRESETS["few-shot"] | settings).to_dict()
    assert recipe_from("few-shot", [change]) == wanted
    part, _, name = change.partition("=")
    if part in settings:  # as a file or a program says it
        bare = json.loads(name) if name.startswith("[") else name
        assert Recipe.from_dict(PRESETS["few-shot"] | {part: bare}).to_dict() == wanted


def test_the_settings_of_a_bare_name_can_be_changed_after_it():
    recipe = recipe_from("few-shot", ["encoder=dan", "encoder.hidden=7", "objectives=margin", "objectives.0.weight=2"])
    assert recipe["encoder"]["hidden"] == 7
    assert recipe["objectives"][0]["weight"] == 2


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_can_learn(preset):
    Recipe.from_dict(PRESETS[preset]).check()


@pytest.mark.parametrize(
    ("preset", "changes", "sentence"),
    [
        ("few-shot", ["objectives.0.weight=0", "objectives.1.weight=0"], "Every loss weighs 0"),
        ("few-shot", ["objectives=triplet", "sampler=in-batch"], "the in-batch sampler gives none.* few-shot, pairs, "),
        ("few-shot", ["sampler=concept-groups"], "The triplet loss learns from triplets"),
        ("triplet-search", ["front=cca"], "The transformer reads texts, so that CCA before it would change nothing"),
    ],
)
def test_parts_that_would_learn_nothing_together_are_refused(preset, changes, sentence):
    with pytest.raises(BadInput, match=sentence):
        Recipe.from_dict(recipe_from(preset, changes)).check()


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("cca", ["objectives.0.weight=0", "sampler=in-batch"]),  # the transform alone: no loss is asked
        ("few-shot", ["objectives.0.weight=0", "sampler=in-batch"]),  # half-way grounding needs no triplets
        ("bne", ["front=cca"]),  # its words stand behind the transform
        ("triplet-search", ["front=cca", 'objectives=["batch-hard", "contextual"]']),  # drawn to rows behind it
    ],
)
def test_parts_that_do_learn_together_are_not(preset, changes):
    Recipe.from_dict(recipe_from(preset, changes)).check()


def test_reading_a_recipe_loads_no_torch():
    code = "import sys, engine.learning.recipe, engine.learning.presets; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_changed_recipe_leaves_its_preset_as_it_is():
    assert recipe_from("best", ["compose.weight=0.1"])["compose"]["weight"] == 0.1
    assert PRESETS["best"]["compose"]["weight"] == 0.7


@pytest.mark.parametrize("settings", ["encoder.hidden=64", {"encoder.hidden": 64}])
def test_settings_that_are_no_list_are_refused_in_words(settings):
    """A text was read letter by letter (“e” is no setting), a dict as its keys."""
    with pytest.raises(BadInput, match=r"a list of texts, such as \[“encoder.hidden=4800”\], not"):
        recipe_from("few-shot", settings)
