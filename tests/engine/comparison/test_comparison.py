"""Encoders side by side: bootstraps by hand, what moved, branches, words, names asked, and the report."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from engine.comparison.bootstrap import correlated, side_by_side
from engine.comparison.branches import branch_rows
from engine.comparison.pasted_names import names_from
from engine.comparison.rank_changes import rank_changes
from engine.comparison.records import Comparison
from engine.comparison.report import report
from engine.comparison.scores import questions
from engine.comparison.words import branch_stands, cells_of, signed, signed_interval, stands
from engine.errors import BadInput
from engine.evaluation.calibration_error import expected_calibration_error
from engine.jobs import worker
from engine.metrics import significance
from engine.models.open import open_encoder
from engine.retrieval.indexes import Indexes
from engine.retrieval.searchable import make_searchable
from engine.terminology.importing import import_file
from engine.terminology.lookup import find
from engine.workbench import Workbench
from store.edits import Change
from tests.conftest import CODES
from tests.salted import keep_back

NASTY = '<script>alert(1)</script> & "quoted"'
A = np.array([0.0, 1.0, 0.5, np.nan, 0.25, 1.0, 0.0])
B = np.array([0.5, 1.0, 1.0, 0.5, 0.25, 0.0, 1.0])


def test_two_values_by_hand() -> None:
    """Of five queries one gains 1: a resample misses it with a chance of (4/5)^5."""
    b = np.array([1.0, 0.0, 0.0, 0.0, 0.0])
    counted, values, less = side_by_side({"a": np.zeros(5), "b": b}, draws=40_000)
    assert counted == 5 and values["b"]["value"] == 0.2
    assert (less["b"]["difference"], less["b"]["low"], less["b"]["high"]) == pytest.approx((0.2, 0.0, 0.6))
    assert less["b"]["p"] == pytest.approx(2 * 0.8**5, abs=0.02)


def test_four_queries_have_a_difference_and_no_interval() -> None:
    counted, values, less = side_by_side({"a": np.zeros(4), "b": np.ones(4)})
    assert (counted, values["b"]) == (4, {"value": 1.0, "low": None, "high": None})
    assert less["b"] == {"difference": 1.0, "low": None, "high": None, "p": None}
    assert signed_interval(less["b"]) == "+1.000, too few for an interval"
    assert correlated({"a": np.arange(4), "b": -np.arange(4)}, np.arange(4))[2]["b"] == {
        "difference": -2.0,
        "low": None,
        "high": None,
        "p": None,
    }


def test_many_encoders_have_the_numbers_of_each_pair() -> None:
    counted, values, less = side_by_side({"a": A, "b": B, "c": A / 2}, draws=500, seed=3)
    known = ~np.isnan(A)
    assert counted == known.sum() == 6
    assert values["b"] == pytest.approx(significance.mean_interval(B[known], 500, 3))
    assert less["b"] == pytest.approx(significance.paired_bootstrap(B, A, 500, 3))
    assert less["c"] == pytest.approx(significance.paired_bootstrap(A / 2, A, 500, 3))


def test_correlations_have_the_numbers_of_each_pair() -> None:
    rng = np.random.default_rng(1)
    judged, a, b = rng.random((3, 30))
    counted, values, less = correlated({"a": a, "b": b}, judged, 300, 2)
    assert counted == 30
    assert values["a"] == pytest.approx(significance.spearman_interval(a, judged, 300, 2))
    assert less["b"] == pytest.approx(significance.paired_spearman(b, a, judged, 300, 2))


def test_nothing_asked_is_nothing_known() -> None:
    assert side_by_side({"a": np.array([np.nan])})[1]["a"] == {"value": None, "low": None, "high": None}


def test_branches_stand_by_what_the_last_encoder_gained() -> None:
    places = {"lost": np.arange(0, 12), "won": np.arange(12, 24), "few": np.arange(24, 29)}
    before = np.full(29, 0.5)
    after = np.concatenate([np.full(12, 0.25), np.full(12, 1.0), np.full(5, 0.75)])
    rows = branch_rows([(key, key.title(), at) for key, at in places.items()], {"a": before, "b": after})
    assert [(row["id"], row["queries"], branch_stands(row, "b")) for row in rows] == [
        ("won", 12, 1),
        ("few", 5, 0),  # five names say nothing, whatever their interval
        ("lost", 12, -1),
    ]
    assert stands(rows[1]["differences"]["b"]) == 1


def test_moves_are_measured_on_a_doubling_scale(workbench: Workbench) -> None:
    organs = find(workbench.workspace, "organs")
    texts, codes = ["w", "x", "y", "z", "n"], ["H1", "H2", "H3", "L1", "L2"]
    first = {"a": np.array([2.0, 8, 3, 1, 5]), "b": np.array([1.0, 5, 3, 9, 0])}  # 0 is not found
    found = rank_changes(workbench.workspace, organs, texts, codes, first)["b"]
    assert (found["better"], found["worse"], found["same"]) == (2, 2, 1)
    assert [row["name"] for row in found["wins"]] == ["w", "x"]  # from 2 to 1 is more than from 8 to 5
    assert [row["name"] for row in found["losses"]] == ["z", "n"]
    assert (
        found["wins"][0]["ranks"] == {"a": 2, "b": 1} and found["wins"][0]["preferred_name"] == "Myocardial infarction"
    )


def made() -> Comparison:
    """A comparison of three encoders; names and titles are untrusted."""
    value = {"value": 0.3, "low": 0.2, "high": 0.4}
    gain = {"difference": 0.1, "low": 0.05, "high": 0.15, "p": 0.0002}
    none = {"difference": -0.01, "low": -0.05, "high": 0.03, "p": 0.6}
    row = {"queries": 40, "values": {"a": value, "b": value, "c": value}, "differences": {"b": gain, "c": none}}
    ranks = {"name": NASTY, "concept_id": "H1", "preferred_name": "Heart", "ranks": {"a": 9, "b": 1, "c": 0}}
    moved = {id: {"better": 1, "worse": 0, "same": 39, "wins": [ranks], "losses": []} for id in "bc"}
    task = {**row, "task": "retrieval", "metric": "map"}
    return Comparison(
        list("abc"), dict.fromkeys("abc", "f" * 64), "organs", "1", 40, 50, 90, [task],
        [{**row, "id": "H", "title": NASTY}], moved, ["Levels: none."], ["b"], "2026-01-02T03:04:05",
        {"a": "Shipped", "b": "Mine <b>", "c": "Other", "organs": "Organs"},
    )  # fmt: skip


def test_one_line_says_who_is_better_by_title() -> None:
    assert made().summary == (
        "Against Shipped (mAP 0.300), on 40 held-out names of Organs: Mine <b> is better (+0.100, 95 % interval "
        "+0.050 to +0.150) and Other is not certainly different (−0.010, 95 % interval −0.050 to +0.030). Of 1 branch, "
        "Mine <b> gains in 1 and loses in 0 and Other gains in 0 and loses in 0."
    )
    assert "nothing to compare" in replace(made(), tasks=[]).summary


class Elements(HTMLParser):
    """What a page asks for beyond itself, and its tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.asks: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.asks += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data")]


