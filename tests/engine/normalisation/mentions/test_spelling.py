from __future__ import annotations

import pytest

from engine.normalisation.mentions.spelling import Corrector

NAMES = """
carcinoma of the breast
Breast Neoplasms
tumor
hemorrhage
leukemia
generalized epilepsy
hypotonia
hypokalemia
neurotoxicity
diarrhea
ileitis
arias
syndactyly
muscular dystrophy
adrenoleukodystrophy
atypical
"""

READ = {
    "carcnoma": "carcinoma",
    "carcinmoa of the brest": "carcinoma of the breast",
    "Carcnoma": "Carcinoma",
    "CARCNOMA": "CARCINOMA",
    "tumour": "tumor",
    "tumours": "tumor",
    "haemorrhage": "hemorrhage",
    "leukaemia": "leukemia",
    "generalised epilepsy": "generalized epilepsy",
    "diarrhoea": "diarrhea",
    "adrenolukodystrpohy": "adrenoleukodystrophy",  # two edits in a long word
    "musculra dystrophy": "muscular dystrophy",
}
STAY = """
hypomania
hyperkalemia
nephrotoxicity
areas
iliitis
typical
neoplasm
CRCNM
mRNA
C6 carcnoma6
breas2
of teh
xyzzyqqq
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
"""


def of_names() -> Corrector:
    return Corrector(NAMES.strip().splitlines())


@pytest.mark.parametrize("text", READ)
def test_read_as_the_nearest(text: str):
    assert of_names().corrected(text) == READ[text]


@pytest.mark.parametrize("text", STAY.strip().splitlines())
def test_stays(text: str):
    assert of_names().corrected(text) == text


def test_the_commonest_of_two_neighbours():
    assert Corrector(["stenting", "stunting", "stunting"]).corrected("stnting") == "stunting"
    assert Corrector(["stenting", "stunting", "stenting"]).corrected("stnting") == "stenting"
    assert Corrector(["stunting", "stenting"]).corrected("stnting") == "stenting"  # equal: by letters


def test_nothing_known():
    assert Corrector([]).corrected("anything at all") == "anything at all"


def test_the_index_finds_what_a_walk_over_all_words_finds():
    """Every word one edit away from a single known word is read as it."""
    known = "carcinoma dystrophy hemorrhage epilepsy syndrome".split()  # noqa: SIM905
    corrector = Corrector(known)
    for word in known:
        for place in range(2, len(word)):
            assert corrector.corrected(word[:place] + word[place + 1 :]) == word
            assert corrector.corrected(word[:place] + word[place] + word[place:]) == word
            if place + 1 < len(word):
                assert corrector.corrected(word[:place] + word[place + 1] + word[place] + word[place + 2 :]) == word
