from __future__ import annotations

from functools import partial

import numpy as np
import pytest
import torch

from engine.benchmarks.on_gpu import beside, precisions_of
from engine.benchmarks.training import (
    STEP,
    epoch_seconds,
    meets,
    plain_step_seconds,
    step_products,
    step_seconds,
    threads,
    training_seconds,
)
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.learning.selection import Source
from tests.other_device import OTHER, working

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


def test_a_step_is_counted_in_its_products_and_passes_with_every_figure() -> None:
    few = PRESETS["few-shot"] | {"sampler": PRESETS["few-shot"]["sampler"] | {"shots": 2, "least_steps": 1}}
    recipe = Recipe.from_dict(few | {"encoder": {"name": "dan", "hidden": 6}})
    products = step_products(source(PARENTS), recipe, encode)
    assert products > 0 and products % (2 * 4 * 6) == 0  # whole names through 4 -> 6 -> 4
    assert plain_step_seconds(products, 4) > 0

    good = [{"what": STEP, "float32 share": 0.9, "bfloat16 share": 0.85}, {"float32": 1.0, "bfloat16": 0.5}]
    both = ["float32", "bfloat16"]
    assert meets([*good, {"slowest": 29.0}], both)
    assert not meets([*good, {"slowest": None}], both) and not meets([*good, {"slowest": 31.0}], both)
    assert not meets([good[0] | {"bfloat16 share": 0.6}, good[1], {"slowest": 29.0}], both)
    assert not meets([good[0], {"float32": None, "bfloat16": None}, {"slowest": 29.0}], both)


@pytest.mark.parametrize("measure", [step_seconds, epoch_seconds])
def test_the_same_work_on_a_device_stands_beside_the_processors(monkeypatch: pytest.MonkeyPatch, measure) -> None:
    recipe = Recipe.from_dict(
        PRESETS["few-shot"]
        | {"encoder": {"name": "dan", "hidden": 6}, "sampler": PRESETS["few-shot"]["sampler"] | {"shots": 4}}
        | {"optimiser": PRESETS["few-shot"]["optimiser"] | {"batch": 1}}
    )

    def work(on: torch.device):
        return training_seconds(source(PARENTS), recipe, encode, precisions_of(on), partial(measure, on=on))

    with working(monkeypatch):
        row = beside("a step", {"float32": 3.0, "bfloat16": None}, OTHER, work)
    assert row["what"] == "a step on another device" and row["float32"] > 0
    assert row["times the processor"] == pytest.approx(3.0 / row["float32"])
    with working(monkeypatch):
        row = beside("a step", {"float32": None}, OTHER, lambda on: ({"float32": None}, "no names"))
    assert row == {"what": "a step on another device", "float32": None, "skipped": "no names"}
