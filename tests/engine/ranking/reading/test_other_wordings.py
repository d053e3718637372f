"""Names as other terminologies word them, and what people put beside a finding in their own way."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Contracture of joint of right shoulder region", "M24.511"),
        ("left knee joint effusion", "M25.462"),
        ("right wrist joint instability", "M25.331"),
        ("right foot joint pain", "M25.571"),  # is of no other part of the foot
        ("left ankle ligament laxity", "M24.272"),
        ("late effect of burn right hand", "T23.001S"),
        ("Infection of skin caused by Mycobacterium marinum", "A31.1"),
        ("CML in molecular remission", "C92.11"),
        ("AMYOTROPHIC LATERAL SCLEROSIS 1; ALS1", "G12.21"),
        ("SPASTIC PARAPLEGIA 11, AUTOSOMAL RECESSIVE; SPG11", "G11.4"),
        ("Clear cell adenocarcinoma of left kidney", "C64.2"),
        ("Metastatic adenocarcinoma to liver", "C78.7"),
        ("bone mets, prostate primary", "C79.51"),
        ("SLE c/b nephritis", "M32.14"),
        ("prem baby born at 31+4", "P07.34"),
        ("SGA newborn 1900 g", "P05.17"),
        ("torted left ovary", "N83.512"),
        ("scald L thigh, partial thickness", "T24.212"),
        ("L clavicle # healing well, fracture clinic review", "S42.002D"),
        ("nausea and vomiting, child", "R11"),
        ("chest pain ruled out MI", "R07.9"),
        ("hx DVT L leg", "Z86.718"),
        ("L facial droop, cause unclear", "R29.810"),
        ("T1DM, proliferative retinopathy both eyes", "E10.3593"),
    ],
)
def test_a_name_in_other_words_is_answered(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


def test_a_list_has_what_the_classification_joins(sample: Workbench) -> None:
    """“HTN, DM2, CKD3” was three codes, of which a coder may not use two."""
    answer = sample.rankings.rank("HTN, DM2, CKD3", "icd10cm", "current", 3)
    assert [one.concept_id for one in answer.candidates] == ["I12.9", "E11.22", "N18.30"]
    assert answer.note == "Read as “HTN with CKD3” and “DM2 with CKD3” and “CKD3”, each by itself."


def test_a_title_with_a_symbol_is_no_list(sample: Workbench) -> None:
    answer = sample.rankings.rank("RETINITIS PIGMENTOSA 4; RP4", "icd10cm", "current", 1)
    assert answer.candidates[0].concept_id.startswith("H35.5") and "each by itself" not in answer.note
