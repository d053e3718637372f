"""A list of findings without those that it denies: “hypertension, diabetes, no CKD” is hypertension and diabetes."""

from __future__ import annotations

from itertools import product

from engine.ranking.reading.findings_apart import COMMA
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.typed_parts import DENIED
from engine.text.findings.past import PAST

FEWEST = 2  # findings beside what is denied: of one a name may say what it is without


def without_denied_parts(text: str, known: KnownNames) -> str:
    """The findings of a list without those that are denied, each of which is known by itself; "" where none is denied,
    one is past, or a name has one of the others without one of these."""
    parts = [one for one in COMMA.split(text.strip()) if one]
    denied = [found["what"] for found in map(DENIED.fullmatch, parts) if found]
    there = [one for one in parts if not DENIED.fullmatch(one)]
    if not denied or len(there) < FEWEST or any(map(PAST.search, there)):
        return ""
    if not all(map(known.is_finding, (*there, *denied))):
        return ""
    pairs = (product(known.ways_of(one), known.ways_of(other)) for one, other in product(there, denied))
    if any(known.is_in_a_name(f"{way} without {other}") for some in pairs for way, other in some):
        return ""
    return ", ".join(there)
