"""A training that would make a version again is told before it starts."""

import pytest

from engine.jobs import worker
from engine.learning.presets import PRESETS, recipe_from
from engine.workbench import Workbench
from tests.engine.workbench.encoders.test_training_story import LABELS, SMALL

RECIPE = recipe_from("few-shot", SMALL, shots=2, seed=1) | {"labels": "topics"}


@pytest.fixture
def version(workbench: Workbench) -> str:
    workbench.labels.add("topics", LABELS, "ann")
    assert workbench.training.trained_already(RECIPE) is None
    run = worker.execute(workbench.workspace, workbench.training.queue(RECIPE))
    return str(run.result["version"])


def test_the_same_recipe_of_the_same_names_has_its_version(workbench: Workbench, version: str) -> None:
    found = workbench.training.trained_already(RECIPE)
    assert found is not None and found.id == version


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"input": "few-shot-topics-1"},
        {"encoder": {**RECIPE["encoder"], "hidden": 32}},
        {"labels": "places"},
    ],
    ids=lambda other: next(iter(other)),
)
def test_another_recipe_has_none(workbench: Workbench, version: str, other: dict) -> None:
    assert workbench.training.trained_already(RECIPE | other) is None


def test_the_same_recipe_of_other_names_has_none(workbench: Workbench, version: str) -> None:
    workbench.labels.add("topics", [(name, "head") for name in ("migraine", "headache", "vertigo", "dizzy")], "ann")
    assert workbench.training.trained_already(RECIPE) is None


def test_a_composed_input_is_what_its_composing_made(workbench: Workbench, version: str) -> None:
    """Without the transformer a recipe that composes starts from the shipped vectors, and its version says so."""
    composed = RECIPE | {"compose": PRESETS["best"]["compose"]}
    assert workbench.training.trained_already(composed) is None
    run = worker.execute(workbench.workspace, workbench.training.queue(composed))
    found = workbench.training.trained_already(composed)
    assert found is not None and found.id == run.result["version"]
