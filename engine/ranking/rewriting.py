"""What a typed text is read as instead, rule after rule: “poss DVT” as DVT, “mother had gout” as family history."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.retrieval.word_index import WordIndex
from engine.text import normalise
from engine.text.ages import of_an_age
from engine.text.assertion import family_condition
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.combinations import combined
from engine.text.dominance import with_dominance
from engine.text.expansions import expansions
from engine.text.hedges import unhedged
from engine.text.lay_verbs import with_verbs_as_nouns
from engine.text.marks_as_words import marks_as_words
from engine.text.past import HISTORY, congenital, past_of
from engine.text.pregnancy import in_pregnancy
from engine.text.spread import spread_of
from engine.text.unspecified_side import of_side
from engine.text.weeks_of_pregnancy import IN_PREGNANCY, in_trimester

FAMILY = "family history of "
LEFT = re.compile(r"\b(?:status|presence|absence|history)\b", re.IGNORECASE)
WITHOUT = re.compile(r"\bw/o\b", re.IGNORECASE)
DEGREES = frozenset(["mild", "moderate", "severe", "bad", "terrible", "horrible", "awful", "slight", "constant"])
OBSTETRIC = re.compile(r"pregnan|maternal care|membranes|newborn|fet(?:us|al)|labor|deliver|birth", re.IGNORECASE)
UP_OR_DOWN = re.compile(
    r"(.+?) (?:(?:is |are |was |still )?(?:(up|too high|very high|through the roof)|down|too low|very low))",
    re.IGNORECASE,
)
SIDES, LETTERS = ("left", "right"), {"L": "left", "(L)": "left", "R": "right", "(R)": "right"}
Rule = Callable[[str, ClinicalDictionary, Sequence[WordIndex]], str]  # the words of names are in the indexes


def rewritten(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex] = ()) -> list[str]:
    """`text` after each of RULES that changes it, in turn: each reads what the one before left; [] where none does.

    >>> from engine.text.clinical_dictionary import shipped
    >>> rewritten("possible pneumonia w/o fever", shipped()), rewritten("gout", shipped())
    (['pneumonia w/o fever', 'pneumonia without fever'], [])
    """
    found: list[str] = []
    for rule in RULES:
        instead = rule(text, dictionary, indexes)
        if instead not in ("", text):
            text = instead
            found.append(text)
    return found


def _of_the_family(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    typed = normalise(text)
    condition = "" if typed.startswith(FAMILY) else family_condition(typed)
    return f"{FAMILY}{condition}" if condition else ""


def _sure(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text without hedges, unless the dictionary knows it with them as something else."""
    sure = unhedged(text, dictionary)
    if sure == " ".join(text.split()):
        return ""
    return sure if dictionary.find(text.split()) in (None, dictionary.find(sure.split())) else ""


def _without(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    return " ".join(WITHOUT.sub("without ", text).split()) if WITHOUT.search(text) else ""


def _over(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """What is over as a history, as itself where the dictionary reads it as what is left: “bypass 2005”, a status."""
    past = "" if dictionary.find(text.split()) else past_of(text)
    rest = past.removeprefix(HISTORY)
    return rest if any(LEFT.search(one) for one in expansions(rest, dictionary)) else past


def _of_any_degree(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text without how bad it is, where the dictionary knows the rest and no name has both: “severe back pain”, not
    “mild preeclampsia”."""
    degree, _, rest = text.partition(" ")
    if degree.lower() not in DEGREES or dictionary.find(text.split()) or not dictionary.find(rest.split()):
        return ""
    graded = [f"{degree} {one}" for one in (rest, *expansions(rest, dictionary))]
    return "" if any(index.has_all_words(one) for index in indexes for one in graded) else rest


def _with_side(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text with the letter of a side before or behind it as a word: “Achilles tendinitis L”, “(R) knee pain”."""
    words = text.split()
    spelt = [LETTERS.get(word, word) if place in (0, len(words) - 1) else word for place, word in enumerate(words)]
    return " ".join(spelt) if len(words) > 1 and not dictionary.find(words) else ""


def _without_side(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
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


def _high_or_low(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text as the dictionary has it where it says that something is up or too low: “WCC up”, “INR too high”."""
    found = UP_OR_DOWN.fullmatch(text.strip())
    if found is None or dictionary.find(text.split()):
        return ""
    ways = (f"{how} {found[1]}" for how in (("high", "raised", "elevated") if found[2] else ("low", "decreased")))
    return next((one for one in ways if dictionary.find(one.split())), "")


def _of_an_age(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text without an age, or with what names call somebody so old where a name has that with it."""
    found = of_an_age(text)
    if found is None or dictionary.find(text.split()):
        return ""
    staged = (f"{one} {stage}" for one in (found.text, *expansions(found.text, dictionary)) for stage in found.stages)
    named = (one for one in staged if any(len(index.with_key(one)) for index in indexes))
    return next(named, found.text)


def _in_trimester(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """The text with the trimester in place of its weeks; what is of a pregnancy anyhow without them, where no name has
    both: “breech at 37 weeks”."""
    found = "" if dictionary.find(text.split()) else in_trimester(text)
    said, in_pregnancy, trimester = found.partition(IN_PREGNANCY)
    for one in expansions(said, dictionary) if in_pregnancy else ():
        if OBSTETRIC.search(one):
            both = f"{one}, {trimester}"
            return both if any(index.has_all_words(both) for index in indexes) else said
    return found


def _unless_known(rule: Callable[[str], str]) -> Rule:
    """The rule for texts that the dictionary does not know as a whole."""
    return lambda text, dictionary, indexes: rule(text) if dictionary.find(text.split()) is None else ""


RULES: tuple[Rule, ...] = (
    lambda text, dictionary, indexes: marks_as_words(text),
    _of_the_family,
    _sure,
    _unless_known(with_verbs_as_nouns),
    _high_or_low,
    _of_an_age,
    _without,
    _over,
    lambda text, dictionary, indexes: combined(text, dictionary),
    _unless_known(congenital),
    _unless_known(with_dominance),
    _unless_known(spread_of),
    _in_trimester,
    _unless_known(lambda text: str(in_pregnancy(text) or "")),
    _of_any_degree,
    _with_side,
    _without_side,
)
