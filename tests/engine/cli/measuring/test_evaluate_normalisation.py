"""`evaluate normalisation` without a workspace: numbers, errors, comparison, and its refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.cli.options import SWITCHES
from engine.normalisation.preprocessing import Switches

MEDIC = """D001|C9||Gout|Podagra|Gouty arthritis
D002||Asthma|Bronchial asthma
D003||Kidney Diseases|Nephropathy
D004||Breast Neoplasms|Breast Cancer
"""
TRAIN = """1|t|Podagra and wheezing sickness
1|a|
1	0	7	Podagra	Disease	C9
1	12	29	wheezing sickness	Disease	D002
"""
DEV = """2|t|Nephropathy and vague complaint
2|a|
2	0	11	Nephropathy	Disease	D003
2	16	31	vague complaint	Disease	-1
"""
TEST = """3|t|Wheezing sickness with gout
3|a|Breast tumour, qqq, and new disease.
3	0	17	Wheezing sickness	Disease	MESH:D002
3	23	27	gout	Disease	D001
3	28	41	Breast tumour	Disease	D004
3	43	46	qqq	Disease	-1
3	52	63	new disease	Disease	D999
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("NOMENCLATOR_WORKSPACE", str(tmp_path / "none"))
    found = {}
    for name, text in (("medic", MEDIC), ("train", TRAIN), ("dev", DEV), ("test", TEST)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
        found[name] = str(tmp_path / f"{name}.txt")
    return found


def evaluate(files: dict[str, str], capsys: pytest.CaptureFixture[str], *more: str) -> dict:
    words = ["--dictionary", files["medic"], "--test", files["test"], "--types", "Disease", "--draws", "200", "--json"]
    code = main(["evaluate", "normalisation", *words, *more])
    seen = capsys.readouterr()
    assert code == 0, seen.err
    return json.loads(seen.out)


def test_without_a_workspace(files, capsys, tmp_path: Path) -> None:
    data = ("--train", files["train"], "--dev", files["dev"], "--hybrid", "auto")
    errors = tmp_path / "errors.tsv"
    answer = evaluate(files, capsys, *data, "--errors", str(errors), "--against", "tfidf")
    row, other = answer["rows"]
    assert row["mentions"] == 4 and row["accuracy"]["value"] == 75  # the new disease is not in the dictionary
    assert row["gold_not_in_dictionary"] == 1 and answer["left_out"] == {"no id": 1}
    assert answer["data_mentions"] == 3 and answer["dictionary"]["concepts"] == 4
    assert row["hybrid_weight"] in [float(weight) for weight in row["tried_on_dev"]]
    assert sum(counts["mentions"] for counts in row["sieves"].values()) == 4
    assert (answer["differences"][0]["second"], other["encoder"]) == ("tfidf", "tfidf")
    assert answer["differences"][0]["p"] is row["accuracy"]["low"] is None  # four mentions are too few
    assert "new disease" in errors.read_text(encoding="utf-8")
    assert not (tmp_path / "none").exists()


def test_every_search_and_switch(files, capsys) -> None:
    for search in ("O-T", "O-C", "OD-C", "D-C+O-C"):
        row = evaluate(files, capsys, "--train", files["train"], "--search", search)["rows"][0]
        assert row["search"] == search
    answer = evaluate(files, capsys, "--search", "O-T", "--without", "wording", "exact")
    assert not answer["pre-processing"]["wording"] and set(answer["rows"][0]["sieves"]) == {"O-T"}


def test_test_documents_among_the_training_files_are_taken_out(files, capsys) -> None:
    answer = evaluate(files, capsys, "--train", files["train"], files["test"])
    assert answer["shared_documents_left_out"] == {"train and test": 1} and answer["data_mentions"] == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--search", "D-T"], "needs data"),
        (["--search", "T-O"], "There is no search"),
        (["--search", "O-T", "--hybrid", "auto"], "chooses the weight on dev"),
        (["--search", "O-T", "--hybrid", "-1"], "cannot be"),
        (["--search", "O-T", "--types", "Gene"], "No mention of type Gene"),
    ],
)
def test_refusals(files, capsys, words: list[str], says: str) -> None:
    assert main(["evaluate", "normalisation", "--dictionary", files["medic"], "--test", files["test"], *words]) != 0
    assert says in capsys.readouterr().err


def test_every_switch_can_be_left_out() -> None:
    assert tuple(Switches().to_dict()) == SWITCHES
