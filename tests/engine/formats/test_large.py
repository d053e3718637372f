"""Small settings of what is measured at full size: `python -m tests.engine.formats.large --help`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.events import Progress
from engine.formats.reading import read_file
from engine.jobs import worker
from engine.retrieval import index_files
from engine.workbench import Workbench
from tests.engine.formats.large.metathesaurus import ROWS, write_metathesaurus
from tests.engine.formats.large.rf2_release import Size, write_release

SMALL = Size(1_000, 4_200, 3_400)
NEXT = replace(SMALL, changed=0.02)


def test_a_release_holds_what_it_says(tmp_path: Path) -> None:
    parsed = read_file(write_release(tmp_path, SMALL))
    assert (parsed.live, parsed.distinct_names, parsed.edges, parsed.problems) == (1_000, 4_200, 3_400, [])
    for concept in parsed.concepts:
        full = next(name.text for name in concept.names if name.text.endswith("(disorder)"))
        assert concept.preferred == full.removesuffix(" (disorder)")  # found by either, shown without


def test_a_next_release_changes_what_it_says(tmp_path: Path) -> None:
    old = {one.id: one for one in read_file(write_release(tmp_path / "old", SMALL)).concepts}
    parsed = read_file(write_release(tmp_path / "new", NEXT, "20260731"))
    new = {one.id: one for one in parsed.concepts}
    assert parsed.version == "20260731" and not parsed.problems

    assert (len(new.keys() - old.keys()), old.keys() - new.keys()) == (10, set())  # retired ones stay, out of use
    retired = {one.id: one.replaced_by for one in parsed.concepts if one.obsolete}
    assert len(retired) == 5 and not any(new[code].obsolete for code in retired.values())
    live = [new[code] for code in old if code not in retired]
    assert sum(new[one.id].parents != old[one.id].parents for one in live) == 5
    assert sum(one.preferred.endswith(" as revised") for one in live) == 10
    assert sum(one.names != old[one.id].names for one in live) == 10


@pytest.mark.slow
def test_a_next_release_with_a_fiftieth_changed_encodes_that_alone(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_release(tmp_path / "old", SMALL)
    write_release(tmp_path / "new", NEXT, "20260731")
    made = []
    for folder, more in (("old", ()), ("new", ("--update", "--who", "ann"))):
        words = ("import", str(tmp_path / folder), "--name", "large", *more)
        assert main([*words, "--workspace", str(workbench.workspace.folder), "--json"]) == 0
        seen = capsys.readouterr()
        made.append(json.loads(seen.out))
    old, new = (
        {name.text for one in read_file(tmp_path / part).concepts for name in one.names} for part in ("old", "new")
    )
    assert (made[1]["encoded"], made[1]["encoded"] + made[1]["reused"]) == (len(new - old), made[1]["names"])
    assert 0.015 < made[1]["encoded"] / made[1]["names"] < 0.025
    counted = made[1]["counts"]
    assert (counted["added"], counted["merged"], counted["moved"], counted["renamed"]) == (10, 5, 5, 10)


def test_a_filter_of_the_metathesaurus_passes_three_names_in_ten(tmp_path: Path) -> None:
    path = write_metathesaurus(tmp_path, 500 * ROWS)
    parsed = read_file(path, languages=["ENG"], sources=["SNOMEDCT_US", "MSH", "NCI"])
    assert (parsed.live, parsed.distinct_names, parsed.problems) == (500, 1_500, [])
    assert parsed.edges == sum(len({place // 40, place // 41}) for place in range(1, 500))
    assert {one.notes["Semantic type"][0] for one in parsed.concepts} == {
        "Disease or Syndrome",
        "Neoplastic Process",
        "Injury or Poisoning",
    }
    assert read_file(path).distinct_names == 500 * (ROWS - 1)  # one of ten is suppressed


@pytest.mark.slow
def test_progress_of_an_import_and_of_an_update_never_falls(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shown went back, from 23 % to 14 %, when compact rows began, and again when the names were arranged."""
    monkeypatch.setattr(index_files, "MOST_WITHOUT_COMPACT", 100)
    monkeypatch.setattr(index_files, "MANY", 200)
    small = Size(200, 900, 600)
    release = write_release(tmp_path / "release", small)
    next_one = write_release(tmp_path / "next", replace(small, changed=0.02), "20260731")
    arranging = ["Encoding the names", "Writing compact rows", "Arranging the names", "Choosing how many lists"]
    for path, recipe, stages in (
        (release, {}, ["Reading release", "Counting", "Writing 900 names", "Reading the words", *arranging]),
        (next_one, {"update": True, "who": "ann"}, ["Reading next", "Comparing", *arranging, "Writing 9"]),
    ):
        run = workbench.jobs.queue("import", "Taking in", {"path": str(path), "name": "large", **recipe})
        seen: list[Progress] = []
        assert worker.execute(workbench.workspace, run, seen.append).status == "done"

        shares = [one.step / one.total for one in seen]
        assert shares == sorted(shares) and shares[0] == 0 and 0.95 <= shares[-1] <= 1
        begun = [next(place for place, one in enumerate(seen) if one.message.startswith(what)) for what in stages]
        assert begun == sorted(begun)
