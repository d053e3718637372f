"""`concept` on a small classification."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.workbench import Workbench
from tests.coded import with_codes


@pytest.mark.parametrize("typed", ["I20.9", "I209", "i20.9", "i20 9"])
def test_a_code_is_understood_in_every_spelling_that_a_ranking_takes(
    run, workbench: Workbench, tmp_path: Path, typed: str
) -> None:
    """Without its point there was no such concept."""
    with_codes(workbench, tmp_path)
    assert run("concept", typed, "--terminology", "codes")["concept"]["id"] == "I20.9"


def test_what_no_concept_has_is_told_as_it_was_typed(refusal, workbench: Workbench, tmp_path: Path) -> None:
    with_codes(workbench, tmp_path)
    assert "no concept “Z999”" in refusal("concept", "Z999", "--terminology", "codes")
