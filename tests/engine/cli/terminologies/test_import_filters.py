"""`import` with a date and modules of RF2, languages, sources and groups of the UMLS; each where its format has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.formats.releases.semantic_groups import TITLES, TYPES, group_of
from engine.workbench import Workbench
from tests.engine.formats.rf2.test_rf2_modules import CORE, NORTH, OTHER, edition
from tests.engine.formats.rf2.test_rf2_release import release

LINE = "C{0:07}|{1}|P|L1|PF|S1|Y|A{0}||||{2}|PT|1|{3}|0|N||\n"
MRCONSO = (
    LINE.format(1, "ENG", "MSH", "Heart attack")
    + LINE.format(1, "GER", "MSHGER", "Herzinfarkt")
    + LINE.format(2, "ENG", "ICD10", "Angina")
    + LINE.format(3, "ENG", "MSH", "Aspirin")
    + LINE.format(3, "ENG", "MSH", "Acetylsalicylate, old").replace("|N|", "|O|")
)
MRSTY = "".join(
    f"C000000{number}|{kind}|B2.2|{title}|AT1||\n"
    for number, kind, title in (
        (1, "T047", "Disease or Syndrome"),
        (2, "T184", "Sign or Symptom"),
        (3, "T121", "Pharmacologic Substance"),
    )
)
COUNTED = {
    "languages": {"ENG": 3, "GER": 1},
    "sources": {"MSH": 2, "MSHGER": 1, "ICD10": 1},
    "groups": {"DISO": 3, "CHEM": 1},
    "suppressed": {"O": 1},
}


def metathesaurus(folder: Path) -> Path:
    """MRCONSO in the folder, with MRSTY beside it."""
    path = folder / "MRCONSO.RRF"
    path.write_text(MRCONSO, encoding="utf-8")
    (folder / "MRSTY.RRF").write_text(MRSTY, encoding="utf-8")
    return path


def imported(capsys: pytest.CaptureFixture[str], path: Path, *more: str, name: str = "names") -> dict[str, Any]:
    assert main(["import", str(path), "--name", name, *more, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("more", "concepts", "names"),
    [
        ((), 3, 4),
        (("--language", "ENG"), 3, 3),
        (("--language", "de"), 1, 1),
        (("--source", "MSH", "--source", "MSHGER"), 2, 3),
        (("--group", "CHEM"), 1, 1),
        (("--group", "CHEM", "--suppressed"), 1, 2),
        (("--group", "DISO", "--group", "CHEM", "--source", "ICD10"), 1, 1),
    ],
)
def test_names_of_a_language_a_source_and_a_group(
    workbench: Workbench,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    more: tuple[str, ...],
    concepts: int,
    names: int,
) -> None:
    path = metathesaurus(tmp_path)

    seen = imported(capsys, path, *more, "--preview")
    assert seen["filters"] == COUNTED
    assert (seen["concepts"], seen["names"], seen["format"]) == (concepts, names, "umls")
    assert imported(capsys, path, *more)["names"] == names
    assert workbench.terminologies.all()[-1].concepts == concepts


@pytest.mark.parametrize(("group", "said"), [("PEST", "no semantic group “PEST”"), ("DISO", "no MRSTY or RXNSTY")])
def test_a_group_that_nobody_can_tell(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str], group: str, said: str
) -> None:
    path = metathesaurus(tmp_path)
    (tmp_path / "MRSTY.RRF").unlink()

    assert main(["import", str(path), "--name", "names", "--group", group]) == 2
    assert said in capsys.readouterr().err


def test_every_semantic_type_is_in_one_group() -> None:
    numbers = [number for types in TYPES.values() for number in types.split()]

    assert len(numbers) == len(set(numbers)) == 136
    assert set(TYPES) == set(TITLES)
    assert (group_of("T047"), group_of("T121"), group_of("T999")) == ("DISO", "CHEM", "")


def test_a_full_release_at_a_date(workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    release(tmp_path, "Full")

    assert imported(capsys, tmp_path, "--preview")["concepts"] == 3
    assert imported(capsys, tmp_path, "--date", "20200731")["concepts"] == 2


def test_modules_of_a_release_and_of_the_next(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, both = edition(tmp_path / "edition"), ("--module", CORE, "--module", NORTH)

    seen = imported(capsys, folder, "--module", NORTH, "--preview")
    assert {one["id"]: (one["title"], one["concepts"], one["names"]) for one in seen["modules"]} == {
        CORE: ("SNOMED CT core module", 2, 4),
        NORTH: ("Northern module", 3, 4),
        OTHER: ("", 1, 1),
    }
    assert (seen["concepts"], seen["names"], seen["skipped"]) == (3, 4, 2)
    assert imported(capsys, folder, "--module", NORTH)["names"] == 4
    made = imported(capsys, folder, *both, "--update", "--who", "ann")
    assert (made["concepts"], made["names"], made["problems"]) == (5, 8, [])
    assert (made["encoded"], made["reused"]) == (4, 4)


def test_the_next_release_is_read_by_the_same_filters(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release(tmp_path / "release", "Full")
    path = metathesaurus(tmp_path)
    imported(capsys, path, "--source", "MSH")

    coming = imported(capsys, path, "--update", "--language", "ENG", "--preview")
    assert (coming["concepts"], coming["names"], coming["counts"]["added"]) == (3, 3, 1)
    assert imported(capsys, path, "--update", "--language", "ENG", "--who", "ann")["names"] == 3
    assert imported(capsys, tmp_path / "release", name="snomed")["concepts"] == 3
    at_a_day = ("--update", "--date", "20200731", "--who", "ann")
    assert imported(capsys, tmp_path / "release", *at_a_day, name="snomed")["concepts"] == 2
    assert {one.slug: one.concepts for one in workbench.terminologies.all()}["snomed"] == 2


def test_clean_counts_what_it_takes_out_and_a_preview_what_it_would(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "terms.csv"
    path.write_text("id,name,synonyms\n1,Asthma (disorder),Asthma  nervosa|Asthma\n", encoding="utf-8")
    seen = imported(capsys, path, "--preview")
    assert (seen["names"], seen["cleanable"]) == (3, {"marks": 1, "blanks": 1}) and "cleaned" not in seen
    clean = imported(capsys, path, "--clean", "--preview")
    assert (clean["names"], clean["cleaned"]) == (2, seen["cleanable"])
    assert imported(capsys, path, "--clean", "--who", "ann") == clean


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--date", "20200731"), "is not read by date"),
        (("--module", "1"), "is not read by modules"),
        (("--source", "MSH"), "is not read by sources"),
    ],
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


def test_a_filter_that_lets_nothing_through_is_named(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It said to check the format and the columns."""
    path = metathesaurus(tmp_path)
    assert main(["import", str(path), "--name", "names", "--language", "FRE", "--source", "MSH"]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert "it was read by languages “FRE” and sources “MSH”: leave that out, or see what there is with" in last
