from __future__ import annotations

import pytest

from engine.text.findings.pregnancy import in_pregnancy

SAID = {
    "pregnant with cervical cancer": "cervical cancer in pregnancy",
    "pregnancy complicated by sinusitis": "sinusitis in pregnancy",
    "pregnant woman with gout, trimester 3": "gout in pregnancy, third trimester",
    "asthma, postpartum": "asthma in the puerperium",
    "back pain postpartum": "back pain in the puerperium",
    "atrial fibrillation, pregnant": "atrial fibrillation in pregnancy",
    "smoking while pregnant": "smoking in pregnancy",
    "thrombocytopenia, third trimester of pregnancy": "thrombocytopenia in pregnancy, third trimester",
    "aortic stenosis, 2nd trimester pregnancy": "aortic stenosis in pregnancy, second trimester",
    "Hodgkin lymphoma during pregnancy first trimester": "Hodgkin lymphoma in pregnancy, first trimester",
    "asthma complicating childbirth": "asthma in childbirth",
    "epilepsy in the postpartum period": "epilepsy in the puerperium",
}
NOT_SAID = (
    "pregnant",
    "pregnant 20 weeks",
    "ectopic pregnancy",
    "supervision of high risk pregnancy",
    "pregnancy, unspecified trimester",
    "postpartum depression",
    "trying to get pregnant",
    "gout",
    "",
)


@pytest.mark.parametrize("text", SAID)
def test_what_somebody_has_in_a_pregnancy(text: str) -> None:
    assert str(in_pregnancy(text)) == SAID[text]


@pytest.mark.parametrize("text", NOT_SAID)
def test_a_pregnancy_itself_is_no_condition_in_one(text: str) -> None:
    assert in_pregnancy(text) is None
