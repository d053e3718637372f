"""What says more of a finding and stands behind it, put in front: “falls, recurrent” as “recurrent falls”."""

from __future__ import annotations

import re

from engine.text.dictionary.clinical_dictionary import ClinicalDictionary

COMMA = re.compile(r"\s*[,;]\s*")
SAYS_OF_WHAT_KIND = re.compile(r"\w+(?:ic|ed|al|ous|ary|ive|[ea]nt)", re.IGNORECASE)  # chronic, acquired: no finding
MOST_PARTS = 4  # parts of one text
LONGEST = 3  # words of what stands behind


def with_qualifier_in_front(text: str, dictionary: ClinicalDictionary) -> str:
    """`text` with what stands behind a comma before what stands first, where the dictionary knows the two so and not as
    they stand; "" where it does not.

    >>> from engine.text.dictionary.clinical_dictionary import shipped
    >>> with_qualifier_in_front("hiatus hernia, strangulated", shipped())
    'strangulated hiatus hernia'
    >>> with_qualifier_in_front("falls, recurrent, frail", shipped()), with_qualifier_in_front("gout, toe", shipped())
    ('recurrent falls, frail', '')
    """
    first, *behind = COMMA.split(text.strip())
    if not 0 < len(behind) < MOST_PARTS or dictionary.find(text.split()) is not None:
        return ""
    for place, one in enumerate(behind):
        turned = f"{one} {first}"
        if not one or len(one.split()) > LONGEST or _is_finding(one, dictionary):
            continue
        if dictionary.find(turned.split()) is not None:
            return ", ".join((turned, *behind[:place], *behind[place + 1 :]))
    return ""


def _is_finding(text: str, dictionary: ClinicalDictionary) -> bool:
    """Whether a text is a finding of its own: “depression, anxiety” says two."""
    return not SAYS_OF_WHAT_KIND.fullmatch(text) and dictionary.find(text.split()) is not None
