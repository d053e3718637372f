"""Rules of rewriting for sides, which ask what names have on one: a letter as the side, none where no name has one."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames
from engine.text.dictionary.unspecified_side import of_side
from engine.text.sides import LEFT_RIGHT

UNSPECIFIED = re.compile(r"\bunspecified\b", re.IGNORECASE)  # which “fx” stands for and no name of a kind has
LETTERS = {"L": "left", "(L)": "left", "R": "right", "(R)": "right"}
EYES = {"RE": "right eye", "LE": "left eye", "BE": "both eyes", "OD": "right eye", "OS": "left eye", "OU": "both eyes"}
EARS = {"AD": "right ear", "AS": "left ear", "AU": "both ears"}
OF_EYE = re.compile(
    r"\b(?:\w*cataracts?|glaucoma|corneal?|retina\w*|\w*retinopathy|macul\w*|uveitis|iritis|capsul\w+|lens|vitre\w+"
    r"|\w*conj\w*|\w*ocular|optic|eye(?:s|lids?)?|hyphaema|(?:epi)?scleritis|(?:wet |dry )?a?r?md|poag|pvd|pseudophakia"
    r"|aphakia|drusen|papilloedema|squint|chalazion|stye|pterygium|keratitis|ptosis|blepharitis|(?:ec|en)tropion|vision"
    r"|amblyopia|pco|brvo|crvo|brao|crao)\b",
    re.IGNORECASE,
)
OF_EAR = re.compile(
    r"\b(?:otitis|ears?|earache|otalgia|otorrh\w+|tinnitus|hearing|deaf(?:ness)?|s?nhl|aom|ome|csom|oe|cerumen|wax"
    r"|tympan\w+|cholesteatoma|mastoid\w*|otosclerosis|presbyacusis|grommets?)\b",
    re.IGNORECASE,
)
ORGANS = {"eye": OF_EYE, "ear": OF_EAR}
SIDE_BEHIND = re.compile(
    r"(?P<what>\w.* of)(?: the)? (?P<part>\w+(?: \w+)?),? \(?(?P<side>left|right)\)?", re.IGNORECASE
)


def with_side(text: str, known: KnownNames) -> str:
    """The text with the letter of a side before or behind it as a word: “Achilles tendinitis L”, “(R) knee pain”; of
    what eyes have also “RE” and “OS”, of what ears have “AD”."""
    letters = LETTERS | (EYES if OF_EYE.search(text) else {}) | (EARS if OF_EAR.search(text) else {})
    words = text.split()
    spelt = [letters.get(word, word) if place in (0, len(words) - 1) else word for place, word in enumerate(words)]
    return " ".join(spelt) if len(words) > 1 else ""


def side_in_front(text: str, known: KnownNames) -> str:
    """A side behind the part of the body that it is of, before it, where that says a name: “cellulitis of leg, right”
    as “cellulitis of right leg”."""
    found = SIDE_BEHIND.fullmatch(text)
    turned = f"{found['what']} {found['side'].lower()} {found['part']}" if found else ""
    return turned if turned and known.finding(turned) is not None else ""


def without_side(text: str, known: KnownNames) -> str:
    """The text without a side, or without a side and what it is of, where the rest is a name and no name has a side of
    it: “hydrocele left”, “plantar fasciitis right foot”, not “left knee pain”. Where it stands for a name that leaves
    the side open, that name with the side: “amputated left finger”; where a name has the rest on one side, whichever,
    that name: “left cleft lip”."""
    words = text.split()
    places = [place for place, word in enumerate(words) if word.lower().strip("(),") in LEFT_RIGHT]
    if len(places) != 1:
        return ""
    before, after = words[: places[0]], words[places[0] + 1 :]
    typed = words[places[0]].lower().strip("(),")
    if found := _of_an_organ(before, typed, after, known):
        return found
    for rest in (before + after, before + after[1:]):
        written = " ".join(rest).rstrip(",")
        names = (written, *known.expansions(written))
        for one in filter(None, (of_side(name, typed) for name in names)):
            if known.is_name(one):
                return one
        ways = [way for one in names for way in (one, UNSPECIFIED.sub("", one))]
        sided = [f"{one} {side}" for one in ways for side in LEFT_RIGHT]
        unilateral = next(filter(known.of_first.is_name, (f"unilateral {one}" for one in ways)), "")
        if unilateral and not any(map(known.of_first.is_in_a_name, sided)):
            return unilateral
        if any(map(known.is_in_a_name, sided)):
            return ""
        if rest and any(map(known.is_name, names)):
            return written
    return ""


def _of_an_organ(before: list[str], side: str, after: list[str], known: KnownNames) -> str:
    """A finding that eyes or ears alone have, without the eye or ear, where no name is the finding on that side:
    “glaucoma left eye”, which is no absolute glaucoma; else ""."""
    organ, finding = (after[0].lower().strip(",") if after else ""), " ".join(before + after[1:]).rstrip(",")
    if organ not in ORGANS or not ORGANS[organ].search(finding) or not known.is_finding(finding):
        return ""
    names = (finding, *known.expansions(finding))
    sided = [f"{one} {side} {organ}" for name in names for one in (name, f"unspecified {name}")]
    if any(map(known.is_name, (*sided, *filter(None, (of_side(name, side) for name in names))))):
        return ""
    return next(filter(known.is_name, (f"unspecified {name}" for name in names)), finding)
