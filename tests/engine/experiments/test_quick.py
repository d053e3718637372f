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
    line = ["experiment", name, "--quick", "--encoder", "current", "--out", str(out / "results"), "--json"]
    line += ["--workspace", str(sample.workspace.folder), "--relatedness", str(out / "mayosrs.tsv")]
    code = main(line)
    seen = capsys.readouterr()
    assert code == 0, seen.err
    answer = json.loads(seen.out)
    assert answer["rows"]
    assert ("leaves aside --relatedness" in seen.err) == (name in ("levels", "hypernyms", "normalisation", "audit"))
    assert "leaves aside --set" not in seen.err
    markdown = (out / "results" / f"{name}.md").read_text(encoding="utf-8")
    assert markdown.count("\n|") > 3
    written = json.loads((out / "results" / f"{name}.json").read_text(encoding="utf-8"))
    assert written["rows"] and "current" not in written["command"]  # what is current changes: its id stands there
    assert name == "audit" or list((out / "results").glob(f"{name}*.html"))  # nothing of an audit is drawn


def test_options_of_other_experiments_are_named_and_leave_no_trace(
    sample: Workbench, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["experiment", "grounding", "--quick", "--only", "jaccard", "--out", str(out / "aside"), "--json"]
    line += ["--workspace", str(sample.workspace.folder), "--relatedness", str(out / "mayosrs.tsv")]
    assert main([*line, "--curve", "--levels", "2", "--preset", "bne"]) == 0
    assert "grounding leaves aside --preset, --curve, --levels" in capsys.readouterr().err
    command = json.loads((out / "aside" / "grounding.json").read_text(encoding="utf-8"))["command"]
    assert "--relatedness mayosrs.tsv" in command
    assert not {"--curve", "--levels", "--preset"} & set(command.split())


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("few-shot", ["--file", "own.obo"], "not on a file"),
        ("relatedness", ["--root", "HP:1"], "whole terminologies"),
        ("relatedness", ["--preset", "bne"], "--only bne"),
    ],
)
def test_options_that_would_mislead_are_refused(
    sample: Workbench, out: Path, name: str, given: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["experiment", name, "--quick", "--out", str(out / "refused")]
    assert main([*line, "--workspace", str(sample.workspace.folder), *given]) != 0
    assert why in capsys.readouterr().err
