"""`evaluate` on a small workspace: every task, with baselines and another encoder, as one JSON object."""

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.evaluation.outcome import TASKS
from engine.workbench import Workbench
from tests.salted import keep_back

CONCEPTS = {"R", "H", "H1", "H2", "H3", "L", "L1", "L2", "L3"}
BASELINES = ["vectors", "jaccard", "tfidf", "word-movers", "cca"]


@pytest.fixture
def ask(workbench: Workbench, capsys: pytest.CaptureFixture[str]):
    keep_back(workbench.workspace, {"H1", "L3"}, CONCEPTS - {"H1", "L3"})

    def asked(*words: str) -> dict:
        code = main(["evaluate", *words, "--draws", "200", "--workspace", str(workbench.workspace.folder), "--json"])
        seen = capsys.readouterr()
        assert code == 0, seen.err
        return json.loads(seen.out)

    return asked


@pytest.mark.slow
@pytest.mark.parametrize("task", ["retrieval", "mapping", "coverage", "bm25"])
def test_synonym_tasks_with_baselines(ask, task: str) -> None:
    answer = ask(task, "--terminology", "organs", "--baselines")
    assert [row["encoder"] for row in answer["rows"]] == BASELINES
    assert answer["queries_drawn_from"] == {"coverage": 6}.get(task, 4)
    for row in answer["rows"]:
        assert row["queries"] == answer["queries_drawn_from"] and row["without_vector"] == 0
        for metric in TASKS[task].metrics:
            if row["queries"] < 5:
                assert row[f"{metric} low"] is row[f"{metric} high"] is None
            else:
                assert 0 <= row[f"{metric} low"] <= row[metric] <= row[f"{metric} high"] <= 1
    assert len(answer["differences"]) == 4 * len(TASKS[task].metrics)
    assert {line["first"] for line in answer["differences"]} == {"vectors"}
    for line in answer["differences"]:
        values = {row["encoder"]: row[line["metric"]] for row in answer["rows"]}
        assert line["difference"] == pytest.approx(values["vectors"] - values[line["second"]])


def test_fewer_queries_say_how_many_they_are_of(ask) -> None:
    answer = ask("retrieval", "--terminology", "organs", "--queries", "3", "--seed", "2")
    assert (answer["rows"][0]["queries"], answer["queries_drawn_from"], answer["pool"]) == (3, 4, 17)


@pytest.mark.slow
def test_two_encoders_on_a_task_and_on_judged_pairs(ask, workbench: Workbench, tmp_path: Path, capsys) -> None:
    folder = ["--workspace", str(workbench.workspace.folder), "--json"]
    labels = tmp_path / "labels.csv"
    words = ("pain", "rash", "burn", "cut")
    labels.write_text("".join(f"{what} of {where},{where}\n" for what in words for where in ("hand", "foot")))
    assert main(["label", str(labels), "--set", "sides", *folder]) == 0
    assert main(["train", "--labels", "sides", "--shots", "2", "--set", "encoder.hidden=16", *folder]) == 0
    (model,) = workbench.models.all()
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("heart attack,infarction,9\ngout,asthma,1\nfever,pyrexia,8\ncough,cold,7\nskin,bone,2\n")
    capsys.readouterr()
    answer = ask("relatedness", str(pairs), "--encoder", model.id, "--against", "vectors")
    (line,) = answer["differences"]
    vectors = ask("relatedness", str(pairs))
    assert line["difference"] == pytest.approx(answer["spearman"] - vectors["spearman"])
    assert vectors["low"] <= vectors["spearman"] <= vectors["high"]
    both = ask("mapping", "--terminology", "organs", "--encoder", "vectors", "--against", model.id)
    assert [row["encoder"] for row in both["rows"]] == ["vectors", model.id]


