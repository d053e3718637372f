"""Reports read back: every table that the project has published becomes cells, and figures of its values."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.experiments import EXPERIMENTS
from engine.experiments.figures import figures
from engine.experiments.reading import ReportTable, read_experiment, sections_of

RESULTS = Path(__file__).parents[3] / "docs" / "results"
PUBLISHED = sorted(path.stem for path in (RESULTS / "data").glob("*.json") if path.stem.startswith(tuple(EXPERIMENTS)))


@pytest.mark.parametrize("stem", PUBLISHED)
def test_a_published_table_is_read_with_its_figures(stem: str, tmp_path: Path) -> None:
    name = next(name for name in EXPERIMENTS if stem.startswith(name))
    shutil.copy(RESULTS / f"{stem}.md", tmp_path / f"{name}.md")
    shutil.copy(RESULTS / "data" / f"{stem}.json", tmp_path / f"{name}.json")
    found = read_experiment(tmp_path, name)
    tables = [part for section in found.sections for part in section.parts if isinstance(part, ReportTable)]
    text = (RESULTS / f"{stem}.md").read_text(encoding="utf-8")
    assert sum(len(table.rows) + 2 for table in tables) == sum(line.startswith("|") for line in text.splitlines())
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    values = [
        one for figure in found.figures for panel in figure.panels.values() for row in panel.values() for one in row
    ]
    assert values and all(one.low is None or one.high is None or one.low <= one.high for one in values)
    assert found.command.startswith(f"python -m engine experiment {name}")


def test_the_curve_stands_first_with_the_vectors_as_a_level_line() -> None:
    rows = json.loads((RESULTS / "data" / "few-shot.json").read_text(encoding="utf-8"))["rows"]
    curve = figures("few-shot", rows)[0]
    lines = curve.panels["MayoSRS"]
    assert [one.x for one in lines["S"]] == [2, 5, 10, 15, 20, 30]
    assert {one.value for one in lines["vectors"]} == {rows[0]["sets"]["mayosrs"]["mean"]}


def test_levels_are_drawn_with_the_gain_and_its_interval() -> None:
    rows = json.loads((RESULTS / "data" / "levels.json").read_text(encoding="utf-8"))["rows"]
    first = figures("levels", rows)[0]
    assert list(first.panels) == ["mAP", "mAP over the vectors"]
    assert "vectors" in first.panels["mAP"] and "vectors" not in first.panels["mAP over the vectors"]
    gain = first.panels["mAP over the vectors"]["DAN level 1"][0]
    assert gain.low is not None and gain.low < gain.value < (gain.high or 0)


def test_a_heading_a_paragraph_of_two_lines_and_a_table() -> None:
    sections = sections_of("# A\n\none\ntwo\n\nthree\n\n## B\n\n### C\n\n| x | y |\n|---|---|\n|  | 2 |\n\nend")
    assert [(one.title, one.parts) for one in sections] == [
        ("A", ["one two", "three"]),
        ("B: C", [ReportTable(["x", "y"], [["", "2"]]), "end"]),
    ]
