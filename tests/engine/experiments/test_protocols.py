"""The options of few-shot and continual, on the real sample workspace."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.errors import BadInput, NotFound
from engine.experiments import run
from engine.experiments.few_shot.run import read_classes, recipe_of
from engine.experiments.options import ExperimentOptions


@pytest.fixture
def own_pairs(tmp_path):
    path = tmp_path / "clinic.csv"
    pairs = (
        "heart attack,myocardial infarction,4",
        "asthma,pneumonia,3",
        "gout,acne,1",
        "fever,cough,2",
        "rash,burn,2",
    )
    path.write_text("\n".join(["a,b,score", *pairs]), encoding="utf-8")
    return path


def test_the_quick_curve_and_what_experiments_share_in_one_folder(sample, own_pairs, tmp_path):
    def trained(name, **options):
        wanted = ExperimentOptions(name, quick=True, relatedness=[own_pairs], **options)
        *events, done = run(sample.workspace, wanted, tmp_path)
        begun = {event.message.partition(": ")[0] for event in events if ": " in event.message}
        return begun, done.result

    begun, done = trained("few-shot", only=["I"], curve=True)
    assert begun == {f"{point} names a class, seed 0" for point in ("CCA I, 15", "I, 15", "I, 5")}
    assert [row["shots"] for row in done["rows"] if "shots" in row] == [5, 15]
    begun, done = trained("continual", curve=True)
    points = ("CCA S, 15", "S, 15", "S → I, 15", "I → S, 15", "S, 5")
    assert begun == {f"{point} names a class, seed 0" for point in points}
    curve = [(row["hierarchy"], row["shots"]) for row in done["rows"] if "shots" in row]
    assert curve == [("S", 5), ("S", 15), ("I", 5), ("I", 15)]
    text = (tmp_path / "continual.md").read_text()
    assert "| S | 5 | " in text and "| CCA I | clinic | " in text
    assert (tmp_path / "continual-curve.html").is_file()
    row = json.loads((tmp_path / "continual.json").read_text())["rows"][-1]["sets"]["clinic"]
    assert row["low"] <= row["high"] and row["over_vectors"]["low"] <= row["over_vectors"]["high"]


def test_hidden_is_the_width_and_set_has_the_last_word():
    assert recipe_of(ExperimentOptions("few-shot", hidden=77)).encoder.hidden == 77
    assert recipe_of(ExperimentOptions("few-shot", hidden=77, quick=True)).encoder.hidden == 77
    assert recipe_of(ExperimentOptions("few-shot", hidden=77, changes=["encoder.hidden=78"])).encoder.hidden == 78


def test_options_without_a_use_are_refused(own_pairs):
    with pytest.raises(BadInput, match="hpo and icd10cm, not on a file"):
        recipe_of(ExperimentOptions("continual", file=own_pairs))
    with pytest.raises(BadInput, match="takes every name"):
        recipe_of(ExperimentOptions("few-shot", preset="conceptual-grounding"))


def test_one_pair_has_no_correlation(sample, own_pairs, tmp_path):
    own_pairs.write_text("a,b,score\ngout,acne,1\n")
    with pytest.raises(BadInput, match="clinic has no rank correlation"):
        list(run(sample.workspace, ExperimentOptions("few-shot", quick=True, relatedness=[own_pairs]), tmp_path))


def test_other_terminologies_take_the_letters(sample, own_pairs, tmp_path):
    wanted = ExperimentOptions(
        "few-shot", quick=True, only=["S"], relatedness=[own_pairs], terminologies=["icd10cm", "hpo"]
    )
    rows = list(run(sample.workspace, wanted, tmp_path / "turned"))[-1].result["rows"]
    usual = list(run(sample.workspace, replace(wanted, only=["I"], terminologies=()), tmp_path / "usual"))[-1]
    turned, other = (next(row["sets"] for row in found if row["row"] in "SI") for found in (rows, usual.result["rows"]))
    assert turned == other
    text = (tmp_path / "turned" / "few-shot.md").read_text()
    assert "S is icd10cm and I is hpo" in text and "--terminologies icd10cm hpo" in wanted.command
    with pytest.raises(BadInput, match="needs two terminologies"):
        list(run(sample.workspace, replace(wanted, terminologies=["hpo"]), tmp_path))
    with pytest.raises(NotFound, match="no-such"):
        list(run(sample.workspace, replace(wanted, terminologies=["hpo", "no-such"]), tmp_path))
    with pytest.raises(BadInput, match="leave --root out"):
        list(run(sample.workspace, replace(wanted, terminologies=(), root="HP:0000118"), tmp_path))


@pytest.mark.parametrize("content", [None, "{bad", "[1, 2]", '{"A": [1, 2]}', '{"A": "names"}'])
def test_chapters_that_are_none_are_said(tmp_path, content):
    path = tmp_path / "chapters.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(BadInput, match=r"chapters\.json"):
        read_classes(path)


def test_chapters_are_class_and_names(tmp_path):
    (tmp_path / "chapters.json").write_text('{"Heart": ["angina", "heart attack"]}')
    assert read_classes(tmp_path / "chapters.json") == {"Heart": ["angina", "heart attack"]}