def test_judged_pairs_with_baselines(ask, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("heart attack,attack of the heart,9\ngout,asthma,1\nfever,pyrexia,8\ncough,cold,7\nskin,bone,2\n")
    answer = ask("relatedness", str(pairs), "--baselines")
    rows = {row["encoder"]: row for row in answer["rows"]}
    assert list(rows) == BASELINES[:4] and "CCA" in answer["left_out"][0]
    assert rows["vectors"]["spearman"] == answer["spearman"]
    # Two of four words are shared by one pair, none by the others: ranks 5 and four of 2.5 against 5, 1, 4, 3, 2.
    assert rows["jaccard"]["spearman"] == pytest.approx(5 / (5 * 10) ** 0.5)
    assert rows["jaccard"]["without_vector"] == 0
    assert [line["second"] for line in answer["differences"]] == BASELINES[1:4]
    assert "rows" not in ask("relatedness", str(pairs))


def test_one_pair_only_is_no_error(ask, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("heart attack,infarction,9\n")
    answer = ask("relatedness", str(pairs), "--baselines")
    assert answer["spearman"] is None and {row["spearman"] for row in answer["rows"]} == {None}


@pytest.mark.slow
def test_levels_and_hypernyms(ask, workbench: Workbench, tmp_path: Path, capsys) -> None:
    lines = ["id,name,parents", "T,top,"]
    for a in "abc":
        lines.append(f"{a},{a} kind,T")
        for b in "xyz":
            lines.append(f"{a}{b},{b} sort of {a},{a}")
            lines += [f"{a}{b}{i},{word} {b} {a},{a}{b}" for i, word in enumerate(("old", "new", "red", "odd", "raw"))]
    (tmp_path / "tree.csv").write_text("\n".join(lines) + "\n")
    folder = ["--workspace", str(workbench.workspace.folder), "--json"]
    assert main(["import", str(tmp_path / "tree.csv"), "--name", "tree", *folder]) == 0
    capsys.readouterr()
    for task, metric in (("levels", "map"), ("hypernyms", "mrr")):
        answer = ask(task, "--terminology", "tree", "--root", "T", "--levels", "2", "--baselines")
        assert [row["encoder"] for row in answer["rows"]] == BASELINES
        assert answer["classes"] == {"1": 3, "2": 9}
        for row in answer["rows"]:
            assert row["queries"] > 0 and 0 < row[f"{metric} level 2"] <= 1 and 0 < row[f"{metric} level 1"] <= 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["retrieval", "--terminology", "no"], "no"),
        (["retrieval", "--terminology", "organs", "--queries", "0"], "at least 1"),
        (["mapping", "--terminology", "organs", "--encoder", "nobody"], "nobody"),
        (["levels", "--terminology", "organs", "--root", "none"], "none"),
    ],
)
def test_what_cannot_be_measured_is_said(workbench: Workbench, capsys, words: list[str], said: str) -> None:
    keep_back(workbench.workspace, {"H1"}, CONCEPTS - {"H1"})
    assert main(["evaluate", *words, "--workspace", str(workbench.workspace.folder), "--json"]) == 2
    seen = capsys.readouterr()
    assert seen.out == "" and said in seen.err and "Traceback" not in seen.err


def test_a_terminology_with_nothing_held_out(workbench: Workbench, capsys) -> None:
    keep_back(workbench.workspace, set(), CONCEPTS)
    folder = ["--workspace", str(workbench.workspace.folder)]
    assert main(["evaluate", "coverage", "--terminology", "organs", *folder]) == 2
    assert "no held-out concept with two exact names" in capsys.readouterr().err


