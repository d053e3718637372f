from __future__ import annotations

import copy
import json

import numpy as np
import pytest

from engine.evaluation.relatedness import JudgedPair
from engine.events import Finished
from engine.experiments.cells import ExperimentReport, Table, carried_out
from engine.experiments.few_shot.baselines import untrained
from engine.experiments.few_shot.report import bars_of, curve_markdown, curve_plot, table_markdown
from engine.experiments.few_shot.rows import DRAWS, row_of, rows_of
from engine.experiments.few_shot.trainings import Materials, Stage, Trainings, stages_of
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.metrics.correlation import spearman
from engine.metrics.significance import paired_spearman, spearman_interval

WORDS = {"heart": 0, "lung": 1, "skin": 2, "left": 3, "right": 4, "new": 5, "old": 6}
CHAINS = [("S", "I"), ("I", "S")]
JUDGED = [
    JudgedPair("heart 1", "heart 2", 9.0),
    JudgedPair("heart 1", "lung 3", 2.0),
    JudgedPair("skin 4", "old", 1.0),
    JudgedPair("new 3", "old 3", 4.0),
    JudgedPair("lung 2", "lung old", 7.0),
]


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
        {"mayosrs": JUDGED, "ours": JUDGED[:4]},
        Recipe.from_dict(recipe),
    )


def experiment(materials, stages, out):
    """The events of all cells of some stages; Finished with {"rows"}, as they are printed."""
    trainings = Trainings(materials)
    cells = [trainings.cca_cell(stage) for stage in stages if len(stage.chain) == 1]
    cells += [trainings.cell(stage) for stage in stages]
    base = {"vectors": materials.cosines(materials.encode), **untrained(materials.pairs, encode)}
    return carried_out(
        Table("few-shot", cells, lambda found: ExperimentReport(rows_of(materials.pairs, base, stages, found), "")),
        out,
        {},
    )


def rows_found(events):
    return next(event for event in events if isinstance(event, Finished)).result["rows"]


def test_rows_are_the_baselines_and_every_beginning_of_a_chain(materials, tmp_path):
    rows = rows_found(experiment(materials, stages_of(CHAINS, [3], [0, 1]), tmp_path))
    names = ["vectors", "Jaccard", "TF-IDF", "word mover's", "CCA S", "CCA I", "S", "S → I", "I", "I → S"]
    assert [row["row"] for row in rows] == names
    assert [row["seeds"] for row in rows] == [0] * 4 + [2] * 6
    s, s_to_i = (next(row for row in rows if row["row"] == name) for name in ("S", "S → I"))
    assert s["sets"]["mayosrs"]["over_parent"] == s["sets"]["mayosrs"]["over_vectors"]
    assert s["first_map"]["after_first"] == s["first_map"]["after_all"]
    assert s["first_map"]["vectors"] == s_to_i["first_map"]["vectors"]
    assert s["first_map"]["after_all"] == s_to_i["first_map"]["after_first"]


def test_a_chain_stands_against_its_parent_of_the_same_seeds(materials, tmp_path):
    stages = stages_of(CHAINS[:1], [3], [0, 1])
    rows = rows_found(experiment(materials, stages, tmp_path))
    kept = [json.loads(path.read_text()) for path in (tmp_path / "cells").iterdir()]
    found = {one["key"]: np.array(one["measured"]["cosines"]["mayosrs"]) for one in kept}
    first, last = (np.array([found[Stage(chain, 3, seed).key] for seed in (0, 1)]) for chain in (("S",), ("S", "I")))
    scores = np.array([pair.score for pair in JUDGED])
    assert rows[-1]["sets"]["mayosrs"]["over_parent"] == paired_spearman(last, first, scores, DRAWS)


def test_a_row_by_hand():
    pairs = {"ours": JUDGED}
    scores = np.array([pair.score for pair in JUDGED])
    runs, base = np.array([[5, 1, 2, 3, 4], [1, 2, 3, 4, 6]]) / 10, np.array([4, 5, 3, 2, 1]) / 10
    row = row_of(pairs, "mine", [{"ours": run.tolist()} for run in runs], [{"ours": base.tolist()}])
    values, found = [spearman(run, scores) for run in runs], row["sets"]["ours"]
    assert found["mean"] == pytest.approx(np.mean(values)) and found["std"] == pytest.approx(np.std(values, ddof=1))
    around = spearman_interval(runs, scores, DRAWS)
    assert (found["low"], found["high"]) == (around["low"], around["high"])
    assert found["over_vectors"] == paired_spearman(runs, base, scores, DRAWS)
    assert found["over_vectors"]["low"] < found["over_vectors"]["difference"]
    assert found["over_parent"] is None


