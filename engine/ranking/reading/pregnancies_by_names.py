"""What somebody has in a pregnancy, as names have it: what is of a pregnancy anyhow has its trimester alone, and does
not come “in pregnancy” too."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.rewriting_by_names import IN_A_PREGNANCY, leaves_out
from engine.text.findings.pregnancy import PREGNANCY, in_pregnancy

SAYS_SO = re.compile(r"pregnan|gravid|antenatal|ante-natal", re.IGNORECASE)  # which a trimester does not


def in_a_pregnancy(text: str, known: KnownNames) -> str:
    """A text that says of a condition that it is in a pregnancy, as a name has it: “pre-eclampsia in pregnancy, third
    trimester” as the pre-eclampsia of a third trimester, “obesity in pregnancy” as the one of an unspecified trimester.
    Else as `in_pregnancy` has it; "" where only a trimester says so, and names have the condition with it already."""
    pregnancy = in_pregnancy(text)
    if pregnancy is None:
        return ""
    trimester = f"{pregnancy.trimester or 'unspecified'} trimester"
    if pregnancy.period != PREGNANCY:
        return str(pregnancy)
    if known.is_form(form := pregnancy.names[0]):
        return form if leaves_out(trimester, form, known) else str(pregnancy)
    ways = known.ways_of(pregnancy.condition)
    patterns = ("{}, {}", "{} complicating pregnancy, {}", "{} in pregnancy, {}")
    for name in (pattern.format(way, trimester) for way in ways for pattern in patterns):
        if known.of_first.is_name(name):
            return name
    of_itself = next(filter(IN_A_PREGNANCY.search, ways), "")
    if pregnancy.trimester and any(known.of_first.is_in_a_name(f"{way}, {trimester}") for way in ways):
        if not SAYS_SO.search(text):
            return ""
        if of_itself:
            return f"{pregnancy.condition}, {trimester}"
    return pregnancy.condition if of_itself and known.is_finding(pregnancy.condition) else str(pregnancy)
