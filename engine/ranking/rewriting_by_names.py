"""Rules of rewriting that ask which names there are: a degree, a side, an age or weeks go where no name has them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.retrieval.word_index import WordIndex
from engine.text.ages import of_an_age
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.expansions import expansions
from engine.text.unspecified_side import of_side
from engine.text.weeks_of_pregnancy import IN_PREGNANCY, at_bare_weeks, in_trimester

DEGREES = frozenset(["mild", "moderate", "severe", "bad", "terrible", "horrible", "awful", "slight", "constant"])
OBSTETRIC = re.compile(
    r"pregnan|gravidarum|maternal care|membranes|newborn|fet(?:us|al)|labor|deliver|birth|eclampsia|abortion",
    re.IGNORECASE,
)
IN_A_PREGNANCY = re.compile(r"pregnan|gravidarum|membranes|fet(?:us|al)|\blabor\b|eclampsia|abortion", re.IGNORECASE)
SIDES, LETTERS = ("left", "right"), {"L": "left", "(L)": "left", "R": "right", "(R)": "right"}


def without_degree(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text without how bad it is, where the dictionary knows the rest and no name has both: “severe back pain”, not
    “mild preeclampsia”."""
    degree, _, rest = text.partition(" ")
    if degree.lower() not in DEGREES or dictionary.find(text.split()) or not dictionary.find(rest.split()):
        return ""
    graded = [f"{degree} {one}" for one in (rest, *expansions(rest, dictionary))]
    return "" if any(index.has_all_words(one) for index in indexes for one in graded) else rest


def with_side(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text with the letter of a side before or behind it as a word: “Achilles tendinitis L”, “(R) knee pain”."""
    words = text.split()
    spelt = [LETTERS.get(word, word) if place in (0, len(words) - 1) else word for place, word in enumerate(words)]
    return " ".join(spelt) if len(words) > 1 and not dictionary.find(words) else ""


def without_side(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text without a side, or without a side and what it is of, where the rest is a name and no name has a side of
    it: “hydrocele left”, “plantar fasciitis right foot”, not “left knee pain”. Where it stands for a name that leaves
    the side open, that name with the side: “amputated left finger”."""
    words = text.split()
    sided = [place for place, word in enumerate(words) if word.lower().strip("(),") in SIDES]
    if len(sided) != 1 or dictionary.find(words):
        return ""
    before, after = words[: sided[0]], words[sided[0] + 1 :]
    typed = words[sided[0]].lower().strip("(),")
    for rest in (before + after, before + after[1:]):
        written = " ".join(rest).rstrip(",")
        names = (written, *expansions(written, dictionary))
        for one in filter(None, (of_side(name, typed) for name in names)):
            if any(len(index.with_key(one)) for index in indexes):
                return one
        if any(index.has_all_words(f"{one} {side}") for index in indexes for one in names for side in SIDES):
            return ""
        if rest and any(len(index.with_key(one)) for index in indexes for one in names):
            return written
    return ""


def without_age(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text without an age, or with what names call somebody so old where a name has that with it."""
    found = of_an_age(text)
    if found is None or dictionary.find(text.split()):
        return ""
    staged = (f"{one} {stage}" for one in (found.text, *expansions(found.text, dictionary)) for stage in found.stages)
    named = (one for one in staged if any(len(index.with_key(one)) for index in indexes))
    return next(named, found.text)


def with_trimester(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text with the trimester in place of its weeks; what is of a pregnancy anyhow without them, where no name has
    both: “breech at 37 weeks”. Weeks alone are a pregnancy's where the dictionary reads what they stand behind so:
    “baby not moving much, 32 weeks”."""
    if dictionary.find(text.split()):
        return ""
    found = in_trimester(text)
    said, _, trimester = found.partition(IN_PREGNANCY)
    if not found:
        said, trimester = at_bare_weeks(text)
    obstetric = OBSTETRIC if found else IN_A_PREGNANCY
    for one in expansions(said, dictionary) if trimester else ():
        if obstetric.search(one):
            both = f"{one}, {trimester}"
            return both if any(index.has_all_words(both) for index in indexes) else said
    return found