def test_interrupted_work_is_taken_up_and_gives_the_same(materials, tmp_path):
    def stripped(rows):
        return [{k: v for k, v in row.items() if k != "seconds"} for row in rows]

    stages = stages_of(CHAINS, [3], [0, 1])
    whole = rows_found(experiment(materials, stages, tmp_path / "whole"))
    for event in experiment(materials, stages, tmp_path / "killed"):
        if event.message == "S, 3 names a class, seed 0 is measured":  # between the two trainings of a chain
            break
    events = list(experiment(materials, stages, tmp_path / "killed"))
    assert not any(event.message.startswith("S, 3 names a class, seed 0: ") for event in events[:-1])
    assert stripped(rows_found(events)) == stripped(whole)
    again = list(experiment(materials, stages, tmp_path / "killed"))[:-1]
    assert all(event.message.endswith("is measured") for event in again)


def test_a_cell_depends_on_its_own_hierarchies_and_settings_only(materials):
    def plan(stage, **changes):
        return Trainings(Materials(**{**vars(materials), **changes})).cell(stage).plan

    s, s_to_i = Stage(("S",), 3, 0), Stage(("S", "I"), 3, 0)
    other = {**materials.hierarchies, "I": {"new": ["new 1"]}}
    assert plan(s) == plan(s, hierarchies=other) and plan(s_to_i) != plan(s_to_i, hierarchies=other)
    assert plan(s) != plan(s, vectors="others") != plan(s, pairs={"mayosrs": JUDGED})
    assert plan(s) != plan(Stage(("S",), 2, 0)) and plan(s) != plan(Stage(("S",), 3, 1))


def test_baselines_give_equal_pairs_equal_similarities():
    pairs = [
        JudgedPair("heart 1", "heart 2", 1.0),
        JudgedPair("skin", "old", 2.0),
        JudgedPair("new", "lung", 3.0),
        JudgedPair("a b", "b a", 4),
    ]
    found = {row: sets["x"] for row, sets in untrained({"x": pairs}, encode).items()}
    assert found["Jaccard"] == pytest.approx([1 / 3, 0, 0, 1])
    assert found["TF-IDF"][3] == pytest.approx(1)
    assert found["word mover's"][3] == pytest.approx(0)


def test_cca_draws_the_names_of_a_class_together(materials):
    stage = Stage(("S",), 3, 0)
    *_, done = Trainings(materials).cca(stage)
    raw = materials.cosines(encode)["mayosrs"]
    assert done.result["cosines"]["mayosrs"][0] > raw[0]


def test_markdown_stands_beside_the_paper_and_shows_no_spread_of_one_seed(materials, tmp_path):
    text = table_markdown(rows_found(experiment(materials, stages_of([("I",)], [3], [0]), tmp_path)))
    assert "| I | MayoSRS |" in text and "| I | ours |" in text
    assert "| 0.55 | +0.11 |" in text
    assert "±" not in text
    line = next(line for line in text.split("\n") if line.startswith("| I | MayoSRS |"))
    assert line.count(" to ") == 3  # of the correlation, over the vectors and over the parent
    several = rows_found(experiment(materials, stages_of([("I",)], [3], [0, 1]), tmp_path))
    assert table_markdown(several).count("±") == 1 + 2 * 2


def test_own_pairs_alone_have_their_lines(materials, tmp_path):
    own = Materials(**{**vars(materials), "pairs": {"clinic": JUDGED}})
    text = table_markdown(rows_found(experiment(own, stages_of([("I",)], [3], [0]), tmp_path)))
    assert text.count("| clinic |") == 6


def test_the_curve_has_a_line_for_each_hierarchy_and_k():
    found = row_of({"ours": JUDGED}, "I", [{"ours": [5.0, 1.0, 2.0, 3.0, 4.0]}], [{"ours": [1.0, 1.0, 2.0, 3.0, 4.0]}])
    rows = [found | {"hierarchy": letter, "shots": k} for letter in "SI" for k in (2, 5)]
    lines = curve_markdown(rows).split("\n")[4:]
    assert [line[:9] for line in lines] == ["| S | 2 |", "| S | 5 |", "| I | 2 |", "| I | 5 |"]
    assert lines[0].count(" to ") == 1


def test_what_has_no_correlation_has_a_dash_and_no_number():
    found = row_of({"ours": JUDGED}, "I", [{"ours": [1.0] * 5}], [{"ours": [1.0, 1.0, 2.0, 3.0, 4.0]}])
    ours = found["sets"]["ours"]
    assert (ours["mean"], ours["std"], ours["half_a"], ours["half_b"]) == (None,) * 4
    assert "| I | ours | – |  | – | – |" in table_markdown([found])
    assert curve_plot([found | {"hierarchy": "I", "shots": 2}]) and bars_of([found])
