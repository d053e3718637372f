"""Words by which somebody says how sure or how new a finding is, how long it lasts, after what it came or what it is
treated with, not what it is: “possible pneumonia”, “r/o MI”, “cough x 3 days”, “hip pain after fall”."""

from __future__ import annotations

import re

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
TREATED = re.compile(
    r"(?<=\w)\W+on (?:home )?(?:[cb]i?pap|warfarin|coumadin|eliquis|apixaban|xarelto|rivaroxaban|anticoagulation"
    r"|metformin|med(?:ication)?s?|treatment|antibiotics|abx)$",
    re.IGNORECASE,
)
TAILS = (LOOKED_FOR, TREATED, LASTS, CAME_AFTER)


def unhedged(text: str) -> str:
    """`text` without its hedges, and without what is to be ruled out, how long it lasts, after what accident it came or
    what it is treated with where a finding stands before; as it is where nothing else stands in it.

    >>> unhedged("possible pneumonia"), unhedged("? DVT"), unhedged("unlikely"), unhedged("suspected")
    ('pneumonia', 'DVT', 'unlikely', 'suspected')
    >>> unhedged("chest pain r/o MI"), unhedged("leg swelling ?DVT"), unhedged("pneumonia?")
    ('chest pain', 'leg swelling', 'pneumonia')
    >>> unhedged("cough x 3 days"), unhedged("hip pain after fall"), unhedged("OSA on CPAP"), unhedged("fall from bed")
    ('cough', 'hip pain', 'OSA', 'fall from bed')
    """
    found = text.strip()
    for tail in TAILS:
        found = tail.sub("", found)
    return " ".join(HEDGE.sub(" ", found).split()) or text
