"""Rules of rewriting for what is past, what the family has, and what somebody is seen for again."""

from __future__ import annotations

import re
from itertools import chain

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.past_conditions import past_condition
from engine.ranking.reading.past_tumours import PERSONAL, SOME_CANCER, past_form, past_tumour
from engine.text import normalise
from engine.text.findings.after_stroke import ISCHAEMIC, left_by_stroke
from engine.text.findings.assertion import family_condition
from engine.text.findings.circumstances import SIDE
from engine.text.findings.no_finding import only_says_who
from engine.text.findings.past import HISTORY, NEOPLASM, had_cancer, has_had, past_of, surely_had
from engine.text.sides import LEFT_RIGHT, unsided

FAMILY = "family history of "
LEFT = re.compile(r"\b(?:status|presence|absence|history)\b", re.IGNORECASE)
SEEN_BY = r"(?:(?:(?:(?:fracture|fx|#|ortho\w*) )?clinic|out-?patients?|opd|routine|gp|\d+(?:/\d\d| ?w(?:ee)?ks?)) )*"
HEALING = r"(?:(?:routine|delayed) healing|(?:non|mal)union)"
FOLLOWED_UP = re.compile(
    rf"(?<=\w)[,;]? (?:- )?\(?{SEEN_BY}(?:f/?u|follow[- ]?up|(?<=clinic )(?:review|r/?v))"
    r"(?: visit| appointment| appt| clinic)?\)?"
    rf"(?P<healing>,? (?:with )?{HEALING})?$",
    re.IGNORECASE,
)
HEALS_WELL = re.compile(r",? (?:is )?(?:healing|healed) (?:well|nicely|normally|fine|ok)\b", re.IGNORECASE)
TREATED = re.compile(r"(?<=\w)[,;]? (?:s/p|status post|post|treated (?:with|by)) \w.*", re.IGNORECASE)
SUBSEQUENT = "subsequent encounter"
ENCOUNTER = re.compile(r"\b(?P<which>initial|subsequent) (?:encounter|visit)$", re.IGNORECASE)
OF_FRACTURE = re.compile(r"\bfractured?\b|\bfx\b|#|\bbroken\b", re.IGNORECASE)
HEALS, WEAKENED = (re.compile(one, re.IGNORECASE) for one in (HEALING, "patholog|stress|osteopor|metasta|neoplas"))
OPEN_OR_CLOSED = re.compile(r",? ?\b(?P<how>open|closed|compound)\b,?", re.IGNORECASE)
OF_ITS_KIND = re.compile(r"encounter|sequela|subsequent|type|grade|gustilo|reduction", re.IGNORECASE)
INITIAL_OPEN = ("initial encounter for open fracture type I", "initial encounter for open fracture")
INITIAL_CLOSED = ("initial encounter for closed fracture",)
OPEN = re.compile(r"\bopen\b|\bcompound\b", re.IGNORECASE)
SIDE_BEHIND = re.compile(rf"(?<=\w),? {SIDE}$", re.IGNORECASE)  # of “DVT left leg”: no history says it
AFTER_STROKE = ("{} after stroke", "{} following stroke", "post stroke {}", "{} from old stroke")  # as forms have it


def of_the_family(text: str, known: KnownNames) -> str:
    """What the family has as a history of it: “mother had gout”."""
    typed = normalise(text)
    condition = "" if typed.startswith(FAMILY) else family_condition(typed)
    return f"{FAMILY}{condition}" if condition else ""


def over(text: str, known: KnownNames) -> str:
    """What is over as a history, as itself where the dictionary reads it as what is left: “bypass 2005”, a status."""
    past = past_of(text)
    rest = past.removeprefix(HISTORY)
    return rest if any(LEFT.search(one) for one in known.expansions(rest)) else still_there(past, known) or past


