"""The command line: one JSON object, exit codes, one-line messages; each command once."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.learning.presets import PRESETS
from engine.workbench import Workbench

ROOT = Path(__file__).parents[3]


def test_rank_edit_undo(run) -> None:
    first = run("rank", "heart attack", "--terminology", "organs", "--top", "3")["candidates"][0]
    assert {key: first[key] for key in ("rank", "name", "concept_id", "preferred_name", "source")} == {
        "rank": 1,
        "name": "heart attack",
        "concept_id": "H1",
        "preferred_name": "Myocardial infarction",
        "source": "synonym",
    }
    (edit,) = run("edit", "add", "coronary", "--concept", "H1", "--terminology", "organs", "--who", "ann")["edits"]
    assert (edit["action"], edit["who"]) == ("add", "ann")
    assert run("rank", "coronary")["candidates"][0]["concept_id"] == "H1"
    assert run("edit", "undo", "--who", "ann")["edits"][0]["action"] == "withdraw"
    assert run("edit", "redo", "--who", "ann")["edits"][0]["action"] == "add"
    assert len(run("edit", "list")["edits"]) == 3


def test_an_edit_is_taken_back_by_the_number_that_the_list_shows(run) -> None:
    """“take-back 1”, with the id of the list, took back that the shipped encoder was made current."""
    run("edit", "add", "coronary", "--concept", "H1", "--terminology", "organs", "--who", "ann")
    run("abbreviations", "add", "mi", "myocardial infarction", "--who", "ann")
    run("edit", "add", "pump gave out", "--concept", "H2", "--terminology", "organs", "--who", "ann")
    first, second = run("edit", "list")["edits"]
    assert first["id"] != first["history_entry"]
    told = run("take-back", str(first["history_entry"]), "--who", "ann")
    assert told["done"] == "Undid: “pump gave out” added to H2" == told["entry"]["title"]
    assert run("edit", "list")["edits"][0]["history_entry"] == told["entry"]["id"]
    assert run("take-back", str(second["history_entry"]), "--who", "ann")["done"] == "Undid: “coronary” added to H1"


def test_a_preview_refuses_the_names_that_the_import_refuses(run, refusal, tmp_path: Path) -> None:
    table = tmp_path / "more.csv"
    table.write_text("id,name\n1,Body\n")
    for name in ("bad name/..", "organs"):
        line = ("import", str(table), "--name", name)
        assert refusal(*line, "--preview") == refusal(*line)
    assert run("import", str(table), "--name", "body", "--preview")["concepts"] == 1


@pytest.mark.slow
def test_import_label_train_models(run, refusal, workbench: Workbench, tmp_path: Path) -> None:
    table = tmp_path / "more.csv"
    table.write_text("id,name,parents\n1,Body,\n2,Hand,1\n3,Foot,1\n,no id,\n")
    assert run("import", str(table), "--name", "body", "--preview")["concepts"] == 3
    counts = run("import", str(table), "--name", "body", "--format", "csv")
    assert {key: counts[key] for key in ("concepts", "names", "edges", "skipped")} == {
        "concepts": 3,
        "names": 3,
        "edges": 2,
        "skipped": 1,
    }
    assert [t["slug"] for t in run("terminologies")["terminologies"]] == ["organs", "body"]
    labels = tmp_path / "labels.csv"
    labels.write_text(
        "".join(
            f"{what} of {where},{where}\n" for what in ("pain", "rash", "burn", "cut") for where in ("hand", "foot")
        )
    )
    assert run("label", str(labels), "--set", "sides")["added"] == 8
    trained = run("train", "--labels", "sides", "--shots", "2", "--seed", "3", "--set", "encoder.hidden=32")
    chained = run(
        "train", "--labels", "sides", "--shots", "2", "--parent", trained["version"], "--set", "encoder.hidden=32"
    )
    assert [model["id"] for model in run("models")["models"]] == [trained["version"], chained["version"]]
    assert [model["id"] for model in run("models", "lineage", chained["version"])["lineage"]] == [
        trained["version"],
        chained["version"],
    ]
    assert run("models", "current", trained["version"], "--reason", "try")["current"]["reason"] == "try"
    file = run("models", "export", chained["version"], str(tmp_path / "m.zip"))["file"]
    assert run("models", "import", file)["model"]["id"] == chained["version"]
    assert "--yes" in refusal("models", "delete", chained["version"])
    assert run("models", "delete", chained["version"], "--yes")["deleted"] == chained["version"]
    weights = workbench.workspace.folder / "models" / f"{chained['version']}.safetensors"
    weights.write_bytes(b"of a version that a restored copy knows nothing of")
    assert run("models", "import", file)["model"]["id"] != chained["version"]
    assert weights.read_bytes().startswith(b"of a version")
    # The labels are of no terminology, so that no training is followed by the encoding of one.
    assert [run["status"] for run in run("runs")["runs"]] == ["done"] * 3
    page, names = tmp_path / "report.html", tmp_path / "names.txt"
    names.write_text("heart attack, H1\nwheeze\n", encoding="utf-8")
    wanted = ("--terminology", "organs", "--names", str(names), "--html", str(page))
    compared = run("compare", "vectors", trained["version"], *wanted)
    assert compared["encoders"] == ["vectors", trained["version"]] and compared["file"] == str(page)
    assert "Of 2 names" in compared["names"] and "heart attack" in page.read_text(encoding="utf-8")
    file = str(tmp_path / "labels.xlsx")
    assert run("export", "labels", "--label-set", "sides", "--out", file) == {"file": file, "rows": 8}
    assert run("load", file, "--preview") == {"kind": "labels", "usable": 8, "left_out": 0, "problems": []}
    assert run("load", file, "--who", "bob")["loaded"] == 0  # all of it is there
    assert run("bench", "rank", "--queries", "5")["results"][0]["names"] == 20


def test_presets_are_listed_with_their_sentence_and_recipe(run, capsys: pytest.CaptureFixture[str]) -> None:
    listed = run("presets")["presets"]
    assert [one["name"] for one in listed] == list(PRESETS)
    assert all(one["about"].endswith(".") and one["recipe"] == PRESETS[one["name"]] for one in listed)
    assert main(["presets"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{listed[0]['name']}: {listed[0]['about']}" and len(lines) == 2 * len(listed)


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--terminology", "organs"]])
def test_training_on_annotated_text_asks_for_no_terminology(run, tmp_path: Path, more: list[str]) -> None:
    lines = ["1|t|title", "1|a|abstract"]
    lines += [f"1\t0\t1\tpain {site} {side}\tDisease\tC{site}" for site in range(6) for side in range(6)]
    (tmp_path / "Pains 2.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    changes = ["--set", "data=pubtator", "--set", f"data.train_file={tmp_path / 'Pains 2.txt'}"]
    version = run("train", "--preset", "cca", *more, *changes, "--set", "data.validation=0.2")["version"]
    assert version == "cca-pains-2-1"
    assert "cca on Pains 2, onto vectors" in [run["title"] for run in run("runs")["runs"]]
    (model,) = run("models")["models"]
    assert "terminology" not in model["recipe"]
    assert [row["hierarchy"] for row in model["metrics"]["kept"]] == ["Pains 2"]


def test_evaluate_relatedness_with_and_without_a_header(run, tmp_path: Path) -> None:
    rows = "heart attack,infarction,9\ngout,asthma,1\nfever,pyrexia,8\n😀,fever,2\n"
    (tmp_path / "bare.csv").write_text(rows)
    (tmp_path / "headed.tsv").write_text(
        "score\ta\tb\n" + "".join("\t".join([r.split(",")[2], *r.split(",")[:2]]) + "\n" for r in rows.splitlines())
    )
    bare = run("evaluate", "relatedness", str(tmp_path / "bare.csv"), "--encoder", "vectors")
    assert (bare["pairs"], bare["without_vector"]) == (4, 1)
    headed = run("evaluate", "relatedness", str(tmp_path / "headed.tsv"), "--columns", "a", "b", "score")
    assert headed == bare


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rank", " "], "Type a name"),
        (["rank", "x", "--terminology", "no"], "no"),
        (["train", "--terminology", "organs", "--shots", "15"], "15 names a class"),
        (["train", "--terminology", "organs", "--set", "encoder.hiden=3"], "encoder.hiden"),
        (["train", "--terminology", "organs", "--preset", "bne", "--shots", "3"], "bne takes every name"),
        (["train", "--terminology", "organs+no", "--preset", "bne"], "“no” to train on"),
        (["train", "--labels", "mine", "--preset", "bne"], "label set"),
        (["train"], "needs either a terminology or a label set"),
        (["train", "--terminology", "organs", "--set", "optimiser=3"], "optimiser must be settings by name"),
        (["train", "--terminology", "organs", "--preset", "nothing"], "no preset “nothing”"),
        (["import", "no.csv", "--name", "x"], "no such file"),
        (["edit", "undo", "--who", "nobody"], "nothing to undo"),
        (["models", "delete", "m-1", "--yes"], "m-1"),
        (["resume", "77"], "no run 77"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    workbench: Workbench, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main([*words, "--workspace", str(workbench.workspace.folder), "--json"]) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert said in seen.err and len(seen.err.strip().splitlines()[-1:]) == 1 and "Traceback" not in seen.err


@pytest.mark.slow
def test_as_a_program(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "engine", *words], cwd=ROOT, capture_output=True, text=True)

    assert "rank" in run("--help").stdout
    absent = run("rank", "x", "--workspace", str(tmp_path / "none"), "--json")
    assert (absent.returncode, absent.stdout) == (2, "") and "engine init" in absent.stderr
    (tmp_path / "letter.txt").write_text("dear")
    other = run("terminologies", "--workspace", str(tmp_path))
    assert other.returncode == 2 and "is not a workspace" in other.stderr
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "workspace.db").write_text("this is not a database at all" * 100)
    broken = run("terminologies", "--workspace", str(tmp_path / "broken"))
    assert broken.returncode == 2 and "is damaged (file is not a database)" in broken.stderr
    wrong = run("rank")
    assert wrong.returncode == 2 and len(wrong.stderr.splitlines()) == 1
