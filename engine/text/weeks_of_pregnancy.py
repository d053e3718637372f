"""At how many weeks something happens in a pregnancy: “spotting at 8 weeks” is in its first trimester."""

from __future__ import annotations

import re

WEEKS = re.compile(
    r"(?<=\w)\W+(?:(?:at|@) (\d{1,2}) ?(?:weeks?|wks?|w)(?: (?:gestation|pregnant|ega|ga))?"
    r"|(\d{1,2}) ?(?:weeks?|wks?) (?:gestation|pregnant|ega|ga))$",
    re.IGNORECASE,
)
PREGNANT, NUMBER = r"(?:pregnan(?:t|cy)|iup|gravid)", r"(\d{1,2}) ?(?:weeks?|wks?|w)"
AT_WEEKS = re.compile(rf"{PREGNANT}\W+(?:at )?{NUMBER}|{NUMBER} {PREGNANT}", re.IGNORECASE)
LONGEST = 42  # weeks of a pregnancy
SECOND, THIRD = 14, 28  # weeks with which these trimesters begin


def in_trimester(text: str) -> str:
    """`text` with the trimester in place of the weeks that end it; "" where none end it.

    Of a text that says nothing else, how far the pregnancy is.

    >>> in_trimester("pregnant 20 wks"), in_trimester("12 weeks pregnant")
    ('20 weeks gestation of pregnancy', '12 weeks gestation of pregnancy')
    >>> in_trimester("spotting at 8 weeks"), in_trimester("preeclampsia, 34 wks gestation"), in_trimester("10 weeks")
    ('spotting in pregnancy, first trimester', 'preeclampsia in pregnancy, third trimester', '')
    """
    if (alone := AT_WEEKS.fullmatch(text.strip())) and 0 < (weeks := int(alone[1] or alone[2])) <= LONGEST:
        return f"{weeks} weeks gestation of pregnancy"
    found = WEEKS.search(text.strip())
    weeks = int(found[1] or found[2]) if found else 0
    if found is None or not 0 < weeks <= LONGEST:
        return ""
    trimester = "first" if weeks < SECOND else "second" if weeks < THIRD else "third"
    return f"{text.strip()[: found.start()]} in pregnancy, {trimester} trimester"
