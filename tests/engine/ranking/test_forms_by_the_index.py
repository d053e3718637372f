"""Forms of the dictionary have the code that ICD-10-CM's index has for them."""

from __future__ import annotations

import pytest

from tests.engine.ranking.conftest import First


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cocaine abuse in remission", "F14.11"),
        ("cocaine dependence in remission", "F14.21"),
        ("meth abuse in early remission", "F15.11"),
        ("drug abuse in remission", "F19.11"),
        ("alcohol related dementia", "F10.97"),
        ("alcoholic dementia", "F10.27"),
        ("FH eczema", "Z84.0"),
        ("family history of lupus", "Z82.69"),
        ("FH muscular dystrophy", "Z82.0"),
        ("history of mastectomy", "Z90.10"),
        ("s/p Whipple", "Z90.411"),
        ("exposed to norovirus", "Z20.09"),
        ("cholera contact", "Z20.09"),
        ("metronidazole allergy", "Z88.3"),
        ("vaginal tear during delivery", "O71.4"),
        ("sepsis after termination", "O04.87"),
        ("sternomastoid tumour", "Q68.0"),
        ("knocked over by another person", "W03"),
        ("cyclist hit by truck", "V14.4"),
        ("cyclist hit by pickup truck", "V13.4"),
        ("nightdress caught fire", "X05"),
        ("hotplate burn", "X15.2"),
        ("scald from boiling water", "X12"),
        ("angiitis", "I77.6"),
        ("antritis", "J32.0"),
        ("adnexitis", "N70.93"),
        ("aeroembolism", "T70.3"),
        ("cicatrix of the vagina", "N89.8"),
        ("calcification of the penis", "N48.89"),
        ("tuberculous thyroiditis", "A18.81"),
        ("psychogenic dysuria", "F45.8"),
        ("hysterical paralysis", "F44.4"),
        ("acquired immunodeficiency syndrome", "B20"),
    ],
)
def test_the_code_of_the_index_comes_first(first: First, text: str, code: str) -> None:
    assert first(text) == code
