"""Small settings of what is measured at full size: `python -m tests.engine.formats.large --help`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.formats.reading import read_file
from engine.workbench import Workbench
from tests.engine.formats.large.metathesaurus import ROWS, write_metathesaurus
from tests.engine.formats.large.rf2_release import Size, write_release

SMALL = Size(1_000, 4_200, 3_400)


def test_a_release_holds_what_it_says(tmp_path: Path) -> None:
    parsed = read_file(write_release(tmp_path, SMALL))
    assert (parsed.live, parsed.distinct_names, parsed.edges, parsed.problems) == (1_000, 4_200, 3_400, [])
    for concept in parsed.concepts:
        full = next(name.text for name in concept.names if name.text.endswith("(disorder)"))
        assert concept.preferred == full.removesuffix(" (disorder)")  # found by either, shown without


@pytest.mark.slow
def test_a_next_release_with_a_fiftieth_changed_encodes_that_alone(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_release(tmp_path / "old", SMALL)
    write_release(tmp_path / "new", Size(1_000, 4_200, 3_400, changed=0.02), "20260731")
    made = []
    for folder, more in (("old", ()), ("new", ("--update", "--who", "ann"))):
        words = ("import", str(tmp_path / folder), "--name", "large", *more)
        assert main([*words, "--workspace", str(workbench.workspace.folder), "--json"]) == 0
        seen = capsys.readouterr()
        made.append(json.loads(seen.out))
    assert [one["names"] for one in made] == [4_200, 4_200]
    changed = sum("as revised" in name.text for one in read_file(tmp_path / "new").concepts for name in one.names)
    assert (made[1]["encoded"], made[1]["reused"]) == (changed, 4_200 - changed)
    assert 0.015 < changed / 4_200 < 0.025


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


def test_progress_of_an_import_says_how_far_it_is(workbench: Workbench, tmp_path: Path) -> None:
    from engine.events import Progress
    from engine.retrieval.index_building import encode
    from engine.terminology.importing import import_file

    release = write_release(tmp_path / "release", SMALL)
    events = list(import_file(workbench.workspace, {"path": str(release), "name": "large"}, encode))
    steps = [event.step for event in events if isinstance(event, Progress)]
    said = " ".join(event.message for event in events if isinstance(event, Progress))
    assert steps == sorted(steps) and steps[-1] == 100
    for what in ("Reading release", "Counting", "Writing 4,200 names", "Reading the words", "Encoding the names"):
        assert what in said
