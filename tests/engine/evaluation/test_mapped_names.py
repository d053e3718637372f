from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.evaluation.calibration_error import calibration_interval, expected_calibration_error
from engine.evaluation.judged_sets import NAMES, PAIRS, SHIPPED, names_file
from engine.evaluation.mapped_names import (
    MappedName,
    Nearness,
    answers,
    cause,
    measured,
    read_names,
    scores,
    write_errors,
)
from engine.evaluation.relatedness import read_pairs
from store.records.terminology import Candidate, Ranking

PARENTS = {"I21": ["I20-I25"], "I21.9": ["I21"], "I21.4": ["I21"], "I50": ["I30-I5A"], "I20-I25": ["9"]}
TREE = {"H": ["R"], "H1": ["H"], "H2": ["H"], "L": ["R"], "L1": ["L"]}
KNOWN = {"I21.9": "Acute myocardial infarction", "I50": "Heart failure"}


def answered(ids: str, *found: str, probability: float | None = None):
    candidates = [Candidate(0, 1.0, id, id, id, "", "t", probability=probability) for id in found]
    (one,) = answers([MappedName("x", tuple(ids.split("|")))], lambda text: Ranking(text, "e", tuple(candidates)))
    return one


def test_among_five_are_five_different_concepts() -> None:
    nearness = Nearness(PARENTS)
    seen = answered("I50", "I21", "I21", "I21.9", "A00", "B00", "I50")
    numbers = scores([seen], nearness)
    assert numbers["exact_at_5"].tolist() == [1] and numbers["mrr"].tolist() == [1 / 5]
    assert scores([answered("I50", "I21", "I21.9", "A00", "B00", "C00", "I50")], nearness)["exact_at_5"].tolist() == [0]


def test_category_and_nearness() -> None:
    nearness = Nearness(PARENTS)
    assert nearness.category("I21.9") == "I21" and nearness.category("S72.002A") == "S72"
    other = Nearness(TREE)
    assert [other.category(id) for id in ("H1", "L1", "H", "R")] == ["H", "L", "H", "R"]
    child = scores([answered("I21", "I21.9")], nearness)
    assert (child["exact_at_1"][0], child["category_at_1"][0], child["near_at_1"][0]) == (0, 1, 1)
    sibling = scores([answered("I21.4", "I21.9")], nearness)
    assert (sibling["category_at_1"][0], sibling["near_at_1"][0]) == (1, 0)
    both = scores([answered("I21|I21.9", "I21.9")], nearness)
    assert (both["exact_at_1"][0], both["near_at_1"][0]) == (1, 0)


def test_a_query_without_an_answer_is_wrong() -> None:
    found = [answered("I50"), answered("I50", "I50")]
    values = measured(found, Nearness(PARENTS), 100)
    assert values["queries"] == 2 and values["ece"] is values["ece_by_chance"] is None
    assert [values[metric]["value"] for metric in ("exact_at_1", "exact_at_5", "category_at_5", "mrr")] == [0.5] * 4


def test_causes() -> None:
    nearness = Nearness(PARENTS)
    assert cause(answered("I21.9"), nearness, KNOWN) == "no answer"
    assert cause(answered("Z99.9", "I21.9"), nearness, KNOWN) == "given id not in the terminology"
    assert cause(answered("I21.9", "A00", "I21.9"), nearness, KNOWN) == "right one at rank 2"
    assert cause(answered("I21.9", "I21"), nearness, KNOWN) == "parent or child of the right one"
    assert cause(answered("I21.9", "I21.4"), nearness, KNOWN) == "right category, other concept"
    assert cause(answered("I21.9", "A00"), nearness, KNOWN) == "right one not among the candidates"


