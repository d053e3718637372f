"""Relatedness sets: reading them, and the correlation, on values worked by hand."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr

from engine.errors import BadInput, NotFound
from engine.evaluation.judged_sets import PAIRS, chosen_sets
from engine.evaluation.relatedness import JudgedPair, half_of_pair, read_pairs, relatedness, relatedness_outcome
from engine.evaluation.tasks import compared
from engine.metrics.correlation import mean_ranks, spearman
from engine.workbench import Workbench

SETS = Path(__file__).parents[3] / "../shared/data/relatedness"

PLACES = {"heart": (1, 0), "cardiac": (1, 0), "lung": (0, 1), "chest": (1, 1), "zzz": (0, 0)}


def encode(texts):
    rows = np.array([PLACES[text] for text in texts], np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths == 0, 1, lengths)


def test_worked_by_hand():
    pairs = [
        JudgedPair("heart", "cardiac", 9),  # cosine 1
        JudgedPair("heart", "chest", 7),  # cosine 0.71
        JudgedPair("heart", "lung", 8),  # cosine 0, rank 1.5
        JudgedPair("heart", "zzz", 1),  # no vector: 0, rank 1.5
    ]
    result = relatedness(pairs, encode)
    # Ranks 4, 3, 1.5, 1.5 against 4, 2, 3, 1: products add to 3, squares to 4.5 and 5.
    assert result["spearman"] == pytest.approx(3 / np.sqrt(4.5 * 5))
    assert (result["pairs"], result["without_vector"]) == (4, 1)
    assert sum(half["pairs"] for half in result["halves"].values()) == 4


def test_the_interval_holds_the_correlation_and_the_draws_are_seeded():
    rng = np.random.default_rng(3)
    pairs = [JudgedPair(first, second, rng.integers(1, 9)) for first in PLACES for second in PLACES if first < second]
    result = relatedness(pairs, encode)
    assert -1 <= result["low"] < result["spearman"] < result["high"] <= 1
    assert relatedness(pairs, encode) == result
    assert relatedness(pairs, encode, seed=1)["low"] != result["low"]
    outcome = relatedness_outcome(pairs, encode)
    assert outcome.values()["spearman"] == result["spearman"] and outcome.silent == result["without_vector"] == 4
    assert compared(outcome, outcome)["spearman"]["difference"] == 0
    assert outcome.intervals(1_000)["spearman"] == pytest.approx(
        {"value": result["spearman"], "low": result["low"], "high": result["high"]}
    )


def test_an_undefined_correlation_is_none_and_no_pairs_are_no_error():
    assert relatedness([JudgedPair("heart", "lung", 1)], encode)["spearman"] is None
    assert relatedness([JudgedPair("heart", "lung", 1), JudgedPair("heart", "cardiac", 1)], encode)["spearman"] is None
    assert relatedness([], encode)["pairs"] == 0


def test_agrees_with_scipy_with_ties():
    rng = np.random.default_rng(5)
    first, second = rng.integers(0, 8, 200), rng.normal(size=200).round(1)
    assert spearman(first, second) == pytest.approx(spearmanr(first, second).statistic)
    assert mean_ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist() == [3.5, 1.0, 3.5, 2.0]


def test_the_half_depends_neither_on_order_nor_on_case():
    assert half_of_pair(JudgedPair("Heart", "lung", 1)) == half_of_pair(JudgedPair("LUNG", "heart", 3))
    assert {half_of_pair(JudgedPair(str(i), "x", 0)) for i in range(50)} == {"a", "b"}


def write(folder: Path, text: str, name: str = "pairs.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


WANTED = [JudgedPair("heart, left", "lung", 3.5), JudgedPair("skin", "hair", 2)]


@pytest.mark.parametrize(
    "text",
    [
        '"heart, left",lung,3.5\nskin,hair,2\n',
        'a,b,score\n"heart, left",lung,3.5\n\nskin,hair,2\n',
        "term_1\tterm_2\tscore\nheart, left\tlung\t3.5\nskin\thair\t2\n",
        "\ufeffheart, left\tlung\t3.5\r\nskin\thair\t2\r\n",
        "heart, left;lung;3.5\nskin;hair;2\n",
        'Mean,CUI1,CUI2,TERM1,TERM2\n3.5,C1,C2,"heart, left",lung\n2,C3,C4,skin,hair\n',
    ],
)
def test_reads_csv_and_tsv_with_and_without_header(tmp_path, text):
    assert read_pairs(write(tmp_path, text)) == WANTED


@pytest.mark.parametrize("columns", [("From", "to", "how much"), (3, 4, 1), ("3", "4", "1")])
def test_columns_by_name_and_number(tmp_path, columns):
    path = write(tmp_path, 'how much,id,from,to\n3.5,1,"heart, left",lung\n2,2,skin,hair\n')
    assert read_pairs(path, columns) == WANTED


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "holds no pairs"),
        ("a,b,score\n", "header but no pairs"),
        ("a,b\n", "2 column"),
        ("a,b,1\nc,d,much\ne,,3\ng,h,2\n", r"2 lines are not two terms and a score \(line 2, 3\).*--columns"),
        ("a,b,1\nc,d,nan\n", "line 2"),
    ],
)
def test_bad_files_get_one_sentence(tmp_path, text, says):
    with pytest.raises(BadInput, match=says):
        read_pairs(write(tmp_path, text))


def test_missing_file_unknown_column_and_wrong_encoding(tmp_path):
    with pytest.raises(NotFound, match="relatedness file"):
        read_pairs(tmp_path / "none.csv")
    with pytest.raises(BadInput, match=r"no column “z”.* with --columns"):
        read_pairs(write(tmp_path, "a,b,1\n"), ("a", "b", "z"))
    with pytest.raises(BadInput, match="two terms and a score with --columns"):
        read_pairs(write(tmp_path, "a,b,1\n"), ("a", "b"))
    (tmp_path / "latin.csv").write_bytes("caf\xe9,b,1\n".encode("latin-1"))
    with pytest.raises(BadInput, match="UTF-8"):
        read_pairs(tmp_path / "latin.csv")


@pytest.mark.skipif(not SETS.exists(), reason="the relatedness sets are not beside the project")
def test_the_published_sets_are_read_whole():
    sizes = {path.stem: len(read_pairs(path)) for path in SETS.glob("*.tsv")}
    assert sizes == {"mayosrs": 101, "umnsrs_relatedness": 587, "umnsrs_similarity": 566}


def test_sets_are_named_or_files(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "own.tsv"
    file.write_text("first\tsecond\tscore\n", encoding="utf-8")
    named = chosen_sets(workbench.workspace, [Path("mayosrs"), file])
    assert [one.name for one in named] == ["mayosrs.tsv", "own.tsv"] and all(one.is_file() for one in named)
    assert [one.stem for one in chosen_sets(workbench.workspace, [])] == list(PAIRS)
