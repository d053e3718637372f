"""What stands behind how often a woman has been pregnant, and for how long she is: “G2P1 28/40, GDM on diet”."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.rewriting_by_names import IN_A_PREGNANCY
from engine.text.findings.weeks_of_pregnancy import AT_WEEKS, SOME_WEEKS, weeks_in

PARITY = r"G ?\d{1,2},? ?P ?\d{1,2}(?: ?\+ ?\d)?|(?:gravida \d{1,2},? )?para ?\d{1,2}|P ?\d(?: ?\+ ?\d)?"
FIRST = r"(?:primip|multip)(?:arous|ara)?|primigravida|multigravida"
WEEKS = r"\d{1,2}(?: ?\+ ?\d)? ?/ ?40"
ENCOUNTER = re.compile(r"\bencounter\b", re.IGNORECASE)
BEFORE = re.compile(
    rf"(?P<who>(?:{PARITY}|{FIRST})(?![\w/+])[\s,;:]*)?(?:(?:at )?(?P<weeks>{WEEKS})[\s,;:]+"
    rf"|(?P<in_words>{AT_WEEKS.pattern}|{SOME_WEEKS} gestation|(?P<bare>{SOME_WEEKS}))"
    r"(?:[,;:]\s+|\s+(?:with|now|and)\s+))?(?P<what>(?!pregnan\w+$)\D.*)",
    re.IGNORECASE,
)


def behind_parity(text: str, known: KnownNames) -> str:
    """The finding of a text that first says how often somebody has been pregnant or for how many weeks she is, these
    weeks behind it unless it is an encounter; "" where no finding stands there: “G2P1 28/40” is a pregnancy. Weeks by
    themselves are of a pregnancy where the finding is: “28 weeks, pre-eclampsia”, but no “6 weeks, cough”."""
    found = BEFORE.fullmatch(text.strip())
    if found is None or not known.is_finding(found["what"]):
        return ""
    weeks, ways = found["weeks"] or found["in_words"], known.ways_of(found["what"])
    if not (found["who"] or weeks) or (found["bare"] and not any(map(IN_A_PREGNANCY.search, ways))):
        return ""
    of_encounter = any(map(ENCOUNTER.search, ways))  # “20/40 anomaly scan”
    return found["what"] if of_encounter or not weeks else f"{found['what']} {weeks_in(weeks)}/40"
