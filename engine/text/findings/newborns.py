"""A newborn by its weeks or its weight, “born at 29 wks” is preterm, “birth weight 1620 g” low, and what it has."""

from __future__ import annotations

import re

BABY = r"(?:newborn|neonate|baby|infant|prem(?:ature|mie|emie)?|preemie|preterm)(?: (?:baby|infant|newborn|neonate))?"
WEEKS = r"(\d\d)(?: ?\+ ?\d)?[ -]?(?:weeks?|wks?|/40)(?: (?:gestation|ga))?"
BORN = re.compile(
    rf"{BABY},? (?:born )?(?:(?:at|of) )?{WEEKS}|(?:{BABY} )?(?:born|delivered) at (?:{WEEKS}|(\d\d)\+\d)"
    rf"|{WEEKS} {BABY}",
    re.IGNORECASE,
)
WEIGHT = re.compile(
    r"(?:(?:birth ?weight|bw|[ev]?lbw|low birth ?weight)(?: of)?|(?:newborn|baby)(?: weigh(?:s|ed|ing))?),? ?"
    r"(?:(\d{3,4}) ?g(?:rams?|ms?)?|(\d(?:\.\d+)?) ?kgs?)(?: at birth)?",
    re.IGNORECASE,
)
OF_AGE = re.compile(  # what a newborn is for its weeks of gestation, beside its weight
    r"(?:(?P<small>sga|small[- ]for[- ](?:gestational[- ]age|dates))|light[- ]for[- ](?:gestational[- ]age|dates))"
    r"(?:,? (?:newborn|neonate|baby|infant))?,? (?:(?P<g>\d{3,4}) ?g(?:rams?|ms?)?|(?P<kg>\d(?:\.\d+)?) ?kgs?)",
    re.IGNORECASE,
)
NEWBORN = r"(?:a |the )?(?:newborn|neonate|neonat(?:al)?|nb)(?: (?:baby|infant))?"
DAYS = (
    r"(?:(?:at |aged? )?(?:[1-9]|1\d|2[0-8])[- ]?(?:days?[- ]old|d/o|do)(?: (?:baby|infant|newborn|neonate|boy|girl))?"
    r"|(?:on )?day (?:[1-9]|1\d|2[0-8])(?: of life)|(?:[1-9]|1\d|2[0-8]) days of life)"
)
OF_NEWBORN = re.compile(
    rf"(?:{NEWBORN}|{DAYS})(?:,| with| has)? (?P<behind>\w.*)"
    rf"|(?P<before>\w.*?\w)(?:,| in| of)? (?:{NEWBORN}|\(?{DAYS}\)?)",
    re.IGNORECASE,
)
PRETERM, EXTREME, LEAST = 37, 28, 23  # weeks below which a newborn is so, and below which no week is told
CLASSES = (500, 750, 1000, 1250, 1500, 1750, 2000, 2500)  # grams at which those of a low weight begin
EXTREMELY_LOW, HEAVY, VERY_HEAVY = 1_000, 4_000, 4_500


def newborn(text: str) -> str:
    """What ICD-10-CM calls a newborn of these weeks or this weight; "" for other texts, and for the usual.

    >>> newborn("born at 29 wks")
    'preterm newborn, gestational age 29 completed weeks'
    >>> newborn("prem baby born at 31+4")
    'preterm newborn, gestational age 31 completed weeks'
    >>> newborn("newborn 26/40")
    'extreme immaturity of newborn, gestational age 26 completed weeks'
    >>> newborn("baby 4.7 kg at birth"), newborn("birth weight 2.1kg")
    ('exceptionally large newborn baby', 'other low birth weight newborn, 2000-2499 grams')
    >>> newborn("birth weight 1620 g"), newborn("birth weight 3200 g"), newborn("baby 12 weeks")
    ('other low birth weight newborn, 1500-1749 grams', '', '')
    >>> newborn("SGA newborn 1900 g"), newborn("light for dates, 2.1 kg")
    ('newborn small for gestational age, 1750-1999 grams', 'newborn light for gestational age, 2000-2499 grams')
    """
    if found := BORN.fullmatch(text.strip()):
        weeks = int(next(filter(None, found.groups())))
        if LEAST <= weeks < PRETERM:
            kind = "extreme immaturity of newborn" if weeks < EXTREME else "preterm newborn"
            return f"{kind}, gestational age {weeks} completed weeks"
    if found := WEIGHT.fullmatch(text.strip()):
        return _of_weight(int(found[1] or round(1000 * float(found[2]))))
    if found := OF_AGE.fullmatch(text.strip()):
        kind = f"newborn {'small' if found['small'] else 'light'} for gestational age"
        return _in_class(kind, int(found["g"] or round(1000 * float(found["kg"]))))
    return ""


def of_newborn(text: str) -> str:
    """What a newborn has, as a text says; "" where it says nothing of one. A baby may be older.

    >>> of_newborn("neonate with oral thrush"), of_newborn("sticky eyes, 4 day old"), of_newborn("baby with cough")
    ('oral thrush', 'sticky eyes', '')
    """
    found = OF_NEWBORN.fullmatch(text.strip())
    return (found["behind"] or found["before"]) if found else ""


def _of_weight(grams: int) -> str:
    if grams >= HEAVY:
        return "exceptionally large newborn baby" if grams >= VERY_HEAVY else "other heavy for gestational age newborn"
    low = "extremely low birth weight newborn" if grams < EXTREMELY_LOW else "other low birth weight newborn"
    return _in_class(low, grams)


def _in_class(kind: str, grams: int) -> str:
    """The name of a kind of newborn for a weight, "" for one of no class."""
    begins = max((one for one in CLASSES if one <= grams), default=0)
    ends = next((one for one in CLASSES if one > grams), 0)
    if not ends:
        return ""
    return f"{kind}, {begins}-{ends - 1} grams" if begins else f"{kind}, less than {ends} grams"
