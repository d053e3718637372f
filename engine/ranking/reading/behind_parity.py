"""What stands behind how often a woman has been pregnant, and for how long she is: “G2P1 28/40, GDM on diet”."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames

PARITY = r"G ?\d{1,2},? ?P ?\d{1,2}(?: ?\+ ?\d)?|(?:gravida \d{1,2},? )?para ?\d{1,2}|P ?\d(?: ?\+ ?\d)?"
FIRST = r"(?:primip|multip)(?:arous|ara)?|primigravida|multigravida"
WEEKS = r"\d{1,2}(?: ?\+ ?\d)? ?/ ?40"
ENCOUNTER = re.compile(r"\bencounter\b", re.IGNORECASE)
BEFORE = re.compile(
    rf"(?P<who>(?:{PARITY}|{FIRST})(?![\w/+])[\s,;:]*)?(?:(?:at )?(?P<weeks>{WEEKS})[\s,;:]+)?"
    r"(?P<what>(?!pregnan\w+$)\D.*)",
    re.IGNORECASE,
)


def behind_parity(text: str, known: KnownNames) -> str:
    """The finding of a text that first says how often somebody has been pregnant or for how many weeks she is, these
    weeks behind it unless it is an encounter; "" where no finding stands there: “G2P1 28/40” is a pregnancy."""
    found = BEFORE.fullmatch(text.strip())
    if found is None or not (found["who"] or found["weeks"]) or not known.is_finding(found["what"]):
        return ""
    of_encounter = any(map(ENCOUNTER.search, known.ways_of(found["what"])))  # “20/40 anomaly scan”
    return found["what"] if of_encounter or not found["weeks"] else f"{found['what']} {found['weeks']}"
