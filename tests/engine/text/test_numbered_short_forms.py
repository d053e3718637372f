from __future__ import annotations

import pytest

from engine.text.local_abbreviations import local_abbreviations
from engine.text.numbered_short_forms import numbered

JOINED = "two forms, episodic ataxias 1 and 2 (EA1, n = 3; EA2, n = 5), and EA7. In EA2 and EA1 the gait was worse."
NEOPLASIA = "multiple endocrine neoplasia type 1 (MEN1) is not MEN2A, nor HMEN2, MEN-4, MEN20x3 or MEN2.5."
CASES = [
    (JOINED, {"EA1": "episodic ataxias 1", "EA2": "episodic ataxias 2", "EA7": "episodic ataxias 7"}),
    (NEOPLASIA, {"MEN2A": "multiple endocrine neoplasia type 2A"}),
    ("episodic ataxia 1 (EA1) and episodic ataxia 2 (EA2)", {}),  # both are defined
    ("mean corpuscular volume (MCV) of MCV2", {}),  # no number to be another one
    ("long-QT syndrome (LQT3) and LQT2", {"LQT2": "long-QT syndrome 2"}),
]


@pytest.mark.parametrize(("context", "found"), CASES)
def test_a_number_says_which_of_several_is_meant(context: str, found: dict[str, str]) -> None:
    assert numbered(context, local_abbreviations(context)) == found
