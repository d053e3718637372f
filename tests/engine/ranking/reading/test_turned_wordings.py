"""Carriers, contacts and what was taken out are found in whatever order they are said."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("carrier status: MRSA", "Z22.322"),
        ("carrier status: gbs", "Z22.330"),
        ("carrier status: fragile X", "Z14.8"),
        ("carrier status: sickle cell", "D57.3"),
        ("contact with and exposure to monkeypox", "Z20.828"),
        ("no right big toe, removed surgically", "Z89.411"),
        ("status post removal of kidney", "Z90.5"),
        ("larynx removed", "Z90.02"),
    ],
)
def test_the_same_is_found_in_other_words(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("post left nephrectomy", "Z90.5"),
        ("post splenectomy", "Z90.81"),
        ("post renal transplant", "Z94.0"),
        ("post right mastectomy", "Z90.11"),
        ("post right great toe amputation", "Z89.411"),
    ],
)
def test_after_an_operation_is_its_status(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("allergic contact dermatitis", "L23"),
        ("occupational exposure to noise", "Z57.0"),
        ("post-op wound infection", "T81.4"),
        ("removal of stitches", "Z48.02"),
        ("congenital absence of kidney", "Q60"),
    ],
)
def test_another_thing_is_left(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id.startswith(code)
