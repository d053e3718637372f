"""Rules of rewriting that ask which names there are: a degree, a side, an age or weeks go where no name has them."""

from __future__ import annotations

import re

from engine.ranking.known_names import KnownNames
from engine.text.ages import of_an_age
from engine.text.unspecified_side import of_side
from engine.text.weeks_of_pregnancy import IN_PREGNANCY, at_bare_weeks, in_trimester

DEGREES = frozenset(["mild", "moderate", "severe", "bad", "terrible", "horrible", "awful", "slight", "constant"])
OBSTETRIC = re.compile(
    r"pregnan|gravidarum|maternal care|membranes|newborn|fet(?:us|al)|labor|deliver|birth|eclampsia|abortion",
    re.IGNORECASE,
)
IN_A_PREGNANCY = re.compile(r"pregnan|gravidarum|membranes|fet(?:us|al)|\blabor\b|eclampsia|abortion", re.IGNORECASE)
SIDES, LETTERS = ("left", "right"), {"L": "left", "(L)": "left", "R": "right", "(R)": "right"}


def without_degree(text: str, known: KnownNames) -> str:
    """The text without how bad it is, where the dictionary knows the rest and no name has both: “severe back pain”, not
    “mild preeclampsia”."""
    degree, _, rest = text.partition(" ")
    if degree.lower() not in DEGREES or known.is_form(text) or not known.is_form(rest):
        return ""
    graded = [f"{degree} {one}" for one in (rest, *known.expansions(rest))]
    return "" if any(map(known.is_in_a_name, graded)) else rest


def with_side(text: str, known: KnownNames) -> str:
    """The text with the letter of a side before or behind it as a word: “Achilles tendinitis L”, “(R) knee pain”."""
    words = text.split()
    spelt = [LETTERS.get(word, word) if place in (0, len(words) - 1) else word for place, word in enumerate(words)]
    return " ".join(spelt) if len(words) > 1 and not known.is_form(text) else ""


def without_side(text: str, known: KnownNames) -> str:
    """The text without a side, or without a side and what it is of, where the rest is a name and no name has a side of
    it: “hydrocele left”, “plantar fasciitis right foot”, not “left knee pain”. Where it stands for a name that leaves
    the side open, that name with the side: “amputated left finger”."""
    words = text.split()
    sided = [place for place, word in enumerate(words) if word.lower().strip("(),") in SIDES]
    if len(sided) != 1 or known.is_form(text):
        return ""
    before, after = words[: sided[0]], words[sided[0] + 1 :]
    typed = words[sided[0]].lower().strip("(),")
    for rest in (before + after, before + after[1:]):
        written = " ".join(rest).rstrip(",")
        names = (written, *known.expansions(written))
        for one in filter(None, (of_side(name, typed) for name in names)):
            if known.is_name(one):
                return one
        if any(known.is_in_a_name(f"{one} {side}") for one in names for side in SIDES):
            return ""
        if rest and any(map(known.is_name, names)):
            return written
    return ""


def without_age(text: str, known: KnownNames) -> str:
    """The text without an age, or with what names call somebody so old where a name has that with it."""
    found = of_an_age(text)
    if found is None or known.is_form(text):
        return ""
    staged = (f"{one} {stage}" for one in (found.text, *known.expansions(found.text)) for stage in found.stages)
    return next(filter(known.is_name, staged), found.text)


def with_trimester(text: str, known: KnownNames) -> str:
    """The text with the trimester in place of its weeks; what is of a pregnancy anyhow without them, where no name has
    both: “breech at 37 weeks”. Weeks alone are a pregnancy's where the dictionary reads what they stand behind so:
    “baby not moving much, 32 weeks”."""
    if known.is_form(text):
        return ""
    found = in_trimester(text)
    said, _, trimester = found.partition(IN_PREGNANCY)
    if not found:
        said, trimester = at_bare_weeks(text)
    obstetric = OBSTETRIC if found else IN_A_PREGNANCY
    for one in known.expansions(said) if trimester else ():
        if obstetric.search(one):
            both = f"{one}, {trimester}"
            return both if known.is_in_a_name(both) else said
    return found