def test_misses_are_written_with_what_was_answered(tmp_path: Path) -> None:
    found = [answered("I21.9", "I21.9"), answered("I50|I50.9", "A00", "I50"), answered("I50", "A00")]
    causes = write_errors(tmp_path / "errors.tsv", found, Nearness(PARENTS), KNOWN)
    assert causes == {"right one at rank 2": 1, "right one not among the candidates": 1}
    with (tmp_path / "errors.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [row["given"] for row in rows] == ["I50|I50.9", "I50"]
    assert rows[0]["answers"] == "A00 A00 | I50 I50" and rows[0]["given name"] == "Heart failure"


def test_calibration_is_the_gap_of_as_many_bins_as_rise() -> None:
    given = np.repeat([0.2, 0.9], 50)
    right = np.concatenate([np.repeat([1.0, 0.0], [20, 30]), np.repeat([1.0, 0.0], [45, 5])])
    assert expected_calibration_error(given, right[::-1].copy()) == pytest.approx(abs(0.65 - 0.55))  # one bin: it falls
    rising = np.concatenate([np.tile([1.0, 0.0, 0.0, 1.0, 0.0], 10), np.repeat([0.0, 1.0], [5, 45])])
    assert expected_calibration_error(given, rising) == pytest.approx((0.2 + 0) / 2, abs=0.05)
    assert expected_calibration_error(np.array([0.3]), np.array([1.0])) == pytest.approx(0.7)
    interval = calibration_interval(np.full(400, 0.5), np.tile([0.0, 1.0], 200), 100)
    assert interval["value"] == pytest.approx(0) and interval["low"] == interval["value"] < interval["high"] < 0.15
    found = [answered("I50", "I50", probability=0.75), answered("I50", "A00", probability=0.25)]
    values = measured(found, Nearness(PARENTS), 10)
    assert values["ece"]["value"] == pytest.approx(0.25) and 0 < values["ece_by_chance"]["value"] < 0.75
    assert measured([*found, answered("I50", "I50")], Nearness(PARENTS), 10)["ece"] is None


def test_reading_and_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    file = tmp_path / "names.csv"
    file.write_text('name,code,source_id\n"cancer, lung",C34|C34.9,M:1\nflu,J11,M:2\n', encoding="utf-8")
    assert read_names(file, "code")[0] == MappedName("cancer, lung", ("C34", "C34.9"), "M:1")
    with pytest.raises(BadInput, match="no column “icd”; it has name, code, source_id"):
        read_names(file, "icd")
    file.write_text("name\tcode\nflu\t\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 2 lacks"):
        read_names(file, "code")
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="UTF-8"):
        read_names(file, "code")
    with pytest.raises(NotFound, match="no file"):
        read_names(tmp_path / "missing.tsv", "code")


def test_halves_are_of_sources() -> None:
    halves = {MappedName(f"name {n}", ("X",), f"MONDO:{n // 2:07d}").half for n in range(2)}
    assert len(halves) == 1
    assert MappedName("x", ("A",), "MONDO:0000309").half == MappedName("y", ("B",), "MONDO:0000309").half


def test_the_shipped_sets_are_whole() -> None:
    assert [len(read_pairs(SHIPPED / f"{name}.tsv")) for name in PAIRS] == [101, 587, 566]
    sets = [{one.name.lower() for one in read_names(names_file(Path(name)), name.split("_")[-1])} for name in NAMES]
    assert [len(names) for names in sets] == [
        686,
        142,
        133,
        111,
        228,
        125,
        1664,
        202,
        140,
        298,
        150,
        120,
        260,
        260,
        220,
        443,
        451,
        1112,
        320,
        300,
        407,
        134,
        251,
        114,
        177,
        262,
        319,
        672,
        174,
        520,
        260,
        260,
        160,
        220,
        269,
        154,
        150,
        177,
        206,
        107,
        114,
        253,
        312,
        663,
        167,
        217,
    ]
    assert len(set().union(*sets[:4])) == 686 + 142 + 133 + 111


def test_each_finding_of_a_list_is_looked_for_among_as_many_first_concepts(tmp_path: Path) -> None:
    file = tmp_path / "lists.tsv"
    file.write_text("name\tids\nhtn, chf, mi\tI10;I50|I50.9;I21.9\nchf\tI50|I50.9\n", encoding="utf-8")
    several, one = read_names(file, "ids")
    assert several.ids == ("I10", "I50", "I50.9", "I21.9") and one.findings == ()
    assert several.findings == ({"I10"}, {"I50", "I50.9"}, {"I21.9"})
    rankings = {
        "htn, chf, mi": Ranking(
            "", "e", tuple(Candidate(0, 1.0, id, id, id, "", "t") for id in ("I50", "A", "I10", "I21.9"))
        ),
        "chf": Ranking("", "e", (Candidate(0, 1.0, "I50", "I50", "I50", "", "t"),)),
    }
    values = measured([*answers([several, one], rankings.__getitem__)], Nearness(PARENTS), 100)
    assert values["findings"] == 3 and values["findings_found"]["value"] == pytest.approx(2 / 3)
    assert values["lists_whole"]["value"] == 0
    assert "findings" not in measured([*answers([one], rankings.__getitem__)], Nearness(PARENTS), 100)


def test_the_problem_lists_that_ship_have_several_findings_each() -> None:
    for name, texts in (("everyday_problem_lists_icd10cm", 150), ("everyday_problem_lists_later_icd10cm", 120)):
        lists = read_names(names_file(Path(name)), "icd10cm")
        assert len(lists) == texts and all(len(one.findings) > 1 for one in lists)
