"""Rules of rewriting for what is past, what the family has, and what somebody is seen for again."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames
from engine.text import normalise
from engine.text.findings.assertion import family_condition
from engine.text.findings.no_finding import only_says_who
from engine.text.findings.past import HISTORY, NEOPLASM, has_had, past_of

FAMILY = "family history of "
LEFT = re.compile(r"\b(?:status|presence|absence|history)\b", re.IGNORECASE)
FOLLOWED_UP = re.compile(
    r"(?<=\w)[,;]? (?:- )?\(?(?:f/?u|follow[- ]?up)(?: visit| appointment| appt)?\)?$", re.IGNORECASE
)
SUBSEQUENT = "subsequent encounter"


def of_the_family(text: str, known: KnownNames) -> str:
    """What the family has as a history of it: “mother had gout”."""
    typed = normalise(text)
    condition = "" if typed.startswith(FAMILY) else family_condition(typed)
    return f"{FAMILY}{condition}" if condition else ""


def over(text: str, known: KnownNames) -> str:
    """What is over as a history, as itself where the dictionary reads it as what is left: “bypass 2005”, a status."""
    past = "" if known.is_form(text) else past_of(text)
    rest = past.removeprefix(HISTORY)
    return rest if any(LEFT.search(one) for one in known.expansions(rest)) else still_there(past, known) or past


def still_there(text: str, known: KnownNames) -> str:
    """What somebody's history has, as a history of it where there is such a thing, else as itself: “h/o COPD”. Where no
    name says that anything is past, what is past is itself."""
    what = "" if known.is_form(text) else has_had(text)
    if not (what and known.says_what_is_past):
        return what
    if NEOPLASM.search(what):  # a history of its own when it is over
        return ""
    past = next(filter(known.is_form, (f"h/o {what}", f"{HISTORY}{what}", f"hx {what}")), "")
    ways = known.ways_of(what)
    if past or any(NEOPLASM.search(way) or known.is_name(f"personal {HISTORY}{way}") for way in ways):
        return past
    return what if known.is_finding(what) else ""


def followed_up(text: str, known: KnownNames) -> str:
    """What somebody is seen for again, as names say it: of an injury a subsequent encounter, else as itself."""
    what = "" if known.is_form(text) else FOLLOWED_UP.sub("", text)
    if what != text and only_says_who(what):
        return "follow up"
    ways = known.ways_of(what) if what not in ("", text) else ()
    if not ways or any(map(NEOPLASM.search, ways)):
        return ""
    return f"{what}, {SUBSEQUENT}" if any(known.is_name(f"{way} {SUBSEQUENT}") for way in ways) else what
