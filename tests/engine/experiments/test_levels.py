"""The level experiments: the same cells for both tables, and figures that can be worked out by hand."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest

from engine.errors import BadInput
from engine.events import Finished, Progress
from engine.experiments import run
from engine.experiments.levels.report import over
from engine.experiments.levels.rows import BASE, MEAN, beside, rows_of
from engine.experiments.levels.subgraphs import chosen
from engine.experiments.options import ExperimentOptions
from engine.metrics.significance import paired_bootstrap
from engine.workspace import Workspace

ORGANS = {"heart": ("valve", "muscle"), "skin": ("hair", "nail"), "lung": ("airway", "pleura")}
KINDS = ("infection", "tumour", "injury", "pain", "swelling", "bleeding", "atrophy", "ulcer", "scar", "cyst")


@pytest.fixture
def organs(tmp_path):
    """Three organs, two parts of each, and ten disorders of each part with two names each."""
    lines = ["id,name,synonyms,parents", "r,Disorder,,"]
    for organ, parts in ORGANS.items():
        lines.append(f"{organ},{organ} disorder,,r")
        for part in parts:
            lines.append(f"{part},{part} disorder,disease of the {part},{organ}")
            lines += [f"{part}-{kind},{part} {kind},{kind} of the {part},{part}" for kind in KINDS]
    file = tmp_path / "organs.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def asked(organs, name="levels", **options):
    return ExperimentOptions(
        name, quick=True, file=organs, root="r", levels=2, hidden=options.pop("hidden", 16), **options
    )


@pytest.mark.slow
def test_both_experiments_share_their_cells(organs, tmp_path):
    workspace, out = Workspace(tmp_path / "workspace"), tmp_path / "out"
    levels = list(run(workspace, asked(organs), out))
    again = list(run(workspace, asked(organs, "hypernyms"), out))
    assert any("Epoch" in event.message for event in levels if isinstance(event, Progress))
    assert not any("Epoch" in event.message for event in again if isinstance(event, Progress))
    for event, name in ((levels[-1], "levels"), (again[-1], "hypernyms")):
        assert isinstance(event, Finished)
        found = {(row["subgraph"], row["row"], row["level"]): row for row in event.result["rows"]}
        rows = [BASE, "Jaccard", "TF-IDF", "word mover's, relaxed", "CCA vectors", "DAN level 1", "DAN level 2"]
        assert list(found) == list(product(["organs r Disorder", MEAN], rows, [1, 2]))
        assert all(0 < row["value"] <= 1 for row in found.values())
        text = (out / f"{name}.md").read_text(encoding="utf-8")
        assert "| organs r Disorder | 108 / 6 / 6 | 3 / 6 | 3 / 12 |" in text
        assert json.loads((out / f"{name}.json").read_text(encoding="utf-8"))["rows"] == event.result["rows"]
    # “heart” is a word of its one hypernym only, and the names of the parts share no word with another organ's
    assert found["organs r Disorder", "Jaccard", 2]["value"] > found["organs r Disorder", "Jaccard", 1]["value"]


@pytest.mark.slow
def test_another_setting_is_another_cell_and_only_chooses_levels(organs, tmp_path):
    workspace, out = Workspace(tmp_path / "workspace"), tmp_path / "out"
    for changes in ((), ("optimiser.batch=32",)):
        events = list(run(workspace, asked(organs, only=["level-2"], changes=changes), out))
        epochs = {event.message[:20] for event in events if isinstance(event, Progress) and "Epoch" in event.message}
        assert epochs
        assert not any("DAN level 1" in message for message in epochs)


def test_several_subgraphs_are_named_with_commas(organs):
    found = chosen(
        Workspace(organs.parent / "workspace"), ExperimentOptions("levels", file=organs, root="r, heart, r", levels=1)
    )
    assert [part.root for part in found] == ["r", "heart"]


@pytest.mark.slow
def test_a_killed_training_goes_on_where_it_stood(organs, tmp_path, monkeypatch):
    monkeypatch.setattr("engine.learning.loop.SAVE_EVERY", 0.0)
    workspace = Workspace(tmp_path / "workspace")
    whole = list(run(workspace, asked(organs, only=["level-1"]), tmp_path / "whole"))[-1]
    killed = run(workspace, asked(organs, only=["level-1"]), tmp_path / "killed")
    while not list(tmp_path.glob("killed/cells/*.training")):
        next(killed)
    killed.close()
    again = list(run(workspace, asked(organs, only=["level-1"]), tmp_path / "killed"))
    assert any("Resumed after epoch 1" in event.message for event in again if isinstance(event, Progress))
    assert again[-1].result["rows"] == whole.result["rows"]
    assert not list(tmp_path.glob("*/cells/*.training"))


def test_what_cannot_be_run_is_said(organs, tmp_path):
    workspace = Workspace(tmp_path / "workspace")
    with pytest.raises(BadInput, match="no row level-3; its rows are level-1, level-2"):
        list(run(workspace, asked(organs, only=["level-3"]), tmp_path / "out"))
    with pytest.raises(BadInput, match="There is no concept “q” in organs; check"):
        list(run(workspace, ExperimentOptions("levels", file=organs, root="q"), tmp_path / "out"))
    with pytest.raises(BadInput, match="no concept with two classes and names below level 9"):
        list(run(workspace, ExperimentOptions("levels", file=organs, levels=9), tmp_path / "out"))
    for amiss in ({"levels": 0}, {"seeds": 0}):
        with pytest.raises(BadInput, match="--seeds and --levels take 1 or more"):
            list(run(workspace, ExperimentOptions("levels", file=organs, **amiss), tmp_path / "out"))
    with pytest.raises(BadInput, match="is a file, not a folder"):
        list(run(workspace, ExperimentOptions("levels", file=organs), organs))


def test_a_file_without_even_subgraphs_needs_no_root(organs):
    found = chosen(Workspace(organs.parent / "workspace"), ExperimentOptions("levels", file=organs, levels=2))
    assert [part.root for part in found] == ["r"]


def measured(part, row, numbers, **rest):
    return {"part": part, "row": row, "map": [numbers], **rest}


def test_rows_by_hand():
    cells = [
        measured("a", BASE, [0.2, 0.4, None]),
        measured("a", "DAN level 1", [0.4, 0.8, None], seed=0),
        measured("a", "DAN level 1", [0.6, 0.6, None], seed=1),
        measured("b", BASE, [0.1]),
        measured("b", "DAN level 1", [0.5], seed=0),
        measured("b", "DAN level 1", [0.3], seed=1),
    ]
    found = {(row["subgraph"], row["row"]): row for row in rows_of("map", cells)}
    a, b, mean = (found[part, "DAN level 1"] for part in ("a", "b", MEAN))
    assert [row["value"] for row in (a, b, mean)] == pytest.approx([0.6, 0.4, 0.5])
    assert [row["difference"] for row in (a, b, mean)] == pytest.approx([0.3, 0.3, 0.3])
    assert [row["ratio"] for row in (a, b, mean)] == pytest.approx([2.0, 4.0, 2.5])
    # over seeds: 0.6 and 0.6; 0.5 and 0.3; their means 0.55 and 0.45
    assert [row["spread"] for row in (a, b, mean)] == pytest.approx([0.0, 0.02**0.5, 0.005**0.5], abs=1e-12)
    assert (a["low"], a["high"], mean["low"]) == (None, None, None)  # two queries are too few
    assert over(a) == "+0.300 (–)"
    assert found[MEAN, BASE]["paper"] == pytest.approx(0.95 / 3)


def test_queries_without_an_answer_are_not_drawn():
    base, ours = [0.2, 0.4, None, 0.1, 0.5, 0.3], [0.5, 0.7, None, 0.4, 0.8, 0.6]
    row = rows_of("map", [measured("a", BASE, base), measured("a", "x", ours)])[1]
    # every query gains 0.3, so no draw differs
    assert (row["low"], row["high"]) == pytest.approx((0.3, 0.3))


def test_intervals_are_those_of_a_paired_bootstrap():
    rng = np.random.default_rng(0)
    base, ours = rng.random(40), rng.random(40)
    rows = rows_of("map", [measured("a", BASE, base.tolist()), measured("a", "x", ours.tolist())])
    expected = paired_bootstrap(ours, base)
    for row in (row for row in rows if row["row"] == "x"):  # one subgraph is its own mean
        assert (row["low"], row["high"]) == pytest.approx((expected["low"], expected["high"]))


def test_the_papers_means():
    found = beside("map", MEAN, "DAN level 1", 0)
    assert (found["paper"], found["paper_ratio"]) == pytest.approx((1.91 / 3, 1.91 / 0.95))
    assert beside("mrr", MEAN, "DAN level 1", 0)["paper_difference"] == pytest.approx(0.42 / 3)
    assert beside("map", MEAN, "Jaccard", 0) == beside("map", "a", BASE, 0) == beside("map", MEAN, BASE, 4) == {}
