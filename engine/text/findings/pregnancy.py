"""A condition in a pregnancy, at childbirth or after it: “pregnant with gout”, “asthma during delivery”."""

from __future__ import annotations

import re
from typing import NamedTuple

PREGNANCY, CHILDBIRTH, PUERPERIUM = PERIODS = ("pregnancy", "childbirth", "the puerperium")
TRIMESTERS = {  # as it is written
    "first": ("first", "1st", "1", "one", "i"),
    "second": ("second", "2nd", "2", "two", "ii"),
    "third": ("third", "3rd", "3", "three", "iii"),
}
PREGNANT = r"(?:pregnan(?:t|cy)|gravid)(?: (?:woman|women|female|patient|pt|lady|state))?"
JOIN = r"(?:complicating|during|while|when|in|and|who is|is)"
AROUND = r"(?:(?:an?|the|her|my|current) )?"
TRIMESTER = re.compile(
    rf"\W*(?:\b{JOIN} )?(?:the |her )?\b(?:(first|1st|second|2nd|third|3rd)[ -]trim(?:ester)?"
    r"|trim(?:ester)? (1|2|3|one|two|three|i{1,3}))\b(?: (?:of|in) (?=pregnan))?",
    re.IGNORECASE,
)
BEFORE = re.compile(
    rf"{AROUND}{PREGNANT}(?:[,;:]| -| (?:complicated by|with|and|who has|has))+ {AROUND}(?P<what>(?!unspecified)\w.*)",
    re.IGNORECASE,
)
ANTENATAL = re.compile(r"(?:antenatal|ante-natal) (?P<what>\w.*)", re.IGNORECASE)
OF_ITSELF = re.compile(  # a pregnancy itself, what is done for it, and what is a child's
    r"pregnan|gravid|gestation|trim(?:ester)?\b|parity|screen|scan|ultraso|\bcare\b|visit|check|class|diagnos|record"
    r"|booking|appoint|clinic|supervis|histor|steroid|cortico|test|profile|bloods?\b|exam|assess|hydroneph|pyelect"
    r"|pelvi\w+ dil|pelviect|f(?:o?e)tal|f(?:o?e)tus|baby|exposure|complication|condition|problem|finding|period"
    r"|counsel|educat|advice|^(?:unspecified|abnormal|normal|routine|high risk|low risk|stroke)\b",
    re.IGNORECASE,
)
AFTER = {
    PREGNANCY: re.compile(rf"(?P<what>\w.*?\w)(?:[,;]|,? {JOIN})+ {AROUND}{PREGNANT}", re.IGNORECASE),
    CHILDBIRTH: re.compile(
        rf"(?P<what>\w.*?\w),? (?:complicating|during|in|at) {AROUND}(?:childbirth|delivery|labou?r)", re.IGNORECASE
    ),
    PUERPERIUM: re.compile(
        r"(?P<what>\w.*?\w),?"
        rf"(?: (?:complicating|during|in) {AROUND}(?:puerperium|postpartum period)|(?: in)? postpartum)",
        re.IGNORECASE,
    ),
}


class InPregnancy(NamedTuple):
    """A condition, one of PERIODS, and “first”, “second”, “third” or "" for the trimester."""

    condition: str
    period: str = PREGNANCY
    trimester: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """What it may be called, the trimester apart: “gout in pregnancy”; “postpartum gout”."""
        name = f"{self.condition} in {self.period}"
        return (name, f"postpartum {self.condition}") if self.period == PUERPERIUM else (name,)

    def __str__(self) -> str:
        """As a classification says it: “gout in pregnancy, second trimester”."""
        return self.names[0] + (f", {self.trimester} trimester" if self.trimester else "")


def in_pregnancy(text: str) -> InPregnancy | None:
    """What a text says that somebody has in a pregnancy, at childbirth or after it; None where it says no such thing,
    and where what it says is a pregnancy itself.

    >>> [str(in_pregnancy(one)) for one in ("pregnant with gout", "gout, pregnant, 2nd trimester", "gout postpartum")]
    ['gout in pregnancy', 'gout in pregnancy, second trimester', 'gout in the puerperium']
    >>> [in_pregnancy(one) for one in ("pregnant", "ectopic pregnancy", "postpartum depression", "pregnancy by IVF")]
    [None, None, None, None]
    >>> [str(in_pregnancy(one)) for one in ("gout, 2nd trimester", "third trimester asthma", "antenatal gout")]
    ['gout in pregnancy, second trimester', 'asthma in pregnancy, third trimester', 'gout in pregnancy']
    """
    text = " ".join(text.split()).strip(" .,;")
    named = TRIMESTER.search(text)
    trimester = _trimester(named) if named else ""
    rest = (f"{text[: named.start()]}, {text[named.end() :]}" if named else text).strip(" .,;")
    if found := BEFORE.fullmatch(rest):
        return InPregnancy(found["what"], PREGNANCY, trimester)
    for period, pattern in AFTER.items():
        if found := pattern.fullmatch(" ".join(rest.split())):
            return InPregnancy(found["what"].rstrip(" ,;"), period, trimester)
    antenatal = ANTENATAL.fullmatch(rest)
    what = antenatal["what"] if antenatal else rest if trimester else ""
    return InPregnancy(what, PREGNANCY, trimester) if what and not OF_ITSELF.search(what) else None


def named_trimester(text: str) -> str:
    """The trimester that a text names, “first”, “second” or “third”; "" where it names none.

    >>> named_trimester("bleeding 2nd trimester"), named_trimester("bleeding")
    ('second', '')
    """
    found = TRIMESTER.search(text)
    return _trimester(found) if found else ""


def _trimester(found: re.Match[str]) -> str:
    written = (found[1] or found[2]).lower()
    return next(name for name, forms in TRIMESTERS.items() if written in forms)
