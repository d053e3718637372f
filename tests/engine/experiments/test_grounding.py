from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.evaluation.relatedness import JudgedPair
from engine.events import Progress, finished
from engine.experiments import run
from engine.experiments.options import ExperimentOptions
from engine.experiments.synonyms.grounding_report import DRAWS, averaged, related, summed
from engine.experiments.synonyms.rows import ROWS, chosen, gathered, recipe, seeds_of, with_changes
from engine.experiments.synonyms.sets import SynonymSets, few_concepts, measured_encoder
from engine.learning.presets import recipe_from
from engine.learning.selection import Sample, Source
from engine.metrics.significance import paired_spearman
from engine.terminology import importing
from tests.engine.experiments.sets_of_words import ORGANS, TROUBLES, dictionary

# Angles of names, so that every ranking can be told by hand.
ANGLES = {"a1": 0, "a2": 10, "b1": 40, "b2": 90, "a3": 30, "z1": 0, "z2": 50, "y1": 20, "y2": 70}
SAMPLE = Sample(
    train=[("a1", "A"), ("a2", "A"), ("b1", "B"), ("b2", "B")],
    validation=[],
    classes=["A", "B"],
    test=[("a3", "A")],
    zero_shot=[("z1", "Z"), ("z2", "Z"), ("y1", "Y"), ("y2", "Y")],
)


def encode(texts):
    angles = np.deg2rad([ANGLES[text] for text in texts])
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


@pytest.fixture
def sets():
    return SynonymSets("letters", SAMPLE, encode, {"pairs": [JudgedPair("a1", "a2", 3.0), JudgedPair("a1", "b2", 1.0)]})


def test_each_task_by_hand(sets):
    found = measured_encoder(sets, encode)
    tasks = found["tasks"]
    # a3 at 30°: b1 is 10° away, a2 20°, a1 30°, b2 60°
    assert tasks["retrieval test"]["map"] == pytest.approx([(1 / 2 + 2 / 3) / 2])
    assert tasks["mapping test"] == {"accuracy": [0.0], "mrr": [0.5]}
    # z1 at 0°: y1, z2, y2; z2 at 50°: y2, y1, z1; y1 at 20°: z1, z2, y2; y2 at 70°: z2, y1, z1
    assert tasks["retrieval zero-shot"]["map"] == pytest.approx([1 / 2, 1 / 3, 1 / 3, 1 / 2])
    assert tasks["coverage zero-shot"]["coverage@1"] == [0.0] * 4
    assert tasks["coverage zero-shot"]["coverage@4"] == [1.0] * 4
    # a training name is not its own synonym: a1 has a2 first; b1 at 40° has a2, a1 before b2
    assert tasks["retrieval train"]["map"] == pytest.approx([1, 1, 1 / 3, 1])
    assert found["relatedness"]["pairs"] == pytest.approx(np.cos(np.deg2rad([10, 90])), abs=1e-6)


def test_bm25_candidates_leave_the_query_out():
    texts = {"train": [("heart ache", "A"), ("heart pain", "A")], "zero_shot": [("lung ache", "Z"), ("lung pain", "Z")]}
    sample = Sample(texts["train"], [], ["A"], test=[("the heart", "A")], zero_shot=texts["zero_shot"])
    sets = SynonymSets("organs", sample, lambda asked: np.ones((len(asked), 1), np.float32), {})
    assert [places.tolist() for places in sets.reached["test"][0]] == [[0, 1]]
    places, own = sets.reached["zero-shot"]
    assert own.tolist() == [2, 3]
    assert [line.tolist() for line in places] == [[0, 1, 3], [0, 1, 2]]  # “lung” and “ache” bring both concepts


@pytest.mark.slow
def test_every_row_is_measured_and_a_killed_run_is_taken_up(workbench, tmp_path):
    wanted = ExperimentOptions(
        "grounding", quick=True, file=dictionary(tmp_path), format="csv", changes=["encoder.hidden=32"]
    )
    rows = finished(run(workbench.workspace, wanted, tmp_path / "out"))["rows"]
    assert [row["row"] for row in rows] == [name for name, row in ROWS.items() if not row.extra]
    for row in rows:
        assert set(row["splits"]) == {"train", "test", "zero-shot"}
        assert 0 <= row["splits"]["test"]["map"]["value"] <= 1
        assert row["splits"]["test"]["map"]["over"].keys() >= ({"vectors"} - {row["row"]})
    share = next(row for row in rows if row["row"] == "cca+dan")["splits"]["test"]["map"]["over"]["dan"]
    assert share["low"] <= share["difference"] <= share["high"]

    text = (tmp_path / "out" / "grounding.md").read_text(encoding="utf-8")
    for value in next(row for row in rows if row["row"] == "vectors")["splits"]["train"].values():
        assert value["low"] < value["value"] < value["high"]
        assert f"| {value['value']:.3f} ({value['low']:.3f} to {value['high']:.3f}) |" in text

    again = list(run(workbench.workspace, wanted, tmp_path / "out"))
    assert not any("Epoch" in event.message for event in again if isinstance(event, Progress))
    assert finished(again)["rows"] == rows
    next((tmp_path / "out" / "cells").glob("troubles_dan_0_*.json")).unlink()
    anew = finished(run(workbench.workspace, wanted, tmp_path / "out"))["rows"]
    assert [row["splits"] for row in anew] == [row["splits"] for row in rows]

    assert "| CCA+DAN − DAN | test | " in text
    assert "SNOMED CT (table 4)" in text
    written = json.loads((tmp_path / "out" / "grounding.json").read_text(encoding="utf-8"))
    assert written["recipes"]["cca+dan"]["front"]["form"] == "unit weights, correlation"
    assert written["names"]["troubles"]["train concepts"] > 20


