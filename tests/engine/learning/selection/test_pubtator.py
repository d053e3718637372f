"""Annotated text as synonym sets, with the corpus's own splits or drawn ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.learning.selection import Source
from engine.learning.selection.filters import ALL_KNOWN
from engine.learning.selection.pubtator import PubtatorSynonyms
from engine.workbench import Workbench


def corpus(path: Path, *mentions: tuple[str, str]) -> str:
    lines = ["1|t|title", "1|a|abstract", *(f"1\t0\t1\t{text}\tDisease\t{id}" for text, id in mentions)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    return {
        "train_file": corpus(tmp_path / "train.txt", ("gout", "A"), ("podagra", "A"), ("flu", "B"), ("flu", "-1")),
        "validation_file": corpus(tmp_path / "dev.txt", ("Gout", "A"), ("influenza", "B"), ("pox", "C")),
        "test_file": corpus(
            tmp_path / "test.txt", ("gouty arthritis", "A"), ("Pox", "C"), ("variola", "C"), ("mumps", "D")
        ),
    }


def test_the_corpus_splits(files):
    sample = PubtatorSynonyms(**files).sample(None, 0)
    assert sample.train == [("gout", "A"), ("podagra", "A"), ("flu", "B")]
    assert (sample.validation, sample.test) == ([("influenza", "B")], [("gouty arthritis", "A")])
    assert sample.zero_shot == [("Pox", "C"), ("variola", "C")]  # “mumps” has no second name to be found by
    assert sample.left_out == {"stands in training too": 1}
    assert ("Gout", "A") in PubtatorSynonyms(**files, seen=True).sample(None, 0).validation


def test_words_outside_the_vocabulary(files, tmp_path):
    source = Source("", {}, {}).known_by({"gout", "flu", "gouty", "arthritis"})
    sample = PubtatorSynonyms(**files, vocabulary=ALL_KNOWN).sample(source, 0)
    assert sample.train == [("gout", "A"), ("flu", "B")]
    assert sample.left_out["no word, or one outside the vectors' vocabulary"] == 1
    assert ("podagra", "A") in PubtatorSynonyms(**files).sample(source, 0).train


def test_one_file_is_divided_as_synonym_sets_are(tmp_path):
    mentions = [(f"name {i} {j}", f"C{i}") for i in range(20) for j in range(4)]
    sample = PubtatorSynonyms(train_file=corpus(tmp_path / "all.txt", *mentions), zero_shot=0.1).sample(None, 0)
    assert len({key for _, key in sample.zero_shot}) == 2
    assert (len(sample.test), len(sample.validation), len(sample.classes)) == (round(0.08 * 72), round(0.04 * 72), 18)


def test_what_is_missing_is_said(files, tmp_path):
    with pytest.raises(BadInput, match="both a validation and a test file"):
        PubtatorSynonyms(train_file=files["train_file"], test_file=files["test_file"]).sample(None, 0)
    with pytest.raises(NotFound, match="no PubTator file"):
        PubtatorSynonyms().sample(None, 0)
    few = corpus(tmp_path / "few.txt", ("gout", "A"))
    with pytest.raises(BadInput, match="fewer than two concepts"):
        PubtatorSynonyms(**files | {"train_file": few}).sample(None, 0)


def test_a_recipe_needs_no_terminology_for_it(files, workbench: Workbench):
    from engine.learning.drawn_names import select

    recipe = PRESETS["cca"] | {"data": {"name": "pubtator", **files}, "seed": 0}
    assert len(select(workbench.workspace, Recipe.from_dict(recipe)).sample.train) == 3