def still_there(text: str, known: KnownNames) -> str:
    """What somebody's history has, as a history of it where there is such a thing or where it is over by its nature,
    else as itself: “h/o measles”, “h/o COPD”. Where no name says that anything is past, what is past is itself."""
    what = has_had(text) or had_cancer(text)
    if what and (known.is_form(text) or known.is_name(text)):
        return ""
    if NEOPLASM.search(what) and (untreated := TREATED.sub("", text)) != text:  # “hx prostate ca s/p RALP”
        return still_there(untreated, known) or untreated
    if not (what and known.says_what_is_past):
        return what
    past, ways = past_form(what, known) or past_form(SIDE_BEHIND.sub("", what), known), known.ways_of(what)
    if NEOPLASM.search(what) or (not past and any(map(SOME_CANCER.search, ways))):  # has a history of its own
        return "" if past or known.is_form(f"previous {what}") else past_tumour(text, what, known)
    if past or any(NEOPLASM.search(way) or known.is_name(f"{PERSONAL}{way}") for way in ways):
        return past
    return past_condition(what, known, surely=surely_had(text)) or (what if known.is_finding(what) else "")


def followed_up(text: str, known: KnownNames) -> str:
    """What somebody is seen for again, as names say it: of an injury a subsequent encounter, with how a fracture heals,
    else as itself."""
    well = HEALS_WELL.search(text) if OF_FRACTURE.search(text) else None
    rest = HEALS_WELL.sub("", text) if well else text
    found = FOLLOWED_UP.search(rest)
    if not (found or well):
        return ""
    what = rest[: found.start()] if found else rest
    healing = (found["healing"] if found else "") or (" with routine healing" if well else "")
    if only_says_who(what):
        return "follow up"
    ways = known.ways_of(what) if what else ()
    if not ways or any(map(NEOPLASM.search, ways)):
        return ""
    again = SUBSEQUENT + healing.lstrip(",")
    is_said = known.is_in_a_name if healing else known.is_name
    return f"{what}, {again}" if any(is_said(f"{way} {again}") for way in ways) else what


def encounter_of_fracture(text: str, known: KnownNames) -> str:
    """A fracture's initial or subsequent encounter as names have it where nothing more is said: of a closed one, unless
    no injury broke the bone, and with routine healing. An open or closed fracture's is the initial one, where names of
    that fracture have it; else it is the fracture."""
    if not OF_FRACTURE.search(text) or HEALS.search(text):
        return ""
    text = text.strip()
    found = ENCOUNTER.search(text)
    if found is None:
        return _open_or_closed(text, known)
    kind = "open fracture" if OPEN.search(text) else "fracture"
    if found["which"].lower() == "subsequent":
        as_named = f"{SUBSEQUENT} for {kind} with routine healing"
    elif OPEN.search(text) or WEAKENED.search(text):
        as_named = f"initial encounter for {kind}"
    else:
        as_named = INITIAL_CLOSED[0]
    return ENCOUNTER.sub(as_named, text) if known.is_in_a_name(as_named) else ""


def _open_or_closed(text: str, known: KnownNames) -> str:
    found = OPEN_OR_CLOSED.search(text)
    if found is None or OF_ITS_KIND.search(text):
        return ""
    fracture = " ".join(f"{text[: found.start()]} {text[found.end() :]}".split()).strip(" ,")
    if not any(map(known.is_finding, (fracture, unsided(fracture)))):
        return ""
    encounters = INITIAL_CLOSED if found["how"].lower() == "closed" else INITIAL_OPEN
    in_a_name = (
        one for one in encounters if any(known.is_in_a_name(f"{way} {one}") for way in known.ways_of(fracture))
    )
    encounter = next(in_a_name, "")
    return f"{fracture}, {encounter}" if encounter else fracture


def after_a_stroke(text: str, known: KnownNames) -> str:
    """What a stroke has left, as a form of the dictionary or a name has it, whatever side: “facial droop, old stroke”;
    "" where neither has."""
    found = left_by_stroke(text)
    if found is None:
        return ""
    side = next((word for word in found.what.lower().split() if word in LEFT_RIGHT), "")
    for what in dict.fromkeys(filter(None, (found.what, unsided(found.what)))):
        forms = (form.format(what) for form in AFTER_STROKE if found.stroke == ISCHAEMIC)
        names = (f"{way} following {found.stroke}" for way in known.ways_of(what))
        if one := next(chain(filter(known.is_form, forms), filter(known.is_in_a_name, names)), ""):
            return one if what == found.what else f"{side} {one}"
    return ""
