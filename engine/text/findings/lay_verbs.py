"""What somebody did or has since, as names say it: “broke her wrist” is a broken one, “since her stroke” after it."""

from __future__ import annotations

import re

WHOSE = r"(?:(?:my|his|her|their|the|a|an) )?"
EVENTS = r"(?:stroke|cva|tia|surgery|operation|accident|fall|head injury|concussion|delivery|childbirth|covid|chemo\w*)"
VERBS = (
    (re.compile(rf"(?<!water )(?<!waters )\bbroke {WHOSE}", re.IGNORECASE), "broken "),
    (re.compile(rf"\bsince {WHOSE}(?={EVENTS}\b)", re.IGNORECASE), "after "),
    (re.compile(r"^(?:has |have )?test(?:ed|s|ing)? positive for ", re.IGNORECASE), ""),
    (re.compile(r"\bburnt\b", re.IGNORECASE), "burned"),
    (re.compile(r"\b(\w+) keeps? getting (?=infected\b)", re.IGNORECASE), r"\1 recurrently "),
)


def with_verbs_as_nouns(text: str) -> str:
    """`text` with the verbs of VERBS as names say it.

    >>> with_verbs_as_nouns("broke my left wrist"), with_verbs_as_nouns("weakness since her stroke")
    ('broken left wrist', 'weakness after stroke')
    >>> with_verbs_as_nouns("tested positive for flu A"), with_verbs_as_nouns("cough since last week")
    ('flu A', 'cough since last week')
    """
    for pattern, instead in VERBS:
        text = pattern.sub(instead, text)
    return text
