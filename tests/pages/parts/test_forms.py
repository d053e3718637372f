"""The small decisions behind the forms: recipe paths, class use, pasted labels, how far a run is."""

from __future__ import annotations

import pytest

from engine.comparison.words import signed
from engine.learning.selection_report import ClassLine, SelectionReport
from pages.parts.labels.pasted import pasted_labels
from pages.parts.metrics import forgotten_sentence, precision_of, precision_of_all, retention_table
from pages.parts.models.finished_card import learned_title
from pages.parts.recipe_form import in_columns, put
from pages.parts.shell.curves import best_epoch, describe_curve, training_figure
from pages.parts.train.class_report import USED, class_rows, totals


def test_a_path_reaches_into_lists_and_dicts() -> None:
    recipe = {"encoder": {"hidden": 1}, "objectives": [{"weight": 1.0}, {"weight": 1.0}]}
    put(recipe, "encoder.hidden", 64)
    put(recipe, "objectives.1.weight", 3.0)

    assert recipe == {"encoder": {"hidden": 64}, "objectives": [{"weight": 1.0}, {"weight": 3.0}]}


def test_the_settings_of_a_part_stay_together_in_columns_of_about_one_length() -> None:
    parts = [("data", [1, 2]), ("encoder", [1, 2, 3, 4]), ("objectives.0", [1]), ("sampler", [1, 2, 3])]

    assert in_columns(parts) == (parts[:2], parts[2:])
    assert in_columns(parts[1:]) == (parts[1:2], parts[2:])
    assert in_columns([]) == ([], [])


def test_a_report_says_what_is_used_and_why_the_rest_is_not() -> None:
    lines = (ClassLine("big", 50), ClassLine("small", 3, "3 names, and 15 a class need 30"))
    report = SelectionReport("class", "", {"training": 1_015, "validation": 15}, lines, used=1, unused=2)

    assert [(row["title"], row["use"] == USED, row["quiet"]) for row in class_rows(report)] == [
        ("big", True, False), ("small", False, True),
    ]  # fmt: skip
    assert class_rows(report)[1]["use"] == "left out: 3 names, and 15 a class need 30"
    said = "1,015 training · 15 validation names · 1 class used · 2 left out · the 2 largest are shown"
    assert totals(report) == said
    assert totals(SelectionReport("concept", "", problem="No.")) == ""


@pytest.mark.parametrize("separator", [",", "\t", ";"])
def test_pasted_rows_of_any_separator(separator: str) -> None:
    text = f"name{separator}class\nheart attack{separator}cardiac\n\nwheezing{separator} lung \n"

    assert pasted_labels(text).pairs == [("heart attack", "cardiac"), ("wheezing", "lung")]


def test_a_table_of_more_columns_is_read_by_its_headings() -> None:
    read = pasted_labels("label set,name,class,by\ntopics,heart attack,cardiac,mira\ntopics,flu,,mira\ntopics,,,mira\n")

    assert read.pairs == [("heart attack", "cardiac")]
    assert [(row, sentence[:20]) for row, sentence in read.problems] == [
        (3, "“flu” has no class. "),
        (4, "The row has neither "),
    ]


def test_rows_that_cannot_be_kept_say_why_and_where() -> None:
    read = pasted_labels('heart attack,cardiac\nlost\na,b,c\n,lung\n!!!,lung\nHeart Attack,lung\n"a, b",c')

    assert read.pairs == [("heart attack", "cardiac"), ("a, b", "c")]
    assert [row for row, _ in read.problems] == [2, 3, 4, 5, 6]
    assert all(sentence.endswith(".") for _, sentence in read.problems)
    assert "row 1" in read.problems[-1][1]


def test_the_best_epoch_is_the_one_with_the_lowest_validation_loss() -> None:
    curve = [{"epoch": n, "train_loss": 1 / n, "validation_loss": abs(n - 3) + 0.5} for n in range(1, 6)]

    assert best_epoch(curve) == (3, 0.5)
    assert best_epoch([]) is None
    assert [line.name for line in training_figure(curve).data] == ["training loss", "validation loss", "best so far"]
    assert describe_curve(curve) == "5 epochs; lowest validation loss 0.5000 in epoch 3."


