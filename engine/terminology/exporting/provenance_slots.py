"""The slots of SSSOM that say by whom, when and why something was said."""

from __future__ import annotations

from typing import Any

from engine.formats.mapping_sets.provenance import MANUAL, author_label
from engine.terminology.exporting.notes import NEXT


def provenance_slots(
    who: str, when: str, *comments: str, score: float | None = None, justification: str = MANUAL
) -> dict[str, Any]:
    """Slots with their values: the author, the day, the score that was seen, and what was written about it."""
    return {
        "mapping_justification": justification,
        "author_label": author_label(who),
        "mapping_date": when[:10],
        "similarity_score": score,
        "comment": NEXT.join(filter(None, comments)),
    }
