from __future__ import annotations

import pytest

from engine.events import Progress, finished
from engine.experiments import run
from engine.experiments.options import ExperimentOptions
from engine.experiments.synonyms.bne_report import COVERAGE, coverage_cells, curves, summed
from tests.engine.experiments.sets_of_words import dictionary


@pytest.mark.slow
def test_both_tasks_are_measured_and_what_grounding_trained_is_found(workbench, tmp_path):
    file = dictionary(tmp_path)

    def wanted(name, **options):
        return ExperimentOptions(name, quick=True, file=file, format="csv", changes=["encoder.hidden=32"], **options)

    rows = finished(run(workbench.workspace, wanted("bne"), tmp_path / "out"))["rows"]
    assert [row["row"] for row in rows] == ["jaccard", "tf-idf", "word-movers", "vectors", "cca", "bne", "dan"]
    for row in rows:
        covered = [row["tasks"]["coverage zero-shot"][f"coverage@{k}"]["value"] for k in COVERAGE]
        assert covered == sorted(covered)  # more names cover more
        assert covered[-1] == pytest.approx(1)
        for split in ("test", "zero-shot"):
            found = row["tasks"][f"bm25 {split}"]
            assert found["map"]["value"] <= found["reached"]["value"] + 1e-9
    text = (tmp_path / "out" / "bne.md").read_text(encoding="utf-8")
    assert "| BNE | " in text
    assert "0.695 | 0.718" in text

    again = list(run(workbench.workspace, wanted("grounding", only=["bne", "dan"]), tmp_path / "out"))
    assert not any("Epoch" in event.message for event in again if isinstance(event, Progress))


def test_coverage_by_hand():
    numbers = {f"coverage@{k}": [share, 1.0] * 6 for k, share in zip(COVERAGE, (0, 0.5, 0.5, 1, 1, 1), strict=True)}
    run_of = {"tasks": {"coverage zero-shot": numbers}}
    row = summed("hpo", "bne", "BNE", {"bne": [run_of], "vectors": [run_of]})
    means, intervals = zip(*(cell.split(" ", 1) for cell in coverage_cells(row)[1:]), strict=True)
    assert means == ("0.500", "0.750", "0.750", "1.000", "1.000", "1.000", "+0.000")
    assert intervals[3:] == ("(1.000 to 1.000)",) * 3 + ("(+0.000 to +0.000)",)
    low, high = (float(bound) for bound in intervals[0].strip("()").split(" to "))
    assert 0 < low < 0.5 < high < 1
    assert curves([row])["BNE"][1] == (4.0, 0.75)
