"""Words by which somebody says how sure or how new a finding is, not what it is: “possible pneumonia”, “r/o MI”."""

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


def unhedged(text: str) -> str:
    """`text` without its hedges, and without what is to be ruled out where a finding stands before; as it is where
    nothing else stands in it.

    >>> unhedged("possible pneumonia"), unhedged("? DVT"), unhedged("unlikely"), unhedged("suspected")
    ('pneumonia', 'DVT', 'unlikely', 'suspected')
    >>> unhedged("chest pain r/o MI"), unhedged("leg swelling ?DVT"), unhedged("pneumonia?")
    ('chest pain', 'leg swelling', 'pneumonia')
    """
    return " ".join(HEDGE.sub(" ", LOOKED_FOR.sub("", text)).split()) or text
