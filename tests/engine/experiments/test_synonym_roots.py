from __future__ import annotations

import json

import pytest

from engine.errors import BadInput
from engine.events import Finished
from engine.experiments import run
from engine.experiments.options import ExperimentOptions
from engine.experiments.synonyms.roots import below, filed, roots_in, titled
from engine.experiments.synonyms.rows import gathered
from engine.learning.selection import Source
from tests.engine.experiments.sets_of_words import dictionary, hierarchy


def source(title: str, links: dict[str, list[str]], codes: str) -> Source:
    return Source(title, {c: [c, c * 2] for c in codes}, {c: c.upper() for c in codes}, links, frozenset("bc"))


TREE = source("tree", {"b": ["a"], "c": ["a"], "d": ["b", "c"], "f": ["e"]}, "abcdef")
FLAT = source("flat", {}, "xy")


def test_a_concept_and_everything_below_it() -> None:
    part = below(TREE, ["b"])
    assert part == Source(
        "tree", {"b": ["b", "bb"], "d": ["d", "dd"]}, {"b": "B", "d": "D"}, part.parents, frozenset("b")
    )
    assert part.parents == {"b": [], "d": ["b"]}
    assert set(below(TREE, ["b", "e"]).names) == set("bdef")


def test_each_id_counts_once_where_it_stands() -> None:
    both = {"tree": TREE, "flat": FLAT}
    assert roots_in(both, "") == {"tree": [], "flat": []}
    assert roots_in(both, "b, e,b,") == {"tree": ["b", "e"]}
    assert (titled("tree", TREE, ["b", "e"]), filed("tree", ["b", "e"])) == ("tree: b B, e E", "tree b e")
    assert len(filed("t" * 90, ["HP:0000001"] * 90)) == 81


@pytest.mark.parametrize(
    ("root", "said"), [("b,z", "is no concept “z” in "), (",", "no concept “,”"), ("x", "“flat” has no hierarchy")]
)
def test_roots_that_are_none(root: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        roots_in({"tree": TREE, "flat": FLAT}, root)


@pytest.mark.parametrize("name", ["grounding", "bne"])
def test_the_experiments_take_the_part_that_is_asked_for(workbench, tmp_path, name: str) -> None:
    wanted = ExperimentOptions(name, file=hierarchy(tmp_path), only=["jaccard"], root="heart,skin")
    list(run(workbench.workspace, wanted, tmp_path / "out"))
    about = json.loads((tmp_path / "out" / f"{name}.json").read_text(encoding="utf-8"))
    (title,) = about["names"]
    part = gathered(workbench.workspace, wanted, ())[title]
    concepts = {code for split in part.splits.values() for _, code in split}
    assert concepts == {f"{organ}{number}" for organ in ("heart", "skin") for number in range(4)}
    assert about["rows"][0]["terminology"] == title == "body heart skin"
    assert "--root heart,skin" in about["command"]
    text = (tmp_path / "out" / f"{name}.md").read_text(encoding="utf-8")
    assert "## body: heart heart trouble, skin skin trouble" in text


def test_a_file_without_a_hierarchy_has_no_parts(workbench, tmp_path) -> None:
    wanted = ExperimentOptions("grounding", file=dictionary(tmp_path), format="csv", root="heart0")
    with pytest.raises(BadInput, match="“troubles” has no hierarchy"):
        next(event for event in run(workbench.workspace, wanted, tmp_path / "out") if isinstance(event, Finished))
