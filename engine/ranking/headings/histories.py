"""Family history: the heading under which a classification puts a condition that somebody's family has.

ICD-10-CM has no name for “family history of asthma” alone; under Z82.5 it says “Conditions classifiable to J40-J47”.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.text.icd_codes import span, within
from store import concepts
from store.sqlite import Database

FAMILY_HISTORY = "Family history of "
OTHER = f"{FAMILY_HISTORY}other specified conditions"  # of what has no heading
LISTED = "conditions classifiable "
ELSEWHERE = "elsewhere in"
SEPARATED = re.compile(r"[,;]")


class FamilyHeading(NamedTuple):
    """A heading for what a family has: its preferred name, and the first and last code of each span it is for."""

    name: str
    spans: tuple[tuple[str, str], ...]


def family_histories(db: Database, slug: str) -> list[FamilyHeading]:
    """The headings of a terminology that say whose codes they stand for, the narrowest first, then the one for all
    others, without spans; [] where it has none."""
    found, others = [], concepts.named_from(db, slug, OTHER.lower())
    for code, preferred, listed in concepts.named_from(db, slug, LISTED):
        spans = tuple(filter(None, map(span, SEPARATED.split(listed.replace(ELSEWHERE, "to").partition(" to ")[2]))))
        if spans and preferred.startswith(FAMILY_HISTORY):
            found.append((ELSEWHERE in listed, -len(code), len(spans), FamilyHeading(preferred, spans)))
    return [*(one[-1] for one in sorted(found)), *(FamilyHeading(preferred, ()) for _, preferred, _ in others[-1:])]


def heading_for(code: str, histories: Sequence[FamilyHeading]) -> str:
    """The preferred name of the narrowest heading for a code, else of the one for all others; "" where there is none.

    >>> heading_for("J45.9", [FamilyHeading("Family history of asthma", (("J40", "J47"),))])
    'Family history of asthma'
    """
    matching = (one.name for one in histories if not one.spans or any(within(code, codes) for codes in one.spans))
    return next(matching, "")
