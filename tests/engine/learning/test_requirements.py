"""What stands in a recipe's way is said before it starts, with the remedy."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput, NotFound
from engine.learning import requirements as module
from engine.learning.input_vectors import with_composed_input
from engine.learning.presets import PRESETS, recipe_from
from engine.learning.recipe import Recipe
from engine.learning.selection import DATA
from engine.workbench import Workbench


def without_transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(module, "find_spec", lambda name: None if "transformers" in name else find(name))


@pytest.mark.parametrize("data", DATA)
def test_what_each_data_selection_learns_from(data: str, workbench: Workbench) -> None:
    found = workbench.training.needs(recipe_from("few-shot") | {"data": {"name": data}})

    assert found.labels == (data in ("top-classes", "every-label"))
    assert found.several == (data in ("synonyms", "mapping"))
    assert found.terminology == (data != "pubtator")
    assert found.problem == found.note == ""


def test_a_transformer_needs_the_extra(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe: dict[str, Any] = recipe_from("triplet-search") | {"terminology": "organs"}
    without_transformers(monkeypatch)

    assert "pip install -r requirements-transformer.txt" in workbench.training.needs(recipe).problem
    with pytest.raises(BadInput, match="transformer extra is not installed"):
        workbench.training.queue(recipe)
    assert workbench.jobs.runs() == []


def test_what_can_learn_nothing_is_not_queued(workbench: Workbench) -> None:
    recipe = recipe_from("few-shot", ["sampler=in-batch"]) | {"terminology": "organs"}

    with pytest.raises(BadInput, match="the in-batch sampler gives none"):
        workbench.training.queue(recipe)
    assert workbench.jobs.runs() == []


@pytest.mark.parametrize("change", ["compose=other", "compose.weight=much", 'compose={"model": "m", "weight": 1}'])
def test_vectors_to_be_made_are_said_whole(change: str, workbench: Workbench) -> None:
    with pytest.raises(BadInput, match=r"compose must say model, weight and name, such as {.*, not "):
        workbench.training.queue(recipe_from("best", [change]) | {"terminology": "organs"})


def queued(bench: Workbench, recipe: dict[str, Any]) -> dict[str, Any]:
    return bench.jobs.run(bench.training.queue(recipe)).recipe["data"]


def test_files_to_learn_from_are_found_from_any_folder(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.tsv").write_text("H1\tH\nH2\tH\nL1\tL\nL2\tL\n", encoding="utf-8")
    lines = ["1|t|tussis", "1|a|fever", "1\t0\t6\ttussis\tDisease\tL1", "1\t7\t12\tfever\tDisease\tH1"]
    for name in ("a.txt", "b.txt"):
        Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    every = {"vocabulary": "not asked", "unambiguous": False, "held_out": "trained"}
    recipe = recipe_from("cca") | {"terminology": "organs"}

    mapped = queued(workbench, recipe | {"data": {"name": "mapping", "file": "two.tsv", **every}})
    said = queued(workbench, recipe | {"data": {"name": "synonyms", "mention_files": "a.txt; b.txt", **every}})

    assert mapped["file"] == str(tmp_path / "two.tsv")
    assert (mapped["mention_files"], mapped["held_out"]) == ("", "trained")
    assert said["mention_files"] == f"{tmp_path / 'a.txt'};{tmp_path / 'b.txt'}"


def test_fused_vectors_are_done_without_but_it_is_said(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    without_transformers(monkeypatch)
    found = workbench.training.needs(recipe_from("best"))

    assert found.problem == "" and "shipped vectors alone" in found.note and "pip install" in found.note
    assert workbench.training.needs({**recipe_from("best"), "compose": {}}).note == ""


def test_a_model_of_ones_own_is_not_done_without(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = recipe_from("best", ["compose.model=/no/such"])
    assert "/no/such" in workbench.training.needs(recipe).problem
    with pytest.raises(BadInput, match="no/such"):
        queued(workbench, recipe | {"terminology": "organs"})
    assert workbench.training.needs({**recipe, "compose": {}}).problem == ""
    assert (
        workbench.training.needs(recipe_from("best", ["compose.model=who/tiny"])).problem == ""
    )  # fetched when it is needed


def test_nobody_on_the_internet_is_asked_for_a_model_that_nobody_named(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = pytest.importorskip("huggingface_hub", reason="needs requirements-transformer.txt")
    asked: list[bool] = []

    def nothing_there(*_: object, local_files_only: bool, **__: object) -> str:
        asked.append(local_files_only)
        raise OSError("nothing there")

    monkeypatch.setattr(hub, "snapshot_download", nothing_there)
    monkeypatch.setitem(PRESETS["best"]["compose"], "model", "nobody/nothing")
    of_preset = Recipe.from_dict(recipe_from("best"))
    assert with_composed_input(workbench.workspace, of_preset) == of_preset and asked == [True]
    with pytest.raises(NotFound, match="fetching it from"):
        named = recipe_from("best", ["compose.model=who/tiny"])
        with_composed_input(workbench.workspace, Recipe.from_dict(named))
    assert asked == [True, True, False]


def test_a_start_that_is_not_there(workbench: Workbench) -> None:
    assert "few-shot-7" in workbench.training.needs({**recipe_from("few-shot"), "input": "few-shot-7"}).problem
    assert workbench.training.needs({**recipe_from("few-shot"), "input": "current"}).problem == ""
