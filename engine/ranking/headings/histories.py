"""Family history: the heading under which a classification puts a condition that somebody's family has.

ICD-10-CM has no name for “family history of asthma” alone; under Z82.5 it says “Conditions classifiable to J40-J47”.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from engine.ranking.headings.span_tables import is_within
from engine.retrieval.word_index import telling_words
from engine.text.icd_codes import span
from store import concepts
from store.sqlite import Database

FAMILY_HISTORY = "Family history of "
OTHER = f"{FAMILY_HISTORY}other specified conditions"  # of what has no heading
LISTED = "conditions classifiable "
ELSEWHERE = "elsewhere in"
SEPARATED = re.compile(r"[,;]")


class FamilyHeading(NamedTuple):
    """A heading for what a family has: its preferred name, the first and last code of each span it is for, and the
    names of the codes below it."""

    name: str
    spans: tuple[tuple[str, str], ...]
    below: tuple[str, ...] = ()


def family_histories(db: Database, slug: str) -> list[FamilyHeading]:
    """The headings of a terminology that say whose codes they stand for, the narrowest first, then the one for all
    others, without spans; [] where it has none."""
    found, others = [], concepts.named_from(db, slug, OTHER.lower())
    noted = [one for one in concepts.named_from(db, slug, LISTED) if one[1].startswith(FAMILY_HISTORY)]
    below = concepts.leaves_below(db, slug, sorted({code for code, _, _ in noted}))
    for code, preferred, listed in noted:
        spans = tuple(filter(None, map(span, SEPARATED.split(listed.replace(ELSEWHERE, "to").partition(" to ")[2]))))
        if spans:
            leaves = tuple(one for one in below[code][1] if one != preferred) if code in below else ()
            found.append((ELSEWHERE in listed, -len(code), len(spans), FamilyHeading(preferred, spans, leaves)))
    return [*(one[-1] for one in sorted(found)), *(FamilyHeading(preferred, ()) for _, preferred, _ in others[-1:])]


def heading_for(code: str, histories: Sequence[FamilyHeading], condition: str = "") -> str:
    """The preferred name of the narrowest heading for a code, else of the one for all others; "" where there is none.
    Below it that of the code whose words the `condition` has, else of the other conditions.

    >>> eyes = "Family history of glaucoma", "Family history of other specified eye disorder"
    >>> histories = [FamilyHeading("Family history of eye disorders", (("H00", "H53"),), eyes)]
    >>> heading_for("H40.1", histories, "Open-angle glaucoma"), heading_for("H50", histories, "Strabismus")
    ('Family history of glaucoma', 'Family history of other specified eye disorder')
    """
    matching = (one for one in histories if not one.spans or is_within(code, one.spans))
    found = next(matching, None)
    return _below(found, condition) if found else ""


def _below(heading: FamilyHeading, condition: str) -> str:
    words = telling_words(condition)
    fitting = (one for one in heading.below if telling_words(one.removeprefix(FAMILY_HISTORY)) <= words)
    others = (one for one in reversed(heading.below) if one.startswith(f"{FAMILY_HISTORY}other "))
    return next(chain(fitting, others), heading.name)