@pytest.mark.slow
def test_a_training_killed_half_way_goes_on_to_the_same_weights(workbench, tmp_path, monkeypatch):
    monkeypatch.setattr("engine.learning.loop.SAVE_EVERY", 0.0)
    changes = ["encoder.hidden=32", "optimiser.most_epochs=4", "optimiser.patience=4"]
    wanted = ExperimentOptions(
        "grounding", 1, True, changes=changes, only=["dan"], file=dictionary(tmp_path), format="csv"
    )
    whole = finished(run(workbench.workspace, wanted, tmp_path / "whole"))["rows"]
    for event in run(workbench.workspace, wanted, tmp_path / "killed"):
        if "Epoch 3" in event.message:
            break
    assert list((tmp_path / "killed" / "cells").glob("*.training"))
    events = list(run(workbench.workspace, wanted, tmp_path / "killed"))
    assert any("Resumed after epoch" in event.message for event in events if isinstance(event, Progress))
    assert [row["splits"] for row in finished(events)["rows"]] == [row["splits"] for row in whole]
    assert not list((tmp_path / "killed" / "cells").glob("*.training"))


def test_rows_are_held_against_the_vectors_query_by_query(sets):
    def run_of(numbers):
        values = dict.fromkeys(("map", "accuracy", "mrr"), numbers)
        return {"tasks": {"retrieval test": values, "mapping test": values}, "relatedness": {}}

    runs = {"vectors": [run_of([0.2, 0.4, None])], "dan": [run_of([0.5, 0.5, None]), run_of([0.7, 0.7, None])]}
    row = summed("hpo", "dan", "DAN", runs, sets)
    assert averaged(runs["dan"], "retrieval test", "map")[:2] == pytest.approx([0.6, 0.6])
    value = row["splits"]["test"]["map"]
    assert value["value"] == pytest.approx(0.6)
    assert value["over_seeds"] == pytest.approx(0.02**0.5)
    assert value["over"]["vectors"]["difference"] == pytest.approx(0.3)
    assert (value["paper"], value["paper_over"]) == (0.78, {"vectors": 0.22})


def test_only_what_is_trained_has_seeds_and_only_its_settings_change():
    wanted = ExperimentOptions("grounding", seeds=3, hidden=600, changes=["objectives.0.margin=0.2"])
    assert seeds_of(ROWS["vectors"], wanted) == seeds_of(ROWS["cca"], wanted) == [0]
    assert seeds_of(ROWS["bne"], wanted) == [0, 1, 2]
    assert recipe(ROWS["cca+dan"], wanted)["encoder"]["hidden"] == 600
    assert recipe(ROWS["dan"], wanted)["objectives"][0]["margin"] == 0.2
    assert recipe(ROWS["bne"], wanted) == recipe_from("bne") | {"data": recipe(ROWS["dan"], wanted)["data"]}
    assert recipe(ROWS["bne"], wanted)["data"]["vocabulary"] == "every word known"
    small = {"a": [{"b": 1}], "objectives": [{"name": "triplet"}]}
    assert with_changes(small, ["a.0.b=x", "a.0.c=2", "a.1.b=3"]) == small | {"a": [{"b": "x"}]}
    assert with_changes(small, ["encoder=dan", "objectives=margin"])["objectives"][0]["name"] == "margin"


def test_bad_rows_and_settings_are_named():
    with pytest.raises(BadInput, match="there is no “elmo”"):
        chosen(ROWS, ExperimentOptions("grounding", only=["elmo"]))
    with pytest.raises(BadInput, match=r"“encoder\.width” is no setting of any row"):
        chosen(ROWS, ExperimentOptions("grounding", changes=["encoder.width=3"]))
    assert list(chosen(ROWS, ExperimentOptions("grounding", only=["dan"]))) == ["vectors", "dan"]
    assert chosen(ROWS, ExperimentOptions("grounding", changes=["objectives=margin", "objectives.0.weight=2"]))


