"""What somebody takes for long is the use of that drug's class, and never that of another class."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("long term (current) use of clopidogrel", "Z79.02"),
        ("long term current use of ticagrelor", "Z79.02"),
        ("long-term use of ibuprofen", "Z79.1"),
        ("long term use of diclofenac", "Z79.1"),
        ("long term current use of prednisolone", "Z79.52"),
        ("long term use of gliclazide", "Z79.84"),
        ("long term use of semaglutide", "Z79.85"),
        ("current use of ace inhibitors", "Z79.899"),
        ("long term use of beta blockers", "Z79.899"),
        ("ongoing treatment with doxycycline", "Z79.2"),
    ],
)
def test_a_drug_stands_for_its_class(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("long term use of aspirin", "Z79.82"), ("long term dialysis", "Z99.2"), ("ibuprofen overdose", "T39.31")],
)
def test_what_names_have_and_what_is_no_such_use_stays(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id.startswith(code)
