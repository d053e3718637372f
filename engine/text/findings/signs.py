"""Words for mere signs of something: beside a finding that has a name of its own they are part of it."""

from __future__ import annotations

import re

WORD = re.compile(r"[a-z]+")
SIGN_WORDS = """
cough coughing coryza wheeze wheezy wheezing sneezing sneezy runny blocked snotty sputum phlegm mucus fever feverish
temp temperature pyrexia pyrexial rigors chills shivers shivering sweats sweating sweaty pain pains painful sore
aching aches ache tender tenderness itch itchy itching scratching rash spots spotty red redness swelling swollen puffy
bleeding bleed spotting blood crying cries distress irritable grizzly vomiting vomit vomited nausea nauseous sick
diarrhoea diarrhea cramps cramping bloated bloating dribbling drooling breathless sob dizzy dizziness tired tiredness
fatigue lethargic lethargy thirsty headache headaches distortion distorted blurred blurry floaters numb numbness
tingling stiff stiffness weak weakness limp limping barking hoarse malaise unwell flushed pale clammy jaundiced loose
heartburn indigestion
"""
BESIDE_WORDS = """
and with at night nights day days every evening evenings morning mornings worse bad very some all over the of in on
both off food feeds since yesterday today now again when while after eating lots much more less i my me wipe wiping
mild severe constant nose poo stools
"""
SIGNS, BESIDE = frozenset(SIGN_WORDS.split()), frozenset(BESIDE_WORDS.split())


def only_signs(text: str) -> bool:
    """Whether a text names signs and nothing else.

    >>> only_signs("cough and coryza"), only_signs("wheeze ++"), only_signs("croup"), only_signs("of nose")
    (True, True, False, False)
    """
    words = set(WORD.findall(text.lower()))
    return bool(words & SIGNS) and words <= SIGNS | BESIDE


def joins(text: str) -> bool:
    """Whether signs hang on what stands before them, “with bleeding”, or may be what that is: “cancer pain”."""
    words = text.lower().split()
    return len(words) == 1 or words[0] in ("with", "and", "of", "in", "on", "at")
