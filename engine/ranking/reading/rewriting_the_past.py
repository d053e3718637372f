"""Rules of rewriting for what is past, what the family has, and what somebody is seen for again."""

from __future__ import annotations

import re
from itertools import chain

from engine.ranking.reading.known_names import KnownNames
from engine.text import normalise
from engine.text.findings.after_stroke import ISCHAEMIC, left_by_stroke
from engine.text.findings.assertion import family_condition
from engine.text.findings.no_finding import only_says_who
from engine.text.findings.past import HISTORY, NEOPLASM, has_had, past_of
from engine.text.sides import LEFT_RIGHT, unsided

FAMILY = "family history of "
LEFT = re.compile(r"\b(?:status|presence|absence|history)\b", re.IGNORECASE)
SEEN_BY = r"(?:(?:(?:(?:fracture|fx|#|ortho\w*) )?clinic|out-?patients?|opd|routine|gp|\d+(?:/\d\d| ?w(?:ee)?ks?)) )*"
HEALING = r"(?:(?:routine|delayed) healing|(?:non|mal)union)"
FOLLOWED_UP = re.compile(
    rf"(?<=\w)[,;]? (?:- )?\(?{SEEN_BY}(?:f/?u|follow[- ]?up)(?: visit| appointment| appt| clinic)?\)?"
    rf"(?P<healing>,? (?:with )?{HEALING})?$",
    re.IGNORECASE,
)
TREATED = re.compile(r"(?<=\w)[,;]? (?:s/p|status post|post|treated (?:with|by)) \w.*", re.IGNORECASE)
SUBSEQUENT = "subsequent encounter"
ENCOUNTER = re.compile(r"\b(?P<which>initial|subsequent) (?:encounter|visit)$", re.IGNORECASE)
OF_FRACTURE = re.compile(r"\bfractured?\b|\bfx\b|#|\bbroken\b", re.IGNORECASE)
HEALS, WEAKENED = (re.compile(one, re.IGNORECASE) for one in (HEALING, "patholog|stress|osteopor|metasta|neoplas"))
OPEN = re.compile(r"\bopen\b|\bcompound\b", re.IGNORECASE)
UNSPECIFIED_CANCER = "personal history of malignant neoplasm, unspecified"
SOME_CANCER = re.compile(r"malignant|carcinoma|sarcoma|blastoma|lymphoma|leuka?emia|melanoma|cancer", re.IGNORECASE)
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
    """What somebody's history has, as a history of it where there is such a thing, else as itself: “h/o COPD”. Where no
    name says that anything is past, what is past is itself."""
    what = "" if known.is_form(text) else has_had(text)
    if NEOPLASM.search(what) and (untreated := TREATED.sub("", text)) != text:  # “hx prostate ca s/p RALP”
        return still_there(untreated, known) or untreated
    if not (what and known.says_what_is_past):
        return what
    past = next(filter(known.is_form, (f"h/o {what}", f"{HISTORY}{what}", f"hx {what}")), "")
    if NEOPLASM.search(what):  # a history of its own when it is over
        return "" if past or known.is_form(f"previous {what}") else _of_some_cancer(text, what, known)
    ways = known.ways_of(what)
    if past or any(NEOPLASM.search(way) or known.is_name(f"personal {HISTORY}{way}") for way in ways):
        return past
    return what if known.is_finding(what) else ""


def followed_up(text: str, known: KnownNames) -> str:
    """What somebody is seen for again, as names say it: of an injury a subsequent encounter, with how a fracture heals,
    else as itself."""
    found = FOLLOWED_UP.search(text)
    if found is None:
        return ""
    what = text[: found.start()]
    if only_says_who(what):
        return "follow up"
    ways = known.ways_of(what) if what else ()
    if not ways or any(map(NEOPLASM.search, ways)):
        return ""
    again = SUBSEQUENT + (found["healing"] or "").lstrip(",")
    is_said = known.is_in_a_name if found["healing"] else known.is_name
    return f"{what}, {again}" if any(is_said(f"{way} {again}") for way in ways) else what


def encounter_of_fracture(text: str, known: KnownNames) -> str:
    """A fracture's initial or subsequent encounter as names have it where nothing more is said: of a closed one, unless
    no injury broke the bone, and with routine healing."""
    found = ENCOUNTER.search(text.strip()) if OF_FRACTURE.search(text) else None
    if found is None or HEALS.search(text):
        return ""
    kind = "open fracture" if OPEN.search(text) else "fracture"
    if found["which"].lower() == "subsequent":
        as_named = f"{SUBSEQUENT} for {kind} with routine healing"
    elif OPEN.search(text) or WEAKENED.search(text):
        as_named = f"initial encounter for {kind}"
    else:
        as_named = "initial encounter for closed fracture"
    return ENCOUNTER.sub(as_named, text.strip()) if known.is_in_a_name(as_named) else ""


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


def _of_some_cancer(text: str, what: str, known: KnownNames) -> str:
    """The history of some cancer for a text that is one of a cancer, where no name is of just that."""
    malignant = any(map(SOME_CANCER.search, known.ways_of(what)))
    named = not malignant or any(map(known.is_name, known.expansions(text)))
    return "" if named or known.finding(what) is None else UNSPECIFIED_CANCER
