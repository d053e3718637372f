"""What a typed text is read as instead, rule after rule: “poss DVT” as DVT, “mother had gout” as family history."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.text import normalise
from engine.text.assertion import family_condition
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.hedges import unhedged
from engine.text.spread import spread_of
from engine.text.weeks_of_pregnancy import in_trimester

FAMILY = "family history of "
WITHOUT = re.compile(r"\bw/o\b", re.IGNORECASE)
Rule = Callable[[str, ClinicalDictionary], str]


def rewritten(text: str, dictionary: ClinicalDictionary) -> list[str]:
    """`text` after each of RULES that changes it, in turn: each reads what the one before left; [] where none does.

    >>> from engine.text.clinical_dictionary import shipped
    >>> rewritten("possible pneumonia w/o fever", shipped()), rewritten("gout", shipped())
    (['pneumonia w/o fever', 'pneumonia without fever'], [])
    """
    found: list[str] = []
    for rule in RULES:
        instead = rule(text, dictionary)
        if instead not in ("", text):
            text = instead
            found.append(text)
    return found


def _of_the_family(text: str, dictionary: ClinicalDictionary) -> str:
    typed = normalise(text)
    condition = "" if typed.startswith(FAMILY) else family_condition(typed)
    return f"{FAMILY}{condition}" if condition else ""


def _sure(text: str, dictionary: ClinicalDictionary) -> str:
    """The text without hedges, unless the dictionary knows it with them as something else."""
    sure = unhedged(text, dictionary)
    if sure == " ".join(text.split()):
        return ""
    return sure if dictionary.find(text.split()) in (None, dictionary.find(sure.split())) else ""


def _without(text: str, dictionary: ClinicalDictionary) -> str:
    return " ".join(WITHOUT.sub("without ", text).split()) if WITHOUT.search(text) else ""


def _unless_known(rule: Callable[[str], str]) -> Rule:
    """The rule for texts that the dictionary does not know as a whole."""
    return lambda text, dictionary: rule(text) if dictionary.find(text.split()) is None else ""


RULES: tuple[Rule, ...] = (_of_the_family, _sure, _without, _unless_known(spread_of), _unless_known(in_trimester))