def test_the_report_needs_nothing_else_and_runs_no_text() -> None:
    text = report(made())
    page = Elements(text)
    assert "script" not in page.tags and "link" not in page.tags
    assert page.asks and all(ask.startswith("#") for ask in page.asks)
    assert not re.search(r"url\(|@import|https?://", text)
    assert "&lt;script&gt;" in text and "Mine &lt;b&gt;" in text and "f" * 64 in text
    assert text.count('role="img"') == 4 and "@media print" in text  # two differences of a task, two of a branch
    assert "flatter it" in text


def test_a_name_asked_of_two_encoders(workbench: Workbench) -> None:
    workbench.vectors.fit_spelling("spelling", ["organs"])
    found = workbench.comparison.ranks("heart attack", ["vectors", "vectors:spelling"], "organs", top=3)
    assert found.rows[0].concept_id == "H1" and found.rows[0].ranks == {"vectors": 1, "vectors:spelling": 1}
    assert found.shared["vectors:spelling"] + found.lost["vectors:spelling"] == 3
    assert found.lost == found.brought
    assert found.summary({}).startswith("Both put Myocardial infarction first")


def test_a_list_with_known_answers_is_counted(workbench: Workbench) -> None:
    workbench.vectors.fit_spelling("spelling", ["organs"])
    names = workbench.comparison.read_names("heart attack, H1\nlung infection\tL1\ndiabetes, type 2")
    assert names == names_from("heart attack, H1\nlung infection, L1\ndiabetes, type 2")
    assert names == [("heart attack", "H1"), ("lung infection", "L1"), ("diabetes, type 2", "")]
    recipe = {"encoders": ["vectors", "vectors:spelling"], "terminology": "organs", "names": [list(n) for n in names]}
    run = workbench.jobs.queue("compare", "a list", recipe)
    assert workbench.comparison.names_of_run(run) is None
    assert worker.execute(workbench.workspace, run).status == "done"
    found = workbench.comparison.names_of_run(run)
    assert found is not None and found.expected == 2
    accuracy = found.measured()[0]
    assert accuracy["values"]["vectors"]["value"] == 0.5  # “lung infection” is L2
    by_metric = {row["metric"]: row["values"]["vectors"]["value"] for row in found.measured()}
    assert by_metric["category"] == 1 and by_metric["among five"] == 1  # L1 is of the lungs too
    assert by_metric["near"] == 0.5
    assert found.same_first("vectors:spelling") >= 2 and "Of 3 names" in found.summary()
    *_, ece = found.measured()
    given = np.array([row["probability"]["vectors"] for row in found.rows[:2]])
    expected = expected_calibration_error(given, np.array([1.0, 0.0]))
    assert (ece["metric"], ece["queries"], ece["values"]["vectors"]["value"]) == ("ece", 2, pytest.approx(expected))
    before = [{key: value for key, value in row.items() if key != "probability"} for row in found.rows]
    assert replace(found, rows=before).measured()[-1]["metric"] == "mrr"  # a run of before this was kept


