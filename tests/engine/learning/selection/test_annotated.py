"""Mentions and people's synonyms train as names of their concept, marked as D of the triplet-search paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from engine.learning.selection.annotated import with_mentions
from engine.learning.selection.sample import as_rows
from engine.learning.selection.source import Source, joined
from engine.learning.selection.synonyms import Synonyms
from engine.workbench import Workbench

PLAIN = {
    "vocabulary": "not asked",
    "most_words": 0,
    "unambiguous": False,
    "least_names": 1,
    "test": 0.0,
    "validation": 0.0,
    "zero_shot": 0.0,
    "held_out": "trained",
}
TITLE = "Mitral stenosis (MS) after tussis and fever"
MARKED = [("Mitral stenosis", "H1"), ("MS", "H1"), ("tussis", "L1"), ("fever", "XX"), ("tussis and fever", "L1|H1")]


@pytest.fixture
def annotated(tmp_path: Path) -> Path:
    lines = [f"1|t|{TITLE}", "1|a|"]
    for text, id in MARKED:
        start = TITLE.index(text)
        lines.append(f"1\t{start}\t{start + len(text)}\t{text}\tDisease\t{id}")
    path = tmp_path / "train.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_mentions_are_names_of_their_concept_and_marked(made_of, annotated: Path) -> None:
    source = made_of({"H1": ["Stenosis of the mitral valve"], "L1": ["Cough", "Tussis"]})

    found = with_mentions(source, f" {annotated};")
    sample = Synonyms(mention_files=str(annotated), **PLAIN).sample(source, 0)
    rows = as_rows(sample, lambda texts: np.ones((len(texts), 2), np.float32))

    assert found.names["H1"] == ["Stenosis of the mitral valve", "Mitral stenosis"]  # MS is written out, once
    assert found.names["L1"] == ["Cough", "Tussis"]  # “tussis” is a name already; the composite and XX are left out
    assert found.annotated == {("H1", "mitral stenosis")}
    assert sample.mentions == {("Mitral stenosis", "H1")}
    assert rows.train.mentions is not None
    assert [rows.train.texts[i] for i in np.flatnonzero(rows.train.mentions)] == ["Mitral stenosis"]
    assert (
        Synonyms(**PLAIN).sample(found, 0).fingerprint()
        != Synonyms(**PLAIN).sample(made_of(found.names), 0).fingerprint()
    )


def test_mentions_are_names_of_their_concept_in_one_of_several_terminologies(annotated: Path) -> None:
    """Codes there begin with their terminology, and no mention was of any: training failed."""
    heart = Source("heart", {"H0": ["Stenosis of the mitral valve"]}, {"H0": "Stenosis"}, same={"H1": "H0"})
    lung = Source("lung", {"L1": ["Cough"]}, {"L1": "Cough"})
    found = with_mentions(joined([heart, lung]), str(annotated))
    assert found.names == {
        "heart:H0": ["Stenosis of the mitral valve", "Mitral stenosis"],
        "lung:L1": ["Cough", "tussis"],
    }
    assert found.annotated == {("heart:H0", "mitral stenosis"), ("lung:L1", "tussis")}


def test_mentions_of_other_ids_get_a_sentence(made_of, annotated: Path) -> None:
    with pytest.raises(BadInput, match="choose the terminology of their ids"):
        with_mentions(made_of({"H2": ["Angina"]}), str(annotated))


def test_accepted_synonyms_train_and_withdrawn_names_do_not(workbench: Workbench) -> None:
    before = Source.of_workspace(workbench.workspace, "organs")
    workbench.synonyms.add("organs", "L1", "barking noise", "ann")
    workbench.synonyms.withdraw("organs", "H1", before.names["H1"][-1], "ann", "too vague")

    now = Source.of_workspace(workbench.workspace, "organs")
    sample = Synonyms(**PLAIN).sample(now, 0)

    assert now.names["L1"] == [*before.names["L1"], "barking noise"]
    assert now.names["H1"] == before.names["H1"][:-1]
    assert now.annotated == {("L1", "barking noise")}
    assert sample.mentions == {("barking noise", "L1")}
    assert before.annotated == frozenset() and Synonyms(**PLAIN).sample(before, 0).mentions == frozenset()
