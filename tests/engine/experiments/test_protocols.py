"""The options of few-shot and continual, on the real sample workspace."""

from __future__ import annotations

import json

import pytest

from engine.errors import BadInput
from engine.experiments import run
from engine.experiments.protocols import recipe_of
from engine.experiments.wanted import Wanted


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
        wanted = Wanted(name, quick=True, relatedness=[own_pairs], **options)
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
    assert recipe_of(Wanted("few-shot", hidden=77))["encoder"]["hidden"] == 77
    assert recipe_of(Wanted("few-shot", hidden=77, quick=True))["encoder"]["hidden"] == 77
    assert recipe_of(Wanted("few-shot", hidden=77, changes=["encoder.hidden=78"]))["encoder"]["hidden"] == 78


def test_options_without_a_use_are_refused(own_pairs):
    with pytest.raises(BadInput, match="hpo and icd10cm, not on a file"):
        recipe_of(Wanted("continual", file=own_pairs))
    with pytest.raises(BadInput, match="takes every name"):
        recipe_of(Wanted("few-shot", preset="conceptual-grounding"))


def test_one_pair_has_no_correlation(sample, own_pairs, tmp_path):
    own_pairs.write_text("a,b,score\ngout,acne,1\n")
    with pytest.raises(BadInput, match="clinic has no rank correlation"):
        list(run(sample.workspace, Wanted("few-shot", quick=True, relatedness=[own_pairs]), tmp_path))
