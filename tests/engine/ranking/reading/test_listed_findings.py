"""Which texts may list several findings, and which only say more of one."""

from __future__ import annotations

import pytest

from engine.terminology.lookup import find
from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("PMH: HTN, T2DM, COPD, bad knees", ["h/o HTN", "h/o T2DM", "h/o COPD", "h/o bad knees"]),
        ("asthma; eczema; hay fever", ["asthma", "eczema", "hay fever"]),
        ("HTN, T2DM, xyzzy, COPD", ["HTN", "T2DM", "xyzzy", "COPD"]),
        ("HTN, gout and eczema, COPD, OSA", ["HTN", "gout", "eczema", "COPD", "OSA"]),
        ("Asthma (J45.909), hypertension - I10", ["Asthma (J45.909)", "hypertension - I10"]),
        ("I10 E11.9", ["I10", "E11.9"]),
        ("FHx: asthma, gout", ["family history of asthma", "family history of gout"]),
        ("fracture of left femur, closed", []),
        ("septic arthritis, staph", []),
        ("nausea and vomiting", []),
        ("gout with CKD", []),
        ("xyzzy, plugh, COPD", []),
        ("HTN, DM2, CKD3", ["HTN with CKD3", "DM2 with CKD3", "CKD3"]),
        ("CAD, angina, gout", ["CAD with angina", "gout"]),
        ("T2DM w neuropathy, HTN", ["T2DM w neuropathy", "HTN"]),
        ("PMH: HTN, DM2, CKD3", ["h/o HTN", "h/o DM2", "h/o CKD3"]),
        ("heart attack", []),
        ("I10 Q99.99", ["I10", "Q99.99"]),
        ("Q99.99 Q99.98", []),
    ],
)
def test_a_list_and_what_says_more_of_one_finding(sample: Workbench, text: str, parts: list[str]) -> None:
    ranker = sample.rankings.ranker
    with sample.workspace.reading() as db:
        assert ranker.reader(db, [find(sample.workspace, "icd10cm")]).listing(text).parts == parts
