"""Whether a text denies a mention, speaks of the past, or of the family: words before and after it in its clause.

After ConText (Harkema et al. 2009), with its triggers, their direction, and the words that end their reach.
"""

from __future__ import annotations

import re

NEGATED, HISTORICAL, FAMILY = ATTRIBUTES = ("negated", "historical", "family")
REACH = 6  # words that a negation reaches over
SENTENCE = re.compile(r"[.;!?\n]+(?:\s|$)")
ENDS = re.compile(r"\b(?:but|however|although|though|except|yet|which|who|because|secondary to)\b", re.IGNORECASE)
RELATIVES = (
    "mother|father|parents?|brothers?|sisters?|siblings?|aunts?|uncles?|cousins?|grand(?:mother|father|parents?)|sons?"
    "|daughters?|maternal|paternal|relatives?"
)
BEFORE = {
    NEGATED: re.compile(
        r"\b(?:no|not|nor|never|without|den(?:y|ies|ied|ying)|absence of|absent|lacks?|negative for|free of"
        r"|rul(?:e|es|ed|ing) out|exclud(?:e|es|ed|ing))\b",
        re.IGNORECASE,
    ),
    HISTORICAL: re.compile(
        r"\b(?:history of|h/o|past medical history|past history|previous(?:ly)?|prior|former(?:ly)?|status post|s/p"
        r"|in the past)(?!\w)",
        re.IGNORECASE,
    ),
    FAMILY: re.compile(rf"\b(?:family history|familial history|fh|{RELATIVES})\b", re.IGNORECASE),
}
AFTER = {
    NEGATED: re.compile(
        r"^\W*(?:(?:was|is|were|are|has been)\s+)?(?:ruled out|excluded|absent|negative|denied|not )", re.IGNORECASE
    ),
    HISTORICAL: re.compile(r"\b(?:in the past|years? ago|months? ago|in childhood|as a child)\b", re.IGNORECASE),
    FAMILY: re.compile(rf"\b(?:in|of) (?:(?:his|her|their|the) )?(?:family|{RELATIVES})\b", re.IGNORECASE),
}
NOT_PAST = re.compile(r"\bfamil(?:y|ial) history(?: of)?\b", re.IGNORECASE)


def attributes_in(before: str, after: str) -> tuple[str, ...]:
    """Those of ATTRIBUTES that the text before and after a mention gives it.

    >>> attributes_in("He denies fever and ", "."), attributes_in("Family history of ", " in her mother.")
    (('negated',), ('family',))
    """
    here = ENDS.split(SENTENCE.split(before)[-1])[-1]
    then = ENDS.split(SENTENCE.split(after)[0])[0]
    near = " ".join(here.split()[-REACH:])
    found = {
        NEGATED: BEFORE[NEGATED].search(near) or AFTER[NEGATED].search(then),
        HISTORICAL: BEFORE[HISTORICAL].search(NOT_PAST.sub(" ", here)) or AFTER[HISTORICAL].search(then),
        FAMILY: BEFORE[FAMILY].search(here) or AFTER[FAMILY].search(then),
    }
    return tuple(name for name in ATTRIBUTES if found[name])
