"""A list of findings without those that are only suspected: “SOB, possible PE” is shortness of breath."""

from __future__ import annotations

from engine.ranking.reading.findings_apart import is_thing
from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.certainty import certainty_of


def without_suspected_parts(text: str, known: KnownNames) -> str:
    """What a text says for sure, where it suspects something beside and each of both is a finding; else ""."""
    found = certainty_of(text)
    if not found.sure or not found.suspected:
        return ""
    both = (*found.sure, *found.suspected)
    return ", ".join(found.sure) if all(known.is_finding(one) and is_thing(one, known) for one in both) else ""
