from __future__ import annotations

import copy
import json

import numpy as np
import pytest

from engine.evaluation.relatedness import Pair
from engine.events import Finished, Progress
from engine.experiments.few_shot import Materials, few_shot_curve, few_shot_table, flat
from engine.experiments.few_shot_report import curve_markdown, table_markdown
from engine.presets import PRESETS

WORDS = {"heart": 0, "lung": 1, "skin": 2, "left": 3, "right": 4, "new": 5, "old": 6}


def encode(texts):
    """Each known word is an axis; the numbers in names are spread over the rest."""
    rows = np.zeros((len(texts), 16), np.float32)
    for row, text in zip(rows, texts, strict=True):
        for word in text.split():
            row[WORDS.get(word, 7 + hash_of(word) % 9)] += 1
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def hash_of(word: str) -> int:
    return sum(map(ord, word))


@pytest.fixture
def materials():
    recipe = copy.deepcopy(PRESETS["few-shot"])
    recipe["encoder"]["hidden"] = 32
    recipe["sampler"]["shots"] = 3
    recipe["optimiser"] |= {"most_epochs": 3, "precision": "float32"}
    organs, ages = ("heart", "lung", "skin"), ("new", "old")
    return Materials(
        {
            "S": {organ: [f"{organ} {i}" for i in range(8)] for organ in organs},
            "I": {age: [f"{age} {i}" for i in range(8)] for age in ages},
        },
        encode,
        {"mayosrs": [Pair("heart 1", "heart 2", 9.0), Pair("heart 1", "lung 3", 2.0), Pair("skin 4", "old", 1.0)]},
        recipe,
    )


def result(events):
    return next(event for event in events if isinstance(event, Finished)).result


def test_rows_are_the_vectors_and_every_beginning_of_a_chain(materials):
    rows = result(few_shot_table(materials, seeds=[0, 1]))["rows"]
    assert [row["row"] for row in rows] == ["vectors", "S", "S → I", "I", "I → S"]
    assert [row["seeds"] for row in rows] == [0, 2, 2, 2, 2]
    vectors, s, s_to_i = (row["sets"]["mayosrs"] for row in rows[:3])
    assert s["over_parent"] == s["over_vectors"] == s["mean"] - vectors["mean"]
    assert np.isclose(s_to_i["over_parent"], s_to_i["mean"] - s["mean"])
    assert rows[1]["first_map"]["after_first"] == rows[1]["first_map"]["after_all"]
    assert rows[1]["first_map"]["vectors"] == rows[2]["first_map"]["vectors"]


def test_interrupted_work_is_taken_up_and_gives_the_same(materials):
    def stripped(rows):
        return [{k: v for k, v in row.items() if k != "seconds"} for row in rows]

    whole = result(few_shot_table(materials, seeds=[0, 1]))
    kept: dict = {}
    working = few_shot_table(materials, seeds=[0, 1], kept=kept)
    while len(kept) < 3:  # stopped between the two trainings of a chain
        next(working)
    working.close()
    kept = json.loads(json.dumps(kept))
    events = list(few_shot_table(materials, seeds=[0, 1], kept=kept))
    assert stripped(result(events)["rows"]) == stripped(whole["rows"])
    again = list(few_shot_table(materials, seeds=[0, 1], kept=kept))
    assert not any(isinstance(event, Progress) for event in again)


def test_the_curve_has_a_row_for_each_k(materials):
    rows = result(few_shot_curve(materials, "S", shots=[2, 4], seeds=[0]))["rows"]
    assert [row["shots"] for row in rows] == [2, 4]
    assert curve_markdown(rows).count("\n| ") == 2


def test_mean_and_spread_by_hand():
    values = [{"all": 0.4, "a": 0.1, "b": 0.2}, {"all": 0.6, "a": 0.3, "b": 0.2}]
    assert flat(values) == pytest.approx({"mean": 0.5, "std": 0.02**0.5, "half_a": 0.2, "half_b": 0.2})


def test_markdown_stands_beside_the_paper(materials):
    text = table_markdown(result(few_shot_table(materials, chains=[("I",)], seeds=[0]))["rows"])
    assert "| I | MayoSRS |" in text
    assert "| 0.55 | +0.11 |" in text
