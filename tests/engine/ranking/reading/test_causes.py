"""What something is due to, in front of it; and poisonings by what it was and whether it was meant."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Proctitis caused by irradiation", "K62.7"),
        ("proctitis due to infection", ""),  # which is no radiation's
        ("Accidental poisoning by methanol", "T51.1X1"),
        ("self-poisoning by rat poison", "T60.4X2"),
        ("Morphine overdose of undetermined intent", "T40.2X4"),
        ("accidental inhalation of chlorine gas", "T59.4X1"),
        ("deliberate overdose of amitriptyline", "T43.012"),
        ("accidental ingestion of coin", "T18.9"),  # no poisoning
        ("morphine overdose", "T40.2X1"),
        ("deliberate moxifloxacin overdose", "T36.AX2"),
        ("suicide attempt by cefazolin overdose", "T36.1X2"),
        ("undetermined intent poisoning by venlafaxine", "T43.214"),
        ("poisoning by Keflex", "T36.1X1"),
        ("isosorbide side effects", "T46.3X5"),
        ("underdosing of apixaban", "T45.516"),
        ("Major depressive disorder, recurrent episode, severe, with psychotic features", "F33.3"),
        ("Crush injury of left foot", "S97.82"),
        ("Acute non-ST elevation myocardial infarction", "I21.4"),
        ("Premature infant of 30 weeks gestation", "P07.33"),
    ],
)
def test_a_cause_or_an_intent_decides_the_code(sample: Workbench, text: str, code: str) -> None:
    found = sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id
    assert found == code if code else found != "K62.7"
