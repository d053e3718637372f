"""Terms that a classification includes under a heading, as its notes say: other words for it, or for kinds of it.

ICD-10-CM has “high blood pressure” under I10 as an Includes note and as no name; whoever types it means I10.
"""

from __future__ import annotations

import json
import re

from store import concepts
from store.sqlite import Database

HEADING = "Includes"
MOST_WORDS = 8  # a longer note is an explanation
NOS_OR_NEC = re.compile(r",?\s*\b(?:NOS|NEC)\b")
SUPPLEMENT = re.compile(r"\s*\([^()]*\)")


def included_terms(db: Database, slug: str) -> list[tuple[int, str]]:
    """(number of the concept, term) of each short Includes note of a terminology, without words that may be left out.

    "hypertension (arterial) (benign)" is "hypertension", "diabetes NOS" is "diabetes".
    """
    found = []
    for number, notes in concepts.noted(db, slug, HEADING):
        for note in json.loads(notes).get(HEADING, ()):
            term = " ".join(NOS_OR_NEC.sub("", SUPPLEMENT.sub("", note)).split())
            if term and len(term.split()) <= MOST_WORDS:
                found.append((number, term))
    return found
