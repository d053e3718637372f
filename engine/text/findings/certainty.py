"""Words by which a text says that what it names is only suspected: “?pneumonia”, “r/o PE”, “likely viral”.

They are those that ICD-10-CM's guidelines list (IV.H: not to be coded as if it were there), and how notes write them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

STATED = (  # in front of what is suspected
    r"poss(?:ible|ibly|\.)?|prob(?:able|ably|\.)?(?= +(?!list|with)\w)|(?:un)?likely|presum(?:ed|ably|ptive)"
    r"|(?<!glaucoma )suspect(?:s|ed|ing)?|suspicion (?:of|for)|suspicious for|questionable|query(?! fever)"
    r"|r/o|rule out|(?:to|can ?not|can't) exclude"
    r"|concern(?:s|ed|ing)? (?:for|about)|consistent with|compatible with|c/w|suggest(?:s|ive of|ing)|indicative of"
    r"|working diagnosis(?: of)?|d(?:iff(?:erential)?)?dx(?: of)?|(?P<other>vs\.?|versus(?! host))"
)
DOUBT = re.compile(rf"\?+|(?<![\w-])(?:{STATED})(?!\w)", re.IGNORECASE)
STATED_BEFORE = re.compile(rf"(?<![\w-])(?:{STATED})(?!\w)[^,;.?]*$", re.IGNORECASE)
CLAUSE = re.compile(r"(?<!\bposs)(?<!\bprob)(?<!\bvs)[,;.\n]\s+|\bbut\b", re.IGNORECASE)
ASKS = re.compile(r"(?:what|why|how|when|where|who|which|is|are|can|could|do|does|did|should|will)\b", re.IGNORECASE)
NAMED_SO = re.compile(
    r"\b(?:suspected|possible|probable|presumed|questionable|rule[sd]? out|observation|screening)\b", re.IGNORECASE
)
LAST = r"(?:is|was|are|were|remains)?\s*(?:most |very )?"
BEHIND = re.compile(
    rf"^\s*(?:\?|\(\?\)|{LAST}(?:(?:un)?likely|suspected|possible|probable|presumed|questionable|not excluded"
    r"|(?:can ?not|can't|could not) be (?:excluded|ruled out)|to be (?:excluded|ruled out))\b)",
    re.IGNORECASE,
)
MARKED = re.compile(r"(?:^|[\s(])\?+\s*$")  # what stands right in front of it
AROUND = " -–:()."


class Certainty(NamedTuple):
    """The parts of a text that say something for sure, and those that say what is suspected."""

    sure: tuple[str, ...]
    suspected: tuple[str, ...]


def certainty_of(text: str) -> Certainty:
    """What a text says for sure, and what it suspects; of a question that somebody asks nothing is suspected.

    >>> certainty_of("possible pneumonia"), certainty_of("chest pain r/o MI")
    (Certainty(sure=(), suspected=('pneumonia',)), Certainty(sure=('chest pain',), suspected=('MI',)))
    >>> certainty_of("COPD, ?pneumonia"), certainty_of("PE unlikely")
    (Certainty(sure=('COPD',), suspected=('pneumonia',)), Certainty(sure=(), suspected=('PE',)))
    >>> certainty_of("pneumonia vs CHF"), certainty_of("poss. fracture").suspected
    (Certainty(sure=(), suspected=('pneumonia', 'CHF')), ('fracture',))
    >>> certainty_of("what is gout?"), certainty_of("graft versus host disease").suspected
    (Certainty(sure=('what is gout?',), suspected=()), ())
    """
    text = text.strip()
    if ASKS.match(text) or not DOUBT.search(text):
        return Certainty((text,), ())
    sure: list[str] = []
    suspected: list[str] = []
    for clause in CLAUSE.split(text):
        doubt = DOUBT.search(clause)
        before = clause[: doubt.start() if doubt else None].strip(AROUND)
        after = " ".join(DOUBT.sub(" ", clause[doubt.end() :]).split()).strip(AROUND) if doubt else ""
        if doubt is None or (after and not doubt["other"]):
            sure.append(before)
        else:
            suspected.append(before)
        suspected.append(after)
    return Certainty(tuple(filter(None, sure)), tuple(filter(None, suspected)))


def is_suspected(text: str) -> bool:
    """Whether a text suspects all that it is about.

    >>> [is_suspected(one) for one in ("?pneumonia", "DVT?", "r/o PE", "heart prob", "chest pain ?MI", "query fever")]
    [True, True, True, False, False, False]
    """
    found = certainty_of(text)
    return bool(found.suspected) and not found.sure


def is_named_so(name: str) -> bool:
    """Whether a concept's own name says that something is suspected, or looked for.

    >>> is_named_so("Unspecified child maltreatment, suspected"), is_named_so("Pneumonia")
    (True, False)
    """
    return NAMED_SO.search(name) is not None


def is_suspected_in(before: str, after: str) -> bool:
    """Whether the words right before and after a mention, in its clause, say that it is only suspected.

    >>> is_suspected_in("CT to rule out ", ""), is_suspected_in("Chest pain. ?", " today"), is_suspected_in("has ", "")
    (True, True, False)
    """
    return bool(MARKED.search(before) or STATED_BEFORE.search(before) or BEHIND.match(after))