def test_of_calibration_errors_the_lesser_is_best() -> None:
    row = {"task": "mapping", "metric": "ece", "values": {"a": {"value": 0.02}, "b": {"value": 0.1}}, "differences": {}}
    assert [cell["best"] for cell in cells_of(row, ["a", "b"], lambda row, id: 0, 1.0)] == [True, False]
    higher = row | {"metric": "mrr"}
    assert [cell["best"] for cell in cells_of(higher, ["a", "b"], lambda row, id: 0, 1.0)] == [False, True]


@pytest.mark.parametrize(("value", "told"), [(0.031, "+0.031"), (-0.0021, "−0.002"), (-0.0001, "0.000")])
def test_a_difference_that_is_nothing_has_no_minus(value: float, told: str) -> None:
    """“−0.000” stood there."""
    assert signed(value) == told


@pytest.mark.slow
def test_every_held_out_task_is_compared_with_the_numbers_of_the_evaluation(workbench: Workbench) -> None:
    held = ("H1", "L3")
    keep_back(workbench.workspace, held, [code for code in CODES if code not in held])
    workbench.vectors.fit_spelling("spelling", ["organs"])
    ids = ["vectors", "vectors:spelling"]
    assert "differs by " in workbench.comparison.measure(ids, "organs").summary
    found = {(row["task"], row["metric"]): row for row in workbench.comparison.measure(ids, "organs").tasks}
    asked = (("retrieval", "map"), ("retrieval", "accuracy"), ("coverage", "coverage@10"), ("bm25", "map"))
    assert set(found) >= set(asked)
    for task, metric in asked:
        less = found[task, metric]["differences"]["vectors:spelling"]
        assert less["difference"] is not None
        assert (less["low"] is None) == (found[task, metric]["queries"] < 5)
        evaluated = "mapping" if metric == "accuracy" else task
        for row in workbench.evaluation.measure(evaluated, "organs", ids, draws=10)["rows"]:
            value = found[task, metric]["values"][row["encoder"]]["value"]
            assert value == pytest.approx(row[metric], abs=1e-5), (task, row)


def test_what_cannot_be_compared_says_so(workbench: Workbench) -> None:
    with pytest.raises(BadInput, match="two to four"):
        workbench.comparison.start(["vectors"], "organs")
    with pytest.raises(BadInput, match="no name"):
        workbench.comparison.start_names([("  ", "")], ["vectors", "vectors:x"], "organs")
    with pytest.raises(BadInput, match=r"Name 2 of the list, “zzz.*”, has 2,001 characters; a name has at most"):
        workbench.comparison.start_names([("fever", ""), ("z" * 2_001, "")], ["vectors", "vectors:x"], "organs")


@pytest.mark.slow
def test_a_terminology_without_held_out_names_is_said_to_have_none(workbench: Workbench) -> None:
    workbench.vectors.fit_spelling("spelling", ["organs"])
    found = workbench.comparison.measure(["vectors", "vectors:spelling"], "organs")
    assert {row["task"].split()[0] for row in found.tasks} == {"relatedness"} and len(found.left_out) == 2
    assert workbench.comparison.measured(["vectors", "vectors:spelling"], "organs") == found