def test_few_concepts_are_the_same_whatever_their_order():
    names = {str(i): [f"{i} a", f"{i} b"] for i in range(50)} | {"alone": ["x"]}
    turned = dict(reversed(names.items()))
    one, other = (few_concepts(Source("t", part, dict.fromkeys(part, "")), 10) for part in (names, turned))
    assert set(one.names) == set(other.names)
    assert len(one.names) == 10
    assert "alone" not in one.names


def test_judged_sets_of_ones_own_are_shown_with_intervals(workbench, tmp_path):
    lines = ["term_1,term_2,mean"]
    for i, (first, second) in enumerate([("heart", "lung"), ("skin", "eye"), ("ear", "bone"), ("liver", "kidney")]):
        lines += [f"{first} pain,{first} ache,{9 - i}", f"{first} pain,{second} cancer,{i}"]
    for name in ("own", "mayosrs"):
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "few.csv").write_text("\n".join(lines[:4]) + "\n", encoding="utf-8")
    pairs = [tmp_path / f"{name}.csv" for name in ("own", "mayosrs", "few")]
    file = dictionary(tmp_path)
    wanted = ExperimentOptions("grounding", 1, True, relatedness=pairs, only=["cca"], file=file, format="csv")
    rows = finished(run(workbench.workspace, wanted, tmp_path / "out"))["rows"]
    found = rows[1]["relatedness"]
    assert found["own"] == found["mayosrs"]
    assert found["few"]["over_vectors"]["low"] is None  # three pairs
    text = (tmp_path / "out" / "grounding.md").read_text(encoding="utf-8")
    over = "over the vectors"
    assert f"| encoder | MayoSRS | {over} | paper | own | {over} | few | {over} |" in text
    own = found["own"]["over_vectors"]
    assert f"| {own['difference']:+.3f} ({own['low']:+.3f} to {own['high']:+.3f}) | " in text
    assert "(–) |" in text


def test_the_correlation_of_several_seeds_has_the_interval_of_their_mean():
    rng = np.random.default_rng(0)
    judged, base, one, other = rng.random((4, 30))
    pairs = [JudgedPair("a", "b", score) for score in judged]
    sets = SynonymSets("letters", SAMPLE, encode, {"own": pairs})
    vectors, first, second = ([{"relatedness": {"own": list(cosines)}}] for cosines in (base, one, other))
    alone = related(first, vectors, sets)["own"]
    assert alone["over_vectors"] == pytest.approx(paired_spearman(one, base, judged, DRAWS))
    both = related([*first, *second], vectors, sets)["own"]
    each = [related(run, vectors, sets)["own"]["over_vectors"]["difference"] for run in (first, second)]
    assert both["over_vectors"]["difference"] == pytest.approx(np.mean(each))
    assert both["over_vectors"]["low"] < np.mean(each) < both["over_vectors"]["high"]
    flat = [{"relatedness": {"own": [1.0] * 30}}]
    assert related(flat, vectors, sets) == {}


@pytest.mark.slow
def test_word_movers_is_left_out_with_a_line_where_it_is_too_large(workbench, tmp_path, monkeypatch):
    file = dictionary(tmp_path)
    wanted = ExperimentOptions("grounding", only=["word-movers"], file=file, format="csv")
    rows = finished(run(workbench.workspace, wanted, tmp_path / "small"))["rows"]
    assert [row["title"] for row in rows] == ["word mover's, relaxed", "vectors"]
    train = gathered(workbench.workspace, wanted, ())["troubles"].about()["train names"]
    monkeypatch.setattr("engine.evaluation.baselines.MOST_DISTANCES", train * train - 1)
    rows = finished(run(workbench.workspace, wanted, tmp_path / "large"))["rows"]
    assert [row["title"] for row in rows] == ["vectors"]
    text = (tmp_path / "large" / "grounding.md").read_text(encoding="utf-8")
    assert f"\nWord mover's distance is left out: {train * train:,} pairs of names are more than" in text
    assert "left out: " not in (tmp_path / "small" / "grounding.md").read_text(encoding="utf-8")


