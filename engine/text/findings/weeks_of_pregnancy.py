"""At how many weeks something happens in a pregnancy: “spotting at 8 weeks” is in its first trimester."""

from __future__ import annotations

import re

from engine.text.findings.pregnancy import InPregnancy, in_pregnancy, named_trimester

WEEKS = re.compile(
    r"(?<=\w)\W+(?:(?:at|@) (\d{1,2}) ?(?:weeks?|wks?|w|/40)(?: (?:gestation|pregnant|ega|ga))?"
    r"|(\d{1,2}) ?(?:weeks?|wks?) (?:gestation|pregnant|ega|ga))$",
    re.IGNORECASE,
)
OF_PREGNANCY = re.compile(
    r"(?=.*\b(?:pre-?eclampsia|PET|miscarriage|abortion|eclampsia|hellp|placenta|abruption|hyperemesis|gestational"
    r"|breech|oligohydramnios|polyhydramnios|iugr|fgr|pec|pre-?e|p?prom|srom|twins?|triplets?|pih|gdm|fetus|fetal|foetal"
    r"|in pregnancy)"
    r"\b).*\w\W+(\d{1,2}) ?(?:weeks?|wks?|w|/40)$",
    re.IGNORECASE,
)
OF_40 = re.compile(r"(?P<before>.*?\w)\W+(?P<weeks>\d{1,2})(?: ?\+ ?\d)? ?/ ?40\b\W*(?P<behind>.*)", re.IGNORECASE)
OF_CHILD = re.compile(r"\b(?:born|newborn|neonate|baby|infant|prem\w*|preemie|ex)\b", re.IGNORECASE)
GESTATION = re.compile(
    r"\b(\d{1,2})(?: ?\+ ?\d)?(?: ?/ ?40\b| ?(?:weeks?|wks?|w) (?:pregnant|gestation|gravid|ega)\b)", re.IGNORECASE
)
BARE = re.compile(r"(?P<said>.*\w)\W+(\d{1,2}) ?(?:weeks?|wks?|w|/40)$", re.IGNORECASE)
PREGNANT, SOME_WEEKS = r"(?:pregnan(?:t|cy)|iup|gravid)", r"\d{1,2}(?: ?\+ ?\d)? ?(?:weeks?|wks?|w|/ ?40)"
AT_WEEKS = re.compile(rf"{PREGNANT}\W+(?:at )?{SOME_WEEKS}|{SOME_WEEKS}(?: of)? {PREGNANT}", re.IGNORECASE)
FIGURES = re.compile(r"\d+")
DURATION = r"(?<!x )(?<!x)(?<!for )(?<!past )(?<!last )(?<!over )"  # before weeks that something lasts
OF_SOME_WEEKS = re.compile(
    rf"\b{DURATION}(\d{{1,2}})"
    r"(?:\+[0-6]\b|(?: ?\+ ?\d)?(?: ?/ ?40\b| ?-?(?:weeks?|wks?|w)\b(?! (?:post|pp|old|ago|after|since))))",
    re.IGNORECASE,
)
IN_PREGNANCY = " in pregnancy, "
LONGEST = 42  # weeks of a pregnancy
SECOND, THIRD = 14, 28  # weeks with which these trimesters begin


