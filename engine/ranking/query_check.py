"""Whether a query can be answered at all."""

from __future__ import annotations

from engine.errors import BadInput
from engine.ranking import UNITS
from engine.text import LONGEST_NAME

MOST_CANDIDATES = 1_000  # candidates
NOTHING = "Type a name or a concept id to search for."


def check_query(text: object, top: int, unit: str) -> None:
    """BadInput, in one sentence, for a query that cannot be answered."""
    if not isinstance(text, str):  # from Python, as a cell of a table that holds nothing
        raise BadInput(f"What is to be ranked is “{text!r:.40}” and no text; give a name or a concept id as a text.")
    if not text.strip():
        raise BadInput(NOTHING)
    if len(text) > LONGEST_NAME:
        raise BadInput(
            f"What you typed has {len(text):,} characters; a name has at most {LONGEST_NAME:,}. "
            "Shorten it, or search for one name at a time."
        )
    if not 1 <= top <= MOST_CANDIDATES:
        raise BadInput(f"Asked for {top} candidates; choose a number from 1 to {MOST_CANDIDATES:,}.")
    if unit not in UNITS:
        raise BadInput(f"Asked for “{unit}” as the unit of a ranking; choose concept, name or billable.")
