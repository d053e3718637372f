"""`plot`: names drawn, two encoders compared, and a selection exported, labelled, withdrawn and placed."""

from __future__ import annotations

from pathlib import Path

import pytest

DRAW = ("plot", "draw", "--terminology", "organs", "--layout", "pca")


@pytest.fixture
def key(run) -> str:
    """The key of a plot of all names."""
    return run(*DRAW)["map"]


def test_names_are_drawn_once_and_kept(run, refusal, key: str) -> None:
    again = run(*DRAW)
    assert again == {"map": key, "names": 17, "made": False}
    assert [(one["key"], one["kind"], one["layout"]) for one in run("plot", "list")["plots"]] == [
        (key, "terminology", "pca")
    ]
    seen = run("plot", "show", key[:8])
    assert (seen["key"], seen["names"], seen["withdrawn"]) == (key, 17, 0)
    assert run(*DRAW, "--branch", "H")["names"] < 17
    assert run(*DRAW, "--search", "heart", "--found", "6")["names"] == 6
    assert {one["layout"] for one in run("plot", "layouts")["layouts"]} >= {"umap", "pca"}
    branches = run("plot", "branches", "--terminology", "organs")["branches"]
    assert [one["concept"] for one in branches] == ["H", "L"]
    assert "give one of" in refusal(*DRAW, "--branch", "H", "--search", "heart")
    assert "no plot “zz”" in refusal("plot", "show", "zz")
    assert "is a number" in refusal(*DRAW, "--set", "neighbours=many")


def test_two_encoders_are_laid_over_each_other(run, key: str) -> None:
    run("vectors", "lexical", "--name", "spelling", "--dim", "20", "--fitted-on", "organs")
    found = run("plot", "pair", key, "--encoder", "vectors:spelling", "--top", "3")
    assert found["first"] == key and 0 <= found["mean_share_of_neighbours"] <= 1 and len(found["movers"]) == 3
    beside = run(*DRAW, "--encoder", "vectors:spelling", "--beside", "vectors")
    assert beside["map"] == found["second"] and not beside["made"]


def test_a_selection_is_listed_and_exported(run, refusal, key: str, tmp_path: Path) -> None:
    names = run("plot", "select", key, "--topic", "Heart disorders", "--text", "heart")["names"]
    assert "heart attack" in {one["name"] for one in names} and {one["topic"] for one in names} == {"Heart disorders"}
    one = names[0]
    box = [str(one["x"]), str(one["y"]), str(one["x"]), str(one["y"])]
    assert one["point"] in {there["point"] for there in run("plot", "select", key, "--box", *box)["names"]}
    assert run("plot", "select", key, "--points", "0", "1", "--top", "1")["in all"] == 2
    out = tmp_path / "selection.csv"
    run("plot", "export", key, "--text", "heart attack", "--out", str(out))
    assert "organs,H1,heart attack" in out.read_text(encoding="utf-8-sig")
    assert "Say which names" in refusal("plot", "select", key)
    assert "No name" in refusal("plot", "select", key, "--text", "elbow")
    assert "csv or xlsx" in refusal("plot", "export", key, "--text", "heart", "--out", str(tmp_path / "x.pdf"))


def test_a_selection_is_labelled_placed_and_withdrawn(run, refusal, key: str) -> None:
    chosen = ("--names", "heart attack", "chest pain of the heart")
    to_set = ("--set", "mine", "--who", "ann")
    assert "--new-class" in refusal("plot", "label", key, *chosen, *to_set, "--class", "urgent")
    assert run("plot", "label", key, *chosen, *to_set, "--class", "urgent", "--new-class") == {"labelled": 2}
    assert run("plot", "label", key, *chosen, *to_set, "--class", "urgent") == {"labelled": 0}  # as they are already
    assert {one["label"] for one in run("plot", "select", key, *chosen, "--label-set", "mine")["names"]} == {"urgent"}
    assert len(run("labels", "show", "mine")["labels"]) == 2
    assert run("plot", "withdraw", key, *chosen, "--reason", "plain", "--who", "ann") == {"withdrawn": 2}
    assert run("plot", "show", key)["withdrawn"] == 2
    run("undo", "--who", "ann")
    assert run("plot", "show", key)["withdrawn"] == 0
    assert run("plot", "place", key, *chosen, "--parent", "L", "--who", "ann") == {"placed": 2}
    parents = run("concept", "H1", "--terminology", "organs")["parents"]
    assert {one["id"] for one in parents} == {"H", "L"}