def test_a_table_of_names_gives_the_ids_of_the_terminology(workbench: Workbench) -> None:
    table = "source_id\tname\tother\torgans\nM:1\theart attack\tX1\tH1|H2\n\tasthma\tX2\tL1\n"
    assert names_from(table, "organs") == [("heart attack", "H1|H2"), ("asthma", "L1")]
    assert names_from(table)[0] == ("heart attack", "X1")
    shipped = workbench.comparison.shipped_names()["everyday_icd10cm"]
    assert names_from("name;ids\nkidney stones;N20.0\n") == [("kidney stones", "N20.0")]  # as many spreadsheets write
    assert names_from("kidney stones; N20.0\nfever") == [("kidney stones", "N20.0"), ("fever", "")]
    assert ("heart attack, old", "") not in names_from(shipped) and ("TIA", "G45.9|G45") in names_from(shipped)
    workbench.vectors.fit_spelling("spelling", ["organs"])
    ids = ["vectors", "vectors:spelling"]
    *_, finished = workbench.comparison.rank_names(names_from(table, "organs"), ids, "organs")
    found = workbench.comparison.names_from_result(finished.result)
    assert [row["ranks"]["vectors"] for row in found.rows] == [1, 1] and found.rows[0]["category"]["vectors"] is True
    assert [row["near"]["vectors"] for row in found.rows] == [True, True]
    *_, finished = workbench.comparison.rank_names([("heart attack", "H"), ("asthma", "R")], ids, "organs")
    near = [row["near"]["vectors"] for row in workbench.comparison.names_from_result(finished.result).rows]
    assert near == [True, False]  # H1 stands below H; L1 below L, which R is above


def test_ids_that_are_not_there_and_names_that_nothing_is_found_for_are_no_answers(workbench: Workbench) -> None:
    """A mistyped id counted as an error of the encoders, and what neither finds as the same first concept."""
    workbench.vectors.fit_spelling("spelling", ["organs"])
    workbench.edits.apply([Change("withdraw", "organs", "L3", "Dyspnoea", kind="concept")], "ann")
    names = [("heart attack", "H1"), ("asthma", "L1.99|X"), ("short of breath", "L3"), ("pneumonia", "X1|L2")]
    *_, finished = workbench.comparison.rank_names(names, ["vectors", "vectors:spelling"], "organs")
    found = workbench.comparison.names_from_result(finished.result)
    assert found.measured()[0]["queries"] == 2 and found.measured()[0]["values"]["vectors"]["value"] == 1
    assert found.summary().endswith(
        " Left out, for no concept in use has the id: L1.99|X of “asthma”, L3 of “short of breath”."
    )
    rows = [row | {"first": {id: [] for id in found.encoders}} for row in found.rows[:1]]
    nothing = replace(found, rows=[*rows, *found.rows[1:]])
    assert nothing.same_first("vectors:spelling") == found.same_first("vectors:spelling") - 1
    assert "; for 1 name no encoder finds any concept." in nothing.summary()


def test_levels_are_asked_of_names_that_people_added_too(workbench: Workbench, tmp_path: Path) -> None:
    """A synonym added to ICD-10-CM, which has no row in the index, ended every later comparison in a KeyError."""
    branches = ("abcdefghij", "ab", "ab", "ab", "abcde")
    places = ["".join(way) for depth in range(6) for way in itertools.product(*branches[:depth])]
    rows = [f"T{place},{' '.join(['growth', *place])},T{place[:-1] if place else ''}" for place in places]
    file = tmp_path / "tree.csv"
    file.write_text("\n".join(["id,name,parents", rows[0].rpartition(",")[0] + ",", *rows[1:]]), encoding="utf-8")
    assert [*import_file(workbench.workspace, {"path": str(file), "name": "tree"}, make_searchable)]
    workbench.edits.apply([Change("add", "tree", "Ta", "water on the knee")], "Ann")
    tree, encoder = find(workbench.workspace, "tree"), open_encoder(workbench.workspace, "vectors")
    (levels,) = [one for one in questions(workbench.workspace, tree).tasks if one.task == "levels"]
    (numbers,) = levels.answer(encoder, lambda: Indexes(workbench.workspace).get(tree, encoder))

    assert "map level 1" in numbers


@pytest.mark.slow
def test_what_was_measured_goes_by_the_name_that_a_terminology_has_now(workbench: Workbench) -> None:
    """It had the short name from before a rename, which has no title any more."""
    keep_back(workbench.workspace, ("H1", "L3"), [code for code in CODES if code not in ("H1", "L3")])
    workbench.vectors.fit_spelling("spelling", ["organs"])
    ids = ["vectors", "vectors:spelling"]
    workbench.comparison.measure(ids, "organs")
    run = workbench.jobs.queue(
        "compare", "a list", {"encoders": ids, "terminology": "organs", "names": [["heart", ""]]}
    )
    assert worker.execute(workbench.workspace, run).status == "done"
    workbench.upkeep.rename("organs", "bodies", "ann")

    found, names = workbench.comparison.measured(ids, "bodies"), workbench.comparison.names_of_run(run)
    assert found is not None and names is not None
    assert (found.terminology, names.terminology) == ("bodies", "bodies")
    assert "held-out names of Organs" in found.summary and names.titles["bodies"] == "Organs"
