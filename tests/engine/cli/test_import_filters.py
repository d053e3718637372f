"""`import` with a date of RF2, languages and sources of the UMLS; each where its format has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.workbench import Workbench
from tests.engine.formats.test_rf2_release import release

LINE = "C{0:07}|{1}|P|L1|PF|S1|Y|A{0}||||{2}|PT|1|{3}|0|N||\n"
MRCONSO = (
    LINE.format(1, "ENG", "MSH", "Heart attack")
    + LINE.format(1, "GER", "MSHGER", "Herzinfarkt")
    + LINE.format(2, "ENG", "ICD10", "Angina")
)


def imported(capsys: pytest.CaptureFixture[str], path: Path, *more: str) -> dict[str, Any]:
    assert main(["import", str(path), "--name", "names", *more, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("more", "concepts", "names"),
    [
        ((), 2, 3),
        (("--language", "ENG"), 2, 2),
        (("--language", "de"), 1, 1),
        (("--source", "MSH", "--source", "MSHGER"), 1, 2),
    ],
)
def test_names_of_a_language_and_of_a_source(
    workbench: Workbench,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    more: tuple[str, ...],
    concepts: int,
    names: int,
) -> None:
    path = tmp_path / "MRCONSO.RRF"
    path.write_text(MRCONSO, encoding="utf-8")

    seen = imported(capsys, path, *more, "--preview")
    assert (seen["concepts"], seen["names"], seen["format"]) == (concepts, names, "umls")
    assert imported(capsys, path, *more)["names"] == names
    assert workbench.terminologies.all()[-1].concepts == concepts


def test_a_full_release_at_a_date(workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    release(tmp_path, "Full")

    assert imported(capsys, tmp_path, "--preview")["concepts"] == 3
    assert imported(capsys, tmp_path, "--date", "20200731")["concepts"] == 2


def test_the_next_release_is_read_by_the_same_filters(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release(tmp_path / "release", "Full")
    path = tmp_path / "MRCONSO.RRF"
    path.write_text(MRCONSO, encoding="utf-8")
    imported(capsys, path, "--source", "MSH")

    coming = imported(capsys, path, "--update", "--language", "ENG", "--preview")
    assert (coming["concepts"], coming["names"], coming["counts"]["added"]) == (2, 2, 1)
    assert imported(capsys, path, "--update", "--language", "ENG", "--who", "ann")["names"] == 2
    at_a_day = ("--update", "--date", "20200731", "--who", "ann")
    assert imported(capsys, tmp_path / "release", *at_a_day)["concepts"] == 2
    assert {one.slug: one.concepts for one in workbench.terminologies.all()}["names"] == 2


@pytest.mark.parametrize(
    ("more", "said"),
    [(("--date", "20200731"), "is not read by date"), (("--source", "MSH"), "is not read by sources")],
)
def test_a_format_without_a_filter_says_so(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], said: str
) -> None:
    path = tmp_path / "terms.csv"
    path.write_text("id,name\n1,Asthma\n", encoding="utf-8")

    assert main(["import", str(path), "--name", "names", *more]) == 2
    assert said in capsys.readouterr().err
    release(tmp_path / "full", "Full")
    assert main(["import", str(tmp_path / "full"), "--name", "names", "--date", "July"]) == 2
    assert "“July” is no date" in capsys.readouterr().err
