"""Words by which somebody says how sure or how new a finding is, not what it is: “possible pneumonia”, “r/o MI”."""

from __future__ import annotations

import re

HEDGE = re.compile(
    r"(?:\?|\b(?:poss(?:ible|ibly)?|prob(?:able|ably)?|likely|suspected|suspicion of|query|rule[sd]? out|r/o"
    r"|new[- ]onset|worsening|known)\b(?: for)?) *",
    re.IGNORECASE,
)


def unhedged(text: str) -> str:
    """`text` without its hedges; as it is where nothing else stands in it.

    >>> unhedged("possible pneumonia"), unhedged("? DVT"), unhedged("unlikely"), unhedged("suspected")
    ('pneumonia', 'DVT', 'unlikely', 'suspected')
    """
    return " ".join(HEDGE.sub(" ", text).split()) or text
