from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import NotFound
from engine.experiments import EXPERIMENTS
from engine.experiments.options import ExperimentOptions
from engine.experiments.pages.results_page import TITLES, collected


def test_every_experiment_has_a_title():
    measured_by_evaluate = {"mapping", "rewording", "map"}
    assert set(TITLES) - measured_by_evaluate == set(EXPERIMENTS)


def test_the_command_says_what_was_asked():
    wanted = ExperimentOptions(
        "levels", seeds=3, hidden=4_800, only=("level 1", "vectors"), file=Path("a/b.obo"), changes=("x=1",)
    )
    assert wanted.command == (
        "python -m engine experiment levels --seeds 3 --set x=1 --only 'level 1' vectors --file b.obo --hidden 4800 "
        "--out DIR"
    )
    assert ExperimentOptions("bne").command == "python -m engine experiment bne --out DIR"


def test_a_page_of_tables_with_their_commands_and_notes(tmp_path):
    with pytest.raises(NotFound, match="holds no results"):
        collected(tmp_path)
    (tmp_path / "about.md").write_text("# Results\n")
    (tmp_path / "bne.md").write_text("# Title\n\n| a |\n|---|\n\n## Part\n")
    (tmp_path / "bne.json").write_text(json.dumps({"command": "do it", "rows": []}))
    (tmp_path / "bne-mine.md").write_text("| b |\n|---|\n")
    (tmp_path / "bne-mine.json").write_text(json.dumps({"command": "do it on mine", "rows": []}))
    (tmp_path / "bne.notes.md").write_text("# BNE: notes\n\nIt works.\n\n## Why\n")
    assert collected(tmp_path) == (
        f"# Results\n\n## {TITLES['bne']}\n\n```\ndo it\n```\n\n| a |\n|---|\n\n### Part\n\n"
        "```\ndo it on mine\n```\n\n| b |\n|---|\n\nIt works.\n\n### Why\n"
    )
