"""Ids that differ only in capitals are named, and stay."""

from pathlib import Path

from engine.formats.parsed import Problem
from engine.formats.reading import read_file


def _problems(path: Path, rows: str) -> list[Problem]:
    path.write_text("id,name,status\n" + rows, encoding="utf-8")
    return read_file(path).problems


def test_ids_that_differ_only_in_capitals_are_one_problem(tmp_path: Path) -> None:
    rows = "a1,gout,\nA1,podagra,\nB,cough,\nÉ,fever,\né,pyrexia,\n"
    (found,) = _problems(tmp_path / "t.csv", rows)
    assert (
        found.sentence.startswith("Ids differ only in capitals: a1 and A1, É and é. Each stays") and not found.left_out
    )
    assert len(read_file(tmp_path / "t.csv").concepts) == 5
    many = "".join(f"k{number},low {number},\nK{number},high {number},\n" for number in range(1_500))
    (found,) = _problems(tmp_path / "t.csv", many)
    assert "k0 and K0, k1 and K1, k2 and K2, and 1,497 more." in found.sentence


def test_ids_out_of_use_and_other_ids_are_none(tmp_path: Path) -> None:
    found = _problems(tmp_path / "t.csv", "a1,gout,\nA1,podagra,retired\nA 1,cough,\nA-1,fever,\n")
    assert not [one for one in found if "capitals" in one.sentence]
