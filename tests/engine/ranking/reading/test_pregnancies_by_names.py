"""What somebody has in a pregnancy, by trimester; what is of a pregnancy anyhow is not “in pregnancy” too."""

from __future__ import annotations

import pytest

from engine.text.findings.pregnancy import in_pregnancy
from tests.engine.ranking.conftest import First


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Pre-eclampsia in pregnancy, third trimester", "O14.93"),  # was eclampsia
        ("HELLP complicating pregnancy", "O14.20"),
        ("polyhydramnios complicating pregnancy", "O40.9XX0"),
        ("chorioamnionitis in pregnancy, second trimester", "O41.1220"),
        ("antenatal asthma", "O99.519"),
        ("antenatal UTI", "O23.40"),
        ("antenatal haemorrhage", "O46.90"),
        ("psoriasis, third trimester", "O99.713"),
        ("second trimester appendicitis", "O99.612"),
        ("first trimester nausea", "O21.9"),  # no name has a trimester of it
        ("migraine at 22 weeks", "O99.352"),
        ("third trimester bleeding", "O46.93"),  # as they were
        ("DCDA twins, second trimester", "O30.042"),
        ("gout in pregnancy", "O99.891"),
        ("antenatal stroke", "P91.82"),
    ],
)
def test_its_own_trimester_comes_first(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "antenatal care",
        "antenatal screening for aneuploidy",
        "antenatal hydronephrosis",
        "antenatal diagnosis of cleft lip",
        "second trimester anomaly scan",
        "third trimester",
        "ectopic pregnancy, first trimester",
    ],
)
def test_a_pregnancy_itself_and_what_a_child_has_is_no_condition_in_one(text: str) -> None:
    assert in_pregnancy(text) is None
