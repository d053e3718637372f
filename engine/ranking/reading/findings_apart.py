"""Two findings typed as one text: “heartburn and nausea” is heartburn, and nausea."""

from __future__ import annotations

import re
from itertools import product

from engine.ranking.reading.known_names import WAYS, KnownNames
from engine.ranking.reading.rewriting_the_past import still_there
from engine.retrieval.word_index import telling_words
from engine.text.findings.no_finding import only_qualifies
from engine.text.findings.qualifier_behind import SAYS_OF_WHAT_KIND

COMMA = re.compile(r"\s*[,;]\s*(?:and\b\s*)?", re.IGNORECASE)
BETWEEN = re.compile(rf"{COMMA.pattern}|\s*(?:[&+]|\band\b|\bplus\b)\s*", re.IGNORECASE)
MOST = 3  # findings of one text: more are a letter


def findings_apart(text: str, known: KnownNames) -> list[str]:
    """The findings that a text joins by “and”, “plus”, a comma or the like, each by itself; [] where it joins none.

    Each has to be a name of its own or a form of the dictionary, behind a comma a name or a short form, since a comma
    also parts what only says more: “septic arthritis, staph”. No name may have the words of all of them, and no form
    be the text: “nausea and vomiting” is one finding.
    """
    parts = [still_there(one, known) or one for one in BETWEEN.split(text.strip()) if one]
    if not 1 < len(parts) <= MOST or known.is_form(text):
        return []
    is_known = known.is_named if COMMA.search(text) else known.is_finding
    if not all(_is_thing(one, known) and is_known(one) for one in parts):
        return []
    return [] if any(map(known.is_in_a_name, known.ways_of(text))) else parts


def findings_as_one(text: str, known: KnownNames) -> str:
    """Two findings as the dictionary has each by itself, where a name has the words of both: “feel sick and throwing
    up” is nausea and vomiting; "" where none has."""
    parts = findings_apart(text, known)
    if len(parts) != 2:
        return ""
    ways = [known.expansions(one)[:WAYS] or [one] for one in parts]
    if any(_says_all_of(*one) for one in product(*ways)):
        return ""
    both = (" and ".join(one) for one in product(*ways))
    return next(filter(known.is_in_a_name, both), "")


def _says_all_of(one: str, other: str) -> bool:
    """Whether one of two findings has all words of the other: “fall due to ice” and “unspecified fall”."""
    words, others = (telling_words(text) - {"unspecified"} for text in (one, other))
    return words <= others or others <= words


def joins_findings(text: str) -> bool:
    """Whether a text joins something."""
    return BETWEEN.search(text.strip()) is not None


def _is_thing(text: str, known: KnownNames) -> bool:
    return not only_qualifies(text) and (not SAYS_OF_WHAT_KIND.fullmatch(text) or known.is_form(text))  # “tired”
