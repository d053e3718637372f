"""The small decisions behind the forms: recipe paths, class use, pasted labels, how far a run is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pages.parts.class_report import USED, class_rows
from pages.parts.curves import best_epoch, loss_figure
from pages.parts.job_panel import share_done
from pages.parts.metrics import forgotten_sentence, kept_table, signed
from pages.parts.pasted_labels import pasted_labels
from pages.parts.recipe_form import put
from store.records import TrainingRun

RUN = TrainingRun(
    id=1, kind="train", title="t", recipe={"optimiser": {"patience": 10, "most_epochs": 200}}, status="running", step=0,
    total=4_000, message="", metrics={}, curve=[], error="", result={}, created="", started="", finished="",
)  # fmt: skip


def test_a_path_reaches_into_lists_and_dicts() -> None:
    recipe = {"encoder": {"hidden": 1}, "objectives": [{"weight": 1.0}, {"weight": 1.0}]}
    put(recipe, "encoder.hidden", 64)
    put(recipe, "objectives.1.weight", 3.0)

    assert recipe == {"encoder": {"hidden": 64}, "objectives": [{"weight": 1.0}, {"weight": 3.0}]}


def test_classes_are_used_or_left_out_with_a_reason() -> None:
    rows = class_rows({"big": 50, "small": 3, "also big": 50, "fair": 30}, shots=15, most=2)

    assert [(row["title"], row["use"] == USED) for row in rows] == [
        ("also big", True), ("big", True), ("fair", False), ("small", False),
    ]  # fmt: skip
    assert "2 largest" in rows[2]["use"] and "30 names" in rows[3]["use"]


@pytest.mark.parametrize("separator", [",", "\t", ";"])
def test_pasted_rows_of_any_separator(separator: str) -> None:
    text = f"name{separator}class\nheart attack{separator}cardiac\n\nwheezing{separator} lung \n"

    assert pasted_labels(text).pairs == [("heart attack", "cardiac"), ("wheezing", "lung")]


def test_rows_that_cannot_be_kept_say_why_and_where() -> None:
    read = pasted_labels('heart attack,cardiac\nlost\na,b,c\n,lung\n!!!,lung\nHeart Attack,lung\n"a, b",c')

    assert read.pairs == [("heart attack", "cardiac"), ("a, b", "c")]
    assert [row for row, _ in read.problems] == [2, 3, 4, 5, 6]
    assert all(sentence.endswith(".") for _, sentence in read.problems)
    assert "row 1" in read.problems[-1][1]


def test_a_training_is_done_when_it_would_stop() -> None:
    halfway = replace(RUN, step=200, metrics={"best_epoch": 10, "epoch": 10})

    assert share_done(RUN) == 0
    assert share_done(halfway) == pytest.approx(0.5)
    assert share_done(replace(halfway, step=400)) == 1
    assert share_done(replace(RUN, kind="import", step=1_000)) == pytest.approx(0.25)


def test_the_best_epoch_is_the_one_with_the_lowest_validation_loss() -> None:
    curve = [{"epoch": n, "train_loss": 1 / n, "validation_loss": abs(n - 3) + 0.5} for n in range(1, 6)]

    assert best_epoch(curve) == (3, 0.5)
    assert best_epoch([]) is None
    assert [line.name for line in loss_figure(curve).data] == ["training", "validation", "best so far"]


def test_what_a_chain_forgot_is_one_sentence() -> None:
    kept = [
        {"learned": "i-1", "hierarchy": "icd10cm", "map": {"vectors": 0.3, "i-1": 0.5, "s-1": 0.47}},
        {"learned": "s-1", "hierarchy": "hpo", "map": {"vectors": 0.2, "i-1": 0.25, "s-1": 0.4}},
    ]
    said = forgotten_sentence({"kept": kept}, {"icd10cm": "ICD-10-CM"})

    assert "forgot a little of ICD-10-CM" in said and "0.500" in said and "0.470" in said and signed(-0.03) in said
    assert forgotten_sentence({"kept": kept[:1]}, {}) == ""
    columns, rows = kept_table({"kept": kept}, {})
    assert [column.key for column in columns] == ["hierarchy", "vectors", "i-1", "s-1"]
    assert [row["best"] for row in rows] == [["i-1"], ["s-1"]]