def test_the_legend_stands_above_the_curve_in_any_width() -> None:
    """Of a narrow chart its second line lay over the curve."""
    legend = training_figure([{"epoch": 1, "train_loss": 1.0, "validation_loss": 1.0}]).layout.legend
    assert (legend.yref, legend.y, legend.yanchor) == ("container", 1, "top")


def test_where_map_is_watched_the_highest_is_best_and_has_its_own_axis() -> None:
    curve = [{"epoch": n, "train_loss": 1 / n, "validation_map": 0.5 - abs(n - 2) / 10} for n in range(1, 5)]
    loss, map_line, best = training_figure(curve).data

    assert best_epoch([*curve, {"epoch": 5, "train_loss": 0.1, "validation_map": 0.5}]) == (2, 0.5)
    assert (loss.yaxis, map_line.yaxis, map_line.name) == ("y2", "y", "validation mAP")
    assert list(map_line.y) == [point["validation_map"] for point in curve]
    assert (best.x, best.y) == ((2,), (0.5,))
    assert describe_curve(curve[:1]) == "1 epoch; highest validation mAP 0.4000 in epoch 1."


def test_the_measure_is_called_by_what_was_learned() -> None:
    old, few = {"sampler": {"shots": 15}}, {"data": {"name": "top-classes"}}
    synonyms = {"data": {"name": "synonyms"}}

    assert precision_of(old) == precision_of(few) == precision_of_all([old, few])
    assert precision_of(few)[0] == "Few-shot mAP"
    assert (
        precision_of(synonyms)[0]
        == precision_of_all([few, synonyms])[0]
        == precision_of_all([])[0]
        == "mAP of held-out names"
    )


def test_what_was_learned_from_has_a_title() -> None:
    titles = {"hpo": "Human Phenotype Ontology", "all": "All terminologies"}

    assert learned_title({"terminology": "hpo"}, titles) == "Human Phenotype Ontology"
    assert learned_title({"terminology": "hpo+mine"}, titles) == "Human Phenotype Ontology + mine"
    assert learned_title({"terminology": "all"}, titles) == "All terminologies"
    assert learned_title({"labels": "triage"}, titles) == "triage"
    assert learned_title({"data": {"name": "pubtator"}}, titles) == "own files (pubtator)"


def test_what_a_chain_forgot_is_one_sentence() -> None:
    kept = [
        {"learned": "i-1", "hierarchy": "icd10cm", "map": {"vectors": 0.3, "i-1": 0.5, "s-1": 0.47}},
        {"learned": "s-1", "hierarchy": "hpo", "map": {"vectors": 0.2, "i-1": 0.25, "s-1": 0.4}},
    ]
    said = forgotten_sentence({"kept": kept}, {"icd10cm": "ICD-10-CM"})

    assert "forgot a little of ICD-10-CM" in said and "0.500" in said and "0.470" in said and signed(-0.03) in said
    assert forgotten_sentence({"kept": kept[:1]}, {}) == ""
    back = {"learned": "i-2", "hierarchy": "icd10cm", "map": {"i-1": 0.5, "s-1": 0.47, "i-2": 0.55}}
    chain = {
        "kept": [
            {**kept[0], "map": {**kept[0]["map"], "i-2": 0.56}},
            {**kept[1], "map": {"s-1": 0.4, "i-2": 0.3}},
            back,
        ]
    }
    said = forgotten_sentence(chain, {"hpo": "HPO"})  # what came last may have cost HPO, which was learnt before it
    assert "forgot much of HPO" in said and "0.400 before the last training, 0.300 after" in said
    _, rows = retention_table(chain, {"icd10cm": "ICD-10-CM", "i-1": "first"})
    assert [row["hierarchy"] for row in rows] == [
        "ICD-10-CM, names held out by first",
        "hpo",
        "ICD-10-CM, names held out by i-2",
    ]
    columns, rows = retention_table({"kept": kept}, {})
    assert [column.key for column in columns] == ["hierarchy", "vectors", "i-1", "s-1"]
    assert [row["best"] for row in rows] == [["i-1"], ["s-1"]]
