"""Words by which somebody says how sure or how new a finding is, how long it lasts, after what it came or what it is
treated with, not what it is: “possible pneumonia”, “r/o MI”, “cough x 3 days”, “hip pain after fall”."""

from __future__ import annotations

import re

from engine.text.clinical_dictionary import ClinicalDictionary

LOOKED_FOR = re.compile(
    r"(?<=\w)\W+(?:\?|(?:r/o|rule out)\b)\s*\w.*", re.IGNORECASE
)  # not a finding, but why it is asked
HEDGE = re.compile(
    r"(?:\?|\b(?:poss(?:ible|ibly)?|prob(?:able|ably)?|likely|suspected|suspicion of|query|rule[sd]? out|r/o"
    r"|new[- ]onset|worsening|known)\b(?: for)?) *",
    re.IGNORECASE,
)

UNIT = r"(?:min(?:ute)?|hr|hour|d|day|night|wk|w|week|mo|month|yr|y|year)s?"
LASTS = re.compile(
    rf"(?<=\w)\W+(?:(?:[x×] ?|for |since |over )(?:the )?(?:past |last )?(?:\d+(?: ?- ?\d+)?|a few|an?|several|many|one"
    rf"|two|three|couple(?: of)?) ?{UNIT}|since (?:yesterday|last (?:night|week)|this morning|today))(?: now)?$",
    re.IGNORECASE,
)
CAME_AFTER = re.compile(
    r"(?<=\w)\W+(?:after|s/p|status post|following|from|d/t|due to|2/2) (?:an? |the )?(?:mechanical |ground[- ]level )?"
    r"(?:falls?|falling|mv[ac]|(?:car|motor vehicle) (?:accident|crash|wreck|collision)|assault)$",
    re.IGNORECASE,
)
ON = re.compile(r"(?<=\w)\W+(on (?:home )?(\w.*))$", re.IGNORECASE)


def unhedged(text: str, dictionary: ClinicalDictionary) -> str:
    """`text` without its hedges, and without what is to be ruled out, how long it lasts, after what accident it came or
    what it is treated with where a finding stands before; as it is where nothing else stands in it.

    Of what somebody can be treated with, `dictionary` has forms (“on warfarin”).

    >>> from engine.text.clinical_dictionary import shipped
    >>> [unhedged(one, shipped()) for one in ("possible pneumonia", "? DVT", "unlikely", "suspected")]
    ['pneumonia', 'DVT', 'unlikely', 'suspected']
    >>> [unhedged(one, shipped()) for one in ("chest pain r/o MI", "leg swelling ?DVT", "pneumonia?")]
    ['chest pain', 'leg swelling', 'pneumonia']
    >>> [unhedged(one, shipped()) for one in ("cough x 3 days", "hip pain after fall", "fall from bed", "OSA on CPAP")]
    ['cough', 'hip pain', 'fall from bed', 'OSA']
    """
    found = _untreated(LOOKED_FOR.sub("", text.strip()), dictionary)
    found = CAME_AFTER.sub("", LASTS.sub("", found))
    return " ".join(HEDGE.sub(" ", found).split()) or text


def _untreated(text: str, dictionary: ClinicalDictionary) -> str:
    """`text` without a form of `dictionary` at its end that begins with “on”, at home or not."""
    treated = ON.search(text)
    if treated is None or not any(dictionary.find(one.split()) for one in (treated[1], f"on {treated[2]}")):
        return text
    return text[: treated.start()]