def in_trimester(text: str) -> str:
    """`text` with the trimester in place of the weeks that end it; "" where none end it.

    Of a text that says nothing else, how far the pregnancy is.

    >>> in_trimester("pregnant 20 wks"), in_trimester("12+3/40 pregnant")
    ('20 weeks gestation of pregnancy', '12 weeks gestation of pregnancy')
    >>> in_trimester("spotting at 8 weeks"), in_trimester("preeclampsia, 34 wks gestation"), in_trimester("10 weeks")
    ('spotting in pregnancy, first trimester', 'preeclampsia in pregnancy, third trimester', '')
    >>> in_trimester("severe pre-eclampsia 34 wks"), in_trimester("cough 3 weeks")
    ('severe pre-eclampsia in pregnancy, third trimester', '')
    >>> in_trimester("breech at 37/40"), in_trimester("PEC, 36w")
    ('breech in pregnancy, third trimester', 'PEC in pregnancy, third trimester')
    >>> in_trimester("placenta praevia 32/40, no bleeding"), in_trimester("born at 32/40, jaundice")
    ('placenta praevia, no bleeding in pregnancy, third trimester', '')
    """
    if AT_WEEKS.fullmatch(text.strip()) and 0 < (weeks := weeks_in(text)) <= LONGEST:
        return f"{weeks} weeks gestation of pregnancy"
    if (within := OF_40.fullmatch(text.strip())) and 0 < int(within["weeks"]) <= LONGEST and not OF_CHILD.search(text):
        condition = ", ".join(filter(None, (within["before"].removesuffix(" at"), within["behind"])))
        return f"{condition}{IN_PREGNANCY}{trimester_at(int(within['weeks']))}"
    if found := WEEKS.search(text.strip()):
        weeks, condition = int(found[1] or found[2]), text.strip()[: found.start()]
    elif of_pregnancy := OF_PREGNANCY.match(text.strip()):
        weeks, condition = int(of_pregnancy[1]), text.strip()[: of_pregnancy.start(1)].rstrip(" ,;(@")
        condition = condition.removesuffix(IN_PREGNANCY.rstrip(", "))
    else:
        return ""
    return f"{condition}{IN_PREGNANCY}{trimester_at(weeks)}" if 0 < weeks <= LONGEST else ""


def weeks_in(text: str) -> int:
    """The number that a text says first, of weeks.

    >>> weeks_in("pregnant 12+3/40")
    12
    """
    return int(FIGURES.findall(text)[0])


def in_pregnancy_or_weeks(text: str) -> InPregnancy | None:
    """What a text says that somebody has in a pregnancy, which weeks of one may say: “spotting at 8 weeks”."""
    return in_pregnancy(in_trimester(text) or text)


def at_bare_weeks(text: str) -> tuple[str, str]:
    """What a text says before the weeks that end it, and the trimester that these are in if they are of a pregnancy.

    >>> at_bare_weeks("baby not moving much, 32 weeks"), at_bare_weeks("cough")
    (('baby not moving much', 'third trimester'), ('', ''))
    """
    found = BARE.fullmatch(text.strip())
    weeks = int(found[2]) if found else 0
    return (found["said"], trimester_at(weeks)) if found and 0 < weeks <= LONGEST else ("", "")


def trimester_of(text: str) -> str:
    """The trimester that a text names, or that the weeks of a pregnancy are in which it names; "" without either.

    >>> trimester_of("PET at 34/40, proteinuria"), trimester_of("spotting, 8 weeks pregnant")
    ('third trimester', 'first trimester')
    >>> trimester_of("born at 34/40"), trimester_of("neonate, 34/40")
    ('', '')
    >>> trimester_of("bleeding 2nd trimester"), trimester_of("cough 3 weeks")
    ('second trimester', '')
    """
    if OF_CHILD.search(text):
        return ""
    if named := named_trimester(text):
        return f"{named} trimester"
    found = GESTATION.search(text)
    return trimester_at(int(found[1])) if found and 0 < int(found[1]) <= LONGEST else ""


def gestation(text: str) -> int:
    """The weeks that a text says, as a pregnancy is told by, 0 where it says none, or those of a child that is born.

    >>> gestation("twins 32 weeks"), gestation("PET at 34/40"), gestation("svd 39wks"), gestation("ex 30 weeks baby")
    (32, 34, 39, 0)
    >>> gestation("vomiting for 2 weeks"), gestation("mastitis, 3 weeks postpartum"), gestation("38+2, GBS carrier")
    (0, 0, 38)
    """
    found = None if OF_CHILD.search(text) else OF_SOME_WEEKS.search(text)
    return int(found[1]) if found and 0 < int(found[1]) <= LONGEST else 0


def trimester_at(weeks: int) -> str:
    """The trimester of some weeks of a pregnancy in words, "" of none."""
    if not weeks:
        return ""
    return f"{'first' if weeks < SECOND else 'second' if weeks < THIRD else 'third'} trimester"
