from __future__ import annotations

import copy
import json
import subprocess
import sys

import pytest

from engine.errors import BadInput
from engine.presets import PRESETS
from engine.recipe import Recipe


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


def test_what_belongs_to_others_is_kept():
    recipe = PRESETS["few-shot"] | {"terminology": "hpo", "input": "vectors"}
    assert Recipe.from_dict(recipe).to_dict()["terminology"] == "hpo"


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("seed",), -1, "seed must be a whole number of 0 or more, not -1."),
        (("objectives",), [], "A recipe needs at least one objective"),
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


def test_reading_a_recipe_loads_no_torch():
    code = "import sys, engine.recipe, engine.presets; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
