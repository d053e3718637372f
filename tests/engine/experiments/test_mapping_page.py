from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.experiments.pages.mapping_page import COLUMNS, add_row


def row(title: str, value: float, name: str = "names") -> dict:
    figures = {metric: {"value": value, "low": value - 0.1, "high": value + 0.1} for metric in COLUMNS}
    about = {"set": name, "row": title, "command": f"evaluate {title}", "terminology": "t", "encoder": "e"}
    return about | {"queries": 1_234} | figures | {"ece": None}


def test_a_row_is_added_or_replaced_in_its_place(tmp_path: Path) -> None:
    out = tmp_path / "results"
    for one in (row("first", 0.5), row("second", 0.6), row("first", 0.7), row("first", 0.2, "others")):
        files = add_row(out, one)
    assert [Path(file).name for file in files] == ["mapping.md", "mapping.json"]
    about = json.loads((out / "mapping.json").read_text(encoding="utf-8"))
    assert [(one["set"], one["row"], one["mrr"]["value"]) for one in about["rows"]] == [
        ("names", "first", 0.7),
        ("names", "second", 0.6),
        ("others", "first", 0.2),
    ]
    page = (out / "mapping.md").read_text(encoding="utf-8")
    assert "## names: 1,234 names, t" in page and "| first | 0.700 (0.600 to 0.800) |" in page


def test_another_file_stays(tmp_path: Path) -> None:
    (tmp_path / "mapping.json").write_text('{"rows": [{"x": 1}]}', encoding="utf-8")
    with pytest.raises(BadInput, match="no table"):
        add_row(tmp_path, row("first", 0.5))
    with pytest.raises(BadInput, match="is a file"):
        add_row(tmp_path / "mapping.json", row("first", 0.5))
