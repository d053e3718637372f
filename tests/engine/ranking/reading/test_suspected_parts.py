"""What a text says for sure goes before what it only suspects, wherever each stands."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("r/o MI, chest pain", "R07.9"),
        ("SOB, possible PE", "R06.02"),
        ("suspected DVT, leg swelling", "R60.0"),
        ("headache, likely meningitis", "R51"),
        ("toddler, suspected physical abuse", "T76.12"),  # who it is, and no finding beside
        ("possible PE", "I26.99"),  # nothing else is said
    ],
)
def test_what_is_sure_is_ranked(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code
