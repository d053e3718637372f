from __future__ import annotations

import numpy as np
import torch

from engine.benchmarks.training import threads, training_seconds
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.learning.selection import Source

NAMES = {f"{a}{b}": [f"{a} of {b}", f"{b} {a}"] for a in ("pain", "rash") for b in "abcdefgh"}
PARENTS = {code: [code[:4]] for code in NAMES}


def encode(texts):
    return np.random.default_rng(0).normal(size=(len(texts), 4)).astype(np.float32)


def source(parents: dict[str, list[str]]) -> Source:
    tops = {"pain": ["pain"], "rash": ["rash"]}
    return Source("list", NAMES | tops, dict.fromkeys(NAMES | tops, ""), parents)


def test_a_terminology_without_a_hierarchy_leaves_the_few_shot_row_out_and_says_why() -> None:
    found, why = training_seconds(
        source({}), Recipe.from_dict(PRESETS["few-shot"]), encode, ["float32", "bfloat16"], lambda *_: 1.0
    )
    assert found == {"float32": None, "bfloat16": None}
    assert "“list” has no hierarchy" in why


def test_with_a_hierarchy_each_precision_is_measured() -> None:
    asked = []

    def measure(recipe, data, precision):
        asked.append((len(data.train) > 0, precision))
        return 2.0

    few = PRESETS["few-shot"] | {"sampler": PRESETS["few-shot"]["sampler"] | {"shots": 2}}
    assert training_seconds(source(PARENTS), Recipe.from_dict(few), encode, ["float32"], measure) == (
        {"float32": 2.0},
        "",
    )
    assert asked == [(True, "float32")]


def test_threads_are_those_that_torch_is_left() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        assert threads() == 1
    finally:
        torch.set_num_threads(before)
