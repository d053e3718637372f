"""What somebody swallowed by mistake: “toddler ate nan's amlodipine by mistake” is an accidental poisoning by it."""

from __future__ import annotations

import re

TAKEN = r"(?:ate|eaten|swallowed|drank|drunk|took|taken|ingested|chewed|had)"
OF_WHOM = r"(?:his|her|my|our|their|[a-z]+(?:'|’)s)(?: own)?"
HOW_MUCH = rf"(?:(?:an?|the|some|a few|several|too (?:much|many)|\d+|{OF_WHOM})(?: of)? )*"
WHAT = r"(?P<what>[a-z][\w-]*(?: (?!tablets?\b|pills?\b|capsules?\b)[a-z][\w-]*)?)(?: (?:tablets?|pills?|capsules?))?"
MISTAKEN = r"(?:by (?:mistake|accident)|accidentally|mistakenly|in error|unintentionally)"
MISTAKE = re.compile(rf",? *\b{MISTAKEN}\b", re.IGNORECASE)
BY_MISTAKE = [
    re.compile(one, re.IGNORECASE)
    for one in (
        rf"(?:.{{0,25}}\b)?{TAKEN} {HOW_MUCH}{WHAT},? {MISTAKEN}",
        rf"(?:.{{0,25}}\b)?{MISTAKEN} {TAKEN} {HOW_MUCH}{WHAT}",
        rf"(?:accidental|unintentional) (?:ingestion|overdose|swallowing) (?:of|with) {HOW_MUCH}{WHAT}",
    )
]
WRONG_DOSE = re.compile(r"\b(?:dose|dosage|medication|medicine|meds|tablets?|pills?|it|them)\b", re.IGNORECASE)


def taken_by_mistake(text: str) -> tuple[str, str]:
    """An accidental poisoning by what a text says somebody took by mistake, and the text without that it was one; ""
    for both of another text.

    >>> taken_by_mistake("toddler ate nan's amlodipine by mistake")
    ('poisoning by amlodipine, accidental (unintentional)', "toddler ate nan's amlodipine")
    >>> taken_by_mistake("accidentally took 4 digoxin tablets")[0], taken_by_mistake("took the wrong dose by mistake")
    ('poisoning by digoxin, accidental (unintentional)', ('', ''))
    """
    found = next(filter(None, (one.fullmatch(text.strip()) for one in BY_MISTAKE)), None)
    if found is None or WRONG_DOSE.search(found["what"]):
        return "", ""
    return f"poisoning by {found['what']}, accidental (unintentional)", " ".join(MISTAKE.sub("", text).split())
