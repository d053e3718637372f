"""What somebody had: a tumour's history by its place, a side that no history has, each terminology in its own way."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("history of malignant neoplasm of colon", "Z85.038"),
        ("History of malignant neoplasm of cervix uteri", "Z85.41"),
        ("history of cancer of the lung", "Z85.118"),
        ("history of left breast cancer", "Z85.3"),
        ("prior gallbladder cancer", "Z85.09"),
        ("history of squamous cell carcinoma of tonsil", "Z85.818"),
        ("h/o SCC of tonsil", "Z85.818"),
        ("history of malignant lymphoma", "Z85.72"),
        ("history of mesothelioma", "Z85.831"),
        ("history of carcinoma in situ of cervix", "Z86.001"),
        ("history of pituitary adenoma", "Z86.018"),
        ("history of adenocarcinoma", "Z85.9"),
        ("family history of gallbladder cancer", "Z80.0"),
        ("malignant neoplasm of colon", "C18.9"),
    ],
)
def test_a_tumour_that_is_past_is_its_history(sample: Workbench, text: str, code: str) -> None:
    found = sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id
    assert code in (found, f"{found}.9")  # a heading for a code by default below it


@pytest.mark.parametrize("text", ["h/o brain mets", "history of breast cancer with bone mets"])
def test_a_spread_is_not_the_history_of_some_cancer(sample: Workbench, text: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id != "Z85.9"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hx DVT", "Z86.718"),
        ("hx of DVT left leg", "Z86.718"),
        ("tennis elbow right", "M77.11"),
        ("History of renal stone", "Z87.442"),
    ],
)
def test_what_one_terminology_reads_does_not_stand_for_another(sample: Workbench, text: str, code: str) -> None:
    found = sample.rankings.rank(text, "all", "current", 10).candidates
    assert next(one.concept_id for one in found if one.terminology == "icd10cm") == code