def test_names_with_their_ids_are_asked_of_the_current_encoder(ask, tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name,right\nheart attack,H1\nlung infections,L2|L1\ncardiac failure,L3\nL1,L1\nzzz,H\n")
    errors = tmp_path / "errors.tsv"
    answer = ask("mapping", str(names), "--ids", "right", "--terminology", "organs", "--errors", str(errors))
    plainly = tmp_path / "plainly.csv"
    plainly.write_text(names.read_text(encoding="utf-8").replace("right", "ids", 1), encoding="utf-8")
    alike = ask("mapping", str(plainly), "--terminology", "organs")  # the column that the help names was not there
    assert alike["exact_at_1"] == answer["exact_at_1"]
    assert (answer["terminology"], answer["encoder"], answer["queries"]) == ("organs", "vectors", 5)
    for metric in ("exact_at_1", "exact_at_5", "category_at_1", "category_at_5", "near_at_1", "mrr"):
        found = answer[metric]
        assert 0 <= found["low"] <= found["value"] <= found["high"] <= 1, metric
    assert answer["exact_at_1"]["value"] == pytest.approx(3 / 5) and 0 <= answer["ece"]["value"] <= 1
    assert sum(answer["causes"].values()) == 2 and len(errors.read_text(encoding="utf-8").splitlines()) == 3


def test_options_of_a_file_of_names_need_one(workbench: Workbench, tmp_path: Path, capsys) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name,organs\nheart attack,H1\n")
    folder = ["--terminology", "organs", "--workspace", str(workbench.workspace.folder)]
    for line, words in (
        (["--ids", "x"], "about a FILE"),
        ([str(names), "--baselines"], "of one encoder"),
        ([str(names), "--queries", "5"], "of one encoder"),
        ([str(names), "--row", "x"], "--out"),
        ([str(names), "--draws", "0"], "x>=1"),
        ([str(tmp_path / "no.csv")], "There is no file"),
    ):
        assert main(["evaluate", "mapping", *line, *folder]) == 2
        assert words in capsys.readouterr().err


def test_names_typed_otherwise_are_asked_of_the_current_encoder(ask, tmp_path: Path) -> None:
    names, written = tmp_path / "names.csv", tmp_path / "lost.tsv"
    names.write_text("name,organs\nheart attack,H1\nlung infections,L2|L1\nzzz,H\n")
    line = ["--terminology", "organs", "--lost", str(written), "--out", str(tmp_path / "page")]
    answer = ask("rewording", str(names), str(names), *line)
    assert (answer["names"], answer["right"], answer["encoder"]) == (3, 2, "vectors")
    introduced = answer["manners"]["Dx: {}"]
    assert introduced["names"] == 2 and introduced["value"] == 1
    lost = sum(round(one["names"] * (1 - one["value"])) for one in answer["manners"].values())
    assert len(written.read_text(encoding="utf-8").splitlines()) == 1 + lost
    page = (tmp_path / "page" / "rewording.md").read_text(encoding="utf-8")
    assert "lost.tsv" not in (tmp_path / "page" / "rewording.json").read_text(encoding="utf-8")
    assert "organs, 2 of 3 names right" in page and "| Dx: {} | 1.000" in page
    again = ask("rewording", str(names), "--names", "1", *line)
    assert again["names"] == 1
    assert "of 1 names right" in (tmp_path / "page" / "rewording.md").read_text(encoding="utf-8")


def test_a_shipped_set_of_pairs_is_found_by_its_name(ask, workbench: Workbench) -> None:
    assert workbench.evaluation.relatedness_sets() == ["mayosrs", "umnsrs_relatedness", "umnsrs_similarity"]
    assert ask("relatedness", "mayosrs")["pairs"] == 101


def test_a_set_of_pairs_is_kept_by_its_name_and_with_its_columns(ask, workbench: Workbench, tmp_path: Path) -> None:
    """A shipped set was measured and then failed; chosen columns were forgotten, here and in the set that was kept."""
    ask("relatedness", "mayosrs", "--keep", "mine")
    assert ask("relatedness", "mine") == ask("relatedness", "mayosrs")
    pairs = tmp_path / "pairs.csv"
    pairs.write_text('rated,one,other\n1,"heart, left",lung\n9,asthma,bronchial asthma\n', encoding="utf-8")
    (workbench.workspace.folder / "relatedness" / "mine.csv").write_text("a,b,1\n", encoding="utf-8")
    answer = ask("relatedness", str(pairs), "--columns", "one", "other", "rated", "--keep", "mine")
    assert answer["pairs"] == 2 and ask("relatedness", "mine") == answer
    assert "mine" in workbench.evaluation.relatedness_sets()


def test_a_set_that_cannot_be_written_whole_leaves_the_one_before(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench.evaluation.add_relatedness_set(Path("mayosrs"), "mine")

    def full(*given: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("engine.workspace.sync_file", full)
    with pytest.raises(OSError, match="full"):
        workbench.evaluation.add_relatedness_set(Path("umnsrs_similarity"), "mine")
    assert workbench.evaluation.relatedness(Path("mine"))["pairs"] == 101
    assert [path.name for path in (workbench.workspace.folder / "relatedness").iterdir()] == ["mine.tsv"]
