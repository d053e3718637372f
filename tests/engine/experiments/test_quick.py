"""`experiment NAME --quick` of every experiment, on the real sample workspace: does each run to its files?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.experiments import EXPERIMENTS
from engine.workbench import Workbench

PAIRS = [
    ("heart attack", "myocardial infarction", 4.0),
    ("asthma", "pneumonia", 3.0),
    ("fever", "infection", 2.5),
    ("stroke", "hemiplegia", 3.2),
    ("acne", "diabetes mellitus", 1.0),
    ("gout", "fracture of femur", 1.2),
]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quick")
    lines = ["term_1\tterm_2\tmean", *(f"{a}\t{b}\t{score}" for a, b, score in PAIRS)]
    (folder / "mayosrs.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_runs_to_its_files(
    sample: Workbench, out: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["experiment", name, "--quick", "--out", str(out / "results"), "--json"]
    line += ["--workspace", str(sample.workspace.folder), "--relatedness", str(out / "mayosrs.tsv")]
    code = main(line)
    seen = capsys.readouterr()
    assert code == 0, seen.err
    answer = json.loads(seen.out)
    assert answer["rows"]
    markdown = (out / "results" / f"{name}.md").read_text(encoding="utf-8")
    assert markdown.count("\n|") > 3
    assert json.loads((out / "results" / f"{name}.json").read_text(encoding="utf-8"))["rows"]
    assert list((out / "results").glob(f"{name}*.html"))
