"""A vaccination that somebody comes for, whatever it is against, which ICD-10-CM has one code for."""

from __future__ import annotations

import re

IMMUNIZATION = "encounter for immunization"
VACCINE = r"(?:vaccin(?:e|es|ation|ations)|(?<!iso)(?<!allo)immuni[sz]ations?|jabs?|booster)"
COMES_FOR = r"(?:(?:needs?|due|requires?|requiring|here|attends?|encounter|visit)(?: for)? (?:an? |the )?)"
FOR_VACCINATION = re.compile(
    rf"{COMES_FOR}?(?:(?!iso|allo)[\w-]+ ){{0,5}}{VACCINE}(?: (?:due|today|given|needed))?"
    rf"|{COMES_FOR}?(?:vaccinations?|immuni[sz]ations?) (?:against|for) \w.*",
    re.IGNORECASE,
)
ANOTHER_THING = re.compile(
    r"\b(?:refus\w*|declin\w*|not?|non|never|un\w+|without|underdosing|delayed|reactions?|adverse|effects?|side|allerg\w*"
    r"|anaphyl\w*|complicat\w*|history|h/o|hx|status|after|from|due to|following|post|poisoning|overdose|fail\w*|lack"
    r"|screening|well|b12|pain\w*|swelling|(?:iso|allo)immuni\w+)\b",
    re.IGNORECASE,
)


def vaccination(text: str) -> str:
    """A vaccination as ICD-10-CM has it; "" of another text, as of one that was refused or did harm.

    >>> vaccination("need for influenza vaccination"), vaccination("vaccination against yellow fever")
    ('encounter for immunization', 'encounter for immunization')
    >>> vaccination("reaction to measles vaccine"), vaccination("refused vaccination"), vaccination("influenza")
    ('', '', '')
    """
    found = FOR_VACCINATION.fullmatch(text.strip())
    return IMMUNIZATION if found and not ANOTHER_THING.search(text) else ""