def test_names_with_a_word_outside_the_vocabulary_are_in_no_split(workbench, tmp_path):
    lines = [f"{word} {place} 1\n" for place, word in enumerate((*ORGANS[1:], "of", "the", *sum(TROUBLES, ())))]
    (tmp_path / "few.txt").write_text("".join(lines), encoding="utf-8")
    workbench.vectors.add(tmp_path / "few.txt", "few")
    for quick in (False, True):
        wanted = ExperimentOptions(
            "grounding", quick=quick, encoder="vectors:few", file=dictionary(tmp_path), format="csv"
        )
        every = [
            text for split in gathered(workbench.workspace, wanted, ())["troubles"].splits.values() for text, _ in split
        ]
        assert not any(ORGANS[0] in text for text in every) and len(every) > 100
    asked = replace(wanted, changes=['data.vocabulary="not asked"'])
    sets = gathered(workbench.workspace, asked, ())["troubles"]
    assert any(ORGANS[0] in text for split in sets.splits.values() for text, _ in split)


@pytest.mark.slow
def test_too_few_names_to_validate_on_are_named_before_anything_is_measured(workbench, tmp_path):
    file = tmp_path / "three.obo"
    terms = [f'[Term]\nid: {c}\nname: {c} pain\nsynonym: "{c} ache" EXACT []\n' for c in ("heart", "lung", "skin")]
    file.write_text("format-version: 1.2\n\n" + "\n".join(terms), encoding="utf-8")
    said = "“three” has 6 training names of 3 concepts and no validation name, .*--set data.validation=0.2"
    with pytest.raises(BadInput, match=said):
        list(run(workbench.workspace, ExperimentOptions("grounding", 1, file=file), tmp_path / "out"))
    assert not list((tmp_path / "out").glob("cells/*"))
    untrained = ExperimentOptions("grounding", 1, file=file, only=["jaccard"])
    assert len(finished(run(workbench.workspace, untrained, tmp_path / "out"))["rows"]) == 2
    shared = ExperimentOptions("grounding", 1, True, file=file, only=["dan"], changes=["data.validation=0.2"])
    assert len(finished(run(workbench.workspace, shared, tmp_path / "out"))["rows"]) == 2


@pytest.mark.slow
def test_annotated_text_is_one_set_beside_the_papers_table_of_it(workbench, tmp_path):
    lines = []
    for number, (organ, (first, second)) in enumerate((o, t) for o in ORGANS for t in TROUBLES):
        place, title = 0, ""
        marks = []
        for text in (f"{organ} {first}", f"{first} of the {organ}", f"{organ} {second}", f"{second} of {organ}"):
            marks.append(f"{number}\t{place}\t{place + len(text)}\t{text}\tDisease\tD{number}")
            title += text + " "
            place += len(text) + 1
        lines += [f"{number}|t|{title.strip()}", f"{number}|a|", *marks, ""]
    path = tmp_path / "marked.pubtator.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    changes = ["data=pubtator", f"data.train_file={path}"]
    wanted = ExperimentOptions("grounding", quick=True, only=["jaccard"], changes=changes)
    rows = finished(run(workbench.workspace, wanted, tmp_path / "own"))["rows"]
    assert {row["terminology"] for row in rows} == {"mentions"}
    assert rows[0]["splits"]["test"]["map"].get("paper") is None
    vectors = next(row for row in rows if row["row"] == "vectors")
    assert (vectors["splits"]["test"]["map"]["paper"], vectors["paper_on"]) == (0.51, "MedMentions (table 5)")
    with pytest.raises(BadInput, match="leave out the terminologies"):
        list(run(workbench.workspace, replace(wanted, root="H"), tmp_path / "own"))

    wanted = ExperimentOptions("grounding", quick=True, only=["jaccard"], file=path, format="pubtator")
    assert {row["terminology"] for row in finished(run(workbench.workspace, wanted, tmp_path / "file"))["rows"]} == {
        "marked.pubtator"
    }


def test_terminologies_of_ones_own(workbench, tmp_path):
    wanted = ExperimentOptions("grounding", quick=True, only=["jaccard"], terminologies=["organs"])
    with pytest.raises(BadInput, match="not both"):
        list(run(workbench.workspace, replace(wanted, file=dictionary(tmp_path)), tmp_path))
    with pytest.raises(NotFound, match="there are organs"):
        list(run(workbench.workspace, replace(wanted, terminologies=["elsewhere"]), tmp_path))
    for _ in importing.import_file(workbench.workspace, {"path": str(dictionary(tmp_path)), "name": "mine"}):
        pass
    rows = finished(run(workbench.workspace, replace(wanted, terminologies=["mine"]), tmp_path))["rows"]
    assert {row["terminology"] for row in rows} == {"mine"}


def test_hidden_counts_in_quick_runs_too():
    assert recipe(ROWS["dan"], ExperimentOptions("grounding", quick=True))["encoder"]["hidden"] == 256
    assert recipe(ROWS["dan"], ExperimentOptions("grounding", quick=True, hidden=64))["encoder"]["hidden"] == 64
    assert recipe(ROWS["dan"], ExperimentOptions("grounding"))["encoder"]["hidden"] == 4_800
