"""Vectors made by runs: of annotated names, of synonyms, of spelling and of others, then searched with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.models.open import open_encoder
from engine.workbench import Workbench
from store.records.training import COMPLETED, UNFINISHED, JobRun
from tests.engine.jobs.test_worker import _until
from tests.engine.vectors.test_names_file import DOCUMENT


def ended(bench: Workbench, number: int) -> JobRun:
    run = _until(bench, number, lambda seen: seen.status not in UNFINISHED)
    assert run.status == COMPLETED, run.error
    follower = bench.jobs.runs(1, "index")[0]
    _until(bench, follower.id, lambda seen: seen.status not in UNFINISHED)
    return run


@pytest.mark.slow
def test_spelling_then_both_fused_and_centred(workbench: Workbench) -> None:
    spelt = ended(workbench, workbench.vector_making.start_spelling("letters", ["organs"], 8))
    assert spelt.result["encoder"] == "vectors:letters" and spelt.result["size"] > 0
    near = workbench.rankings.rank("asthmaa", encoder="vectors:letters", top=1).candidates
    assert near[0].concept_id == "L1"
    parts = ["vectors", "vectors:letters"]
    fused = ended(workbench, workbench.vector_making.start_fusing("both", parts, [1.0, 0.5], ["organs"]))
    assert fused.result["dim"] == open_encoder(workbench.workspace, "vectors").dim + spelt.result["dim"]
    row = open_encoder(workbench.workspace, "vectors:both").encode(["asthma"])
    np.testing.assert_allclose(np.linalg.norm(row, axis=1), 1, atol=1e-5)


@pytest.mark.slow
def test_names_and_concepts_of_annotated_text(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("".join(DOCUMENT.format(n=n) for n in range(1, 21)), encoding="utf-8")
    quick = {"dim": 8, "epochs": 2, "min_count": 2, "threads": 1}
    run = ended(workbench, workbench.vector_making.start_names("marked", [file], "sgs", **quick))
    assert run.result["names"] == 3 and run.result["dim"] == 8
    assert open_encoder(workbench.workspace, "vectors:marked").encode(["heart attack"]).any()


@pytest.mark.slow
def test_words_learn_from_synonyms(workbench: Workbench) -> None:
    quick = {"dim": 16, "epochs": 1, "teacher_numbers": 4}
    run = ended(workbench, workbench.vector_making.start_enriching("drawn", ["organs"], ["vectors"], **quick))
    assert run.result["encoder"] == "vectors:drawn" and run.result["words"] > 0
    assert open_encoder(workbench.workspace, "vectors:drawn").dim == 16


def test_what_cannot_be_made_is_refused_at_once(workbench: Workbench, tmp_path: Path) -> None:
    making = workbench.vector_making
    for refused, why in (
        (lambda: making.start_spelling("a/b", ["organs"]), "a/b"),
        (lambda: making.start_spelling("letters", []), "Choose a terminology"),
        (lambda: making.start_spelling("letters", ["organs"], 1), "2 to 2,000"),
        (lambda: making.start_enriching("drawn", []), "the vectors learn from"),
        (lambda: making.start_enriching("drawn", ["organs"], epochs=-1), "Epochs|epochs"),
        (lambda: making.start_fusing("both", ["vectors", "vectors"]), "stands twice"),
        (lambda: making.start_fusing("both", ["vectors"], [0.0]), "one weight above 0"),
        (lambda: making.start_names("marked", [], "sgs"), "at least one annotated file"),
        (lambda: making.start_names("marked", [tmp_path / "none.txt"], "sgs"), "no such file"),
        (lambda: making.start_names("marked", [tmp_path], "bag"), "No skip-gram"),
    ):
        with pytest.raises(BadInput, match=why):
            refused()
    with pytest.raises(NotFound):
        making.start_fusing("both", ["vectors", "vectors:nowhere"])
    with pytest.raises(NotFound):
        making.start_enriching("drawn", ["organs"], "nobody")
    with pytest.raises(NotFound):
        making.start_spelling("letters", ["snomed"])
    assert workbench.jobs.runs(kind="vectors") == []


def test_a_transformer_is_opened_where_it_lies_and_nothing_is_fetched(workbench: Workbench, tmp_path: Path) -> None:
    making = workbench.vector_making
    if obstacle := making.transformer_obstacle():
        with pytest.raises(BadInput, match="requirements-transformer"):
            making.start_model("tiny", str(tmp_path))
        assert "pip install" in obstacle
        return
    with pytest.raises(BadInput, match="holds no model"):
        making.start_model("tiny", str(tmp_path))
    with pytest.raises(NotFound):
        making.start_model("tiny", "nobody/no-such-model")
