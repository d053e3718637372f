from __future__ import annotations

import pytest

from engine.text.local_abbreviations import local_abbreviations

JOINED = "two forms, episodic ataxias 1 and 2 (EA1, n = 3; EA2, n = 5), and EA7. In EA2 and EA1 the gait was worse."
APART = "episodic ataxia 1 (EA1) and episodic ataxia 2 (EA2)"
NEOPLASIA = "multiple endocrine neoplasia type 1"
OTHERS = "is not MEN2A, nor HMEN2, MEN-4, MEN20x3 or MEN2.5."
CASES = [
    (JOINED, {"EA1": "episodic ataxias 1", "EA2": "episodic ataxias 2", "EA7": "episodic ataxias 7"}),
    (f"{NEOPLASIA} (MEN1) {OTHERS}", {"MEN1": NEOPLASIA, "MEN2A": "multiple endocrine neoplasia type 2A"}),
    (APART, {"EA1": "episodic ataxia 1", "EA2": "episodic ataxia 2"}),
    ("mean corpuscular volume (MCV) of MCV2", {"MCV": "mean corpuscular volume"}),  # no number to be another one
    ("long-QT syndrome (LQT3) and LQT2", {"LQT3": "long-QT syndrome 3", "LQT2": "long-QT syndrome 2"}),
]


@pytest.mark.parametrize(("context", "found"), CASES)
def test_a_number_says_which_of_several_is_meant(context: str, found: dict[str, str]) -> None:
    assert local_abbreviations(context) == found
