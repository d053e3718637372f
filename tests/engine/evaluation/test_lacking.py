"""Concepts asked as if the target lacked them: all wrong, in the figures, and learnt from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.evaluation.lacking import logistic_regression, turn_of
from engine.evaluation.mappings import measured
from engine.events import finished
from engine.experiments.pages.suggestions_page import write_page
from engine.ranking.mapping.coverage import FEATURES
from engine.ranking.mapping.records import Suggestion
from engine.workbench import MappingTrial, Workbench
from tests.mapped import RIGHT, with_others


def test_a_third_of_concepts_lack_their_target_whatever_their_half() -> None:
    turns = [turn_of(f"MONDO:{number:07}") for number in range(3_000)]
    assert all(abs(turns.count(turn) - 1_000) < 100 for turn in range(3))


def test_a_concept_without_target_has_no_right_suggestion_and_no_part_in_recall() -> None:
    given = [
        Suggestion(code, code, "T", "T", "T", "skos:exactMatch", sure, False) for code, sure in (("a", 0.9), ("b", 0.2))
    ]
    whole, exact = measured(given, {"a": {"T": ""}, "b": {}})
    assert (whole["precision"], whole["recall"], whole["reference"], whole["sure"]) == (0.5, 1, 1, 1)
    assert exact["confidence"] == pytest.approx(0.55)


def test_a_regression_finds_the_odds_that_made_what_is_right() -> None:
    rng = np.random.default_rng(0)
    features = rng.normal(size=(20_000, 2))
    right = rng.random(20_000) < 1 / (1 + np.exp(-(2 * features[:, 0] - features[:, 1] + 0.5)))
    weights, intercept = logistic_regression(features, right)
    assert [*weights, intercept] == pytest.approx([2, -1, 0.5], abs=0.1)


def test_figures_of_concepts_that_lack_their_target_and_a_page_of_their_own(
    workbench: Workbench, tmp_path: Path
) -> None:
    two, file, right = with_others(workbench, tmp_path), tmp_path / "right.tsv", RIGHT | {"H": "T1", "L": "T4"}
    file.write_text("\n".join(["source_id\ttarget", *map("\t".join, right.items())]), encoding="utf-8")
    lacking = [code for code in right if turn_of(code) == 0]
    trial = MappingTrial(file, "organs", "others", ["vectors"])
    answer, learnt = finished(two.mappings.measure_lacking(trial)), finished(two.mappings.learn_sureness(trial))
    alone = [row for row in answer["rows"] if row.get("lacking")]
    together = next(row for row in answer["rows"] if row["hierarchy"] and row["predicate"] == "all")
    assert answer["lacking"] == len(lacking) > 0 and answer["concepts"] == len(right)
    assert {row["right"] for row in alone} == {0} and together["right"] == len(RIGHT)
    assert together["reference"] == len(right) - len(lacking)
    assert set(learnt["learnt"]) == {*FEATURES, "intercept"}
    files = write_page(tmp_path / "out", "right.tsv", answer)
    assert {Path(one).name for one in files} == {"map-lacking.md", "map-lacking.json"}
    page = (tmp_path / "out" / "map-lacking.md").read_text(encoding="utf-8")
    assert "--lacking" in (tmp_path / "out" / "map-lacking.json").read_text(encoding="utf-8")
    assert f"{len(lacking)} of them lacking" in page and "| lacking alone, with hierarchy | all |" in page
