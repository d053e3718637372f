"""Short forms that nobody defines stand for the phrase whose words they must mean, or for nothing."""

from __future__ import annotations

import pytest

from engine.normalisation.mentions.implied import implied

SAID = {
    "Women with overactive bladder. PURPOSE: NGF rises in OAB.": {"OAB": "overactive bladder"},
    "Acute liver failure was seen. No ALF without liver.": {"ALF": "acute liver failure"},
    "Inhibition of the enzyme. The IOE": {"IOE": "inhibition of the enzyme"},  # a small word may give its letter
    "Becker muscular dystrophy and BMDs": {"BMD": "becker muscular dystrophy"},
    "a practical adenoma; later APC": {},  # small words begin nothing
    "Overactive. Bladder and OAB": {},  # not over the sentence's end
    "polyps of the colon, PC": {},  # two letters are too few
    "colorectal tumours and XYZ": {},
    "": {},
}


@pytest.mark.parametrize("text", SAID)
def test_what_a_short_form_must_mean(text: str) -> None:
    assert implied(text) == SAID[text]


def test_of_phrases_said_as_often_the_one_of_more_words_wins() -> None:
    twice = "Wide panic disorder signs. Pendred disease syndrome. Pendred disease syndrome. PDS"
    assert implied(twice) == {"PDS": "pendred disease syndrome"}  # and not “pendred disease”, said as often
