"""Conditions in pregnancy: the heading under which a classification puts what somebody has beside a pregnancy.

ICD-10-CM has no name for “gout in pregnancy”; under O99.0 and others it says “Conditions in D50-D64”, and below them
each trimester, childbirth and the puerperium have a code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine.text.dictionary.written_forms import rows_of
from engine.text.findings.pregnancy import PERIODS, PREGNANCY, InPregnancy
from engine.text.icd_codes import span, within
from store import concepts
from store.sqlite import Database

LISTED = "conditions in "
FURTHER_HEADINGS = Path(__file__).with_name("pregnancies.tsv")  # what has a heading of its own, though no note says so
SEPARATED = re.compile(r",|;|\band\b|\bor\b", re.IGNORECASE)
EXCEPT = re.compile(r",? except .*", re.IGNORECASE)
STEM = re.compile(
    r",? (?:(?:complicating|in) (?:pregnancy|childbirth|the puerperium|puerperium)\b.*|\w+ trimester)", re.IGNORECASE
)
TRIMESTER, UNSPECIFIED_TRIMESTER = re.compile(r"(\w+) trimester"), "unspecified"


class PregnancyHeading(NamedTuple):
    """A heading for conditions: the first and last code of the span it is for, and the name of each period's code."""

    span: tuple[str, str]
    names: dict[tuple[str, str], str]  # (one of PERIODS, the trimester or "") -> preferred name


def pregnancy_headings(db: Database, slug: str) -> list[PregnancyHeading]:
    """The headings of a terminology that say whose codes they stand for, the narrowest first; [] where it has none."""
    listed = [(code, text.lower().partition(LISTED)[2]) for code, _, text in concepts.named_from(db, slug, LISTED)]
    if not listed:
        return []
    noted = [(code, spans) for code, text in listed if (spans := _spans(text.upper()))]
    noted += [(row["heading"], _spans(row["conditions"])) for row in rows_of(FURTHER_HEADINGS)]
    below = concepts.leaves_below(db, slug, sorted({code for code, _ in noted}))
    named = {code: names for code, (preferred, leaves) in below.items() if (names := _by_period(preferred, leaves))}
    found = [PregnancyHeading(one, named[code]) for code, spans in noted if code in named for one in spans]
    return sorted(found, key=lambda one: _width(one.span))


def name_for(code: str, pregnancy: InPregnancy, headings: Sequence[PregnancyHeading]) -> str:
    """The preferred name of what the narrowest heading for a code has for a period, "" where none is for it."""
    for one in headings:
        if within(code, one.span):
            trimester = pregnancy.trimester or UNSPECIFIED_TRIMESTER
            return one.names.get((pregnancy.period, trimester)) or one.names.get((pregnancy.period, ""), "")
    return ""


def _spans(text: str) -> list[tuple[str, str]]:
    return [one for part in SEPARATED.split(EXCEPT.sub("", text)) if (one := span(part))]


def _width(codes: tuple[str, str]) -> tuple[int, int]:
    """How many categories a span has, and how long its codes are: the fewer and the longer, the narrower."""
    first, last = codes
    return (ord(last[0]) - ord(first[0])) * 100 + int(last[1:3], 36) - int(first[1:3], 36), -len(first)


def _by_period(preferred: str, leaves: Sequence[str]) -> dict[tuple[str, str], str]:
    """The names below a heading that say the same as it does, by their period and trimester."""
    stem = STEM.sub("", preferred)
    found: dict[tuple[str, str], str] = {}
    for name in leaves:
        rest = name[len(STEM.sub("", name)) :]
        trimester = TRIMESTER.search(rest)
        periods = [one for one in PERIODS if one.removeprefix("the ") in rest] or [PREGNANCY] * bool(trimester)
        if len(periods) == 1 and name.startswith(stem + rest):
            found.setdefault((periods[0], trimester[1] if trimester else ""), name)
    return found
