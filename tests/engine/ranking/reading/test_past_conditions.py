"""What somebody had is the history of its chapter where it is over by its nature, and itself where it stays."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("history of scarlet fever", "Z86.19"),
        ("h/o measles", "Z86.19"),
        ("hx of guillain-barre syndrome", "Z86.69"),
        ("history of pericardial effusion", "Z86.79"),
        ("history of cerebral infarction", "Z86.73"),
        ("history of small bowel obstruction", "Z87.19"),
        ("pmh of acute pancreatitis", "Z87.19"),
        ("history of peritonsillar abscess", "Z87.09"),
        ("history of ovarian torsion", "Z87.42"),
        ("history of acute renal failure", "Z87.448"),
        ("history of shoulder dystocia", "Z87.59"),
        ("history of femur fracture", "Z87.81"),
        ("history of anaphylactic shock", "Z87.892"),
    ],
)
def test_what_is_over_by_its_nature_is_a_history(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("personal history of hypothyroidism", "Z86.39"),
        ("personal history of asthma", "Z87.09"),
        ("personal history of deep vein thrombosis", "Z86.718"),
        ("personal history of psoriasis", "Z87.2"),
        ("personal history of malaria", "Z86.13"),
        ("personal history of drug therapy", "Z92.2"),
    ],
)
def test_a_personal_history_is_one_whatever_it_is_of(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("h/o hypertension", "I10"),
        ("history of COPD", "J44.9"),
        ("h/o psoriasis", "L40"),
        ("history of chronic pancreatitis", "K86.1"),
        ("hx of MI, old", "I25.2"),
        ("family history of measles", "Z83.1"),
        ("measles", "B05"),
    ],
)
def test_what_stays_is_itself(sample: Workbench, text: str, code: str) -> None:
    found = sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id
    assert found.startswith(code)
