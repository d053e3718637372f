"""What a preferred name says of its concept in so many words, and which words of a query ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

PLAIN = {  # said of a concept in so many words, and words of a query that ask for it
    "unspecified": (r"\bunspecified\b|\bNOS\b|\bnot specified\b", r"\bunspecified\b|\bnos\b"),
    "other": (r"\bother\b", r"\bother\b"),
    "not elsewhere classified": (r"elsewhere classified|\bNEC\b", r"elsewhere|\bnec\b"),
    "without complications": (r"without (?:mention of )?complication", r"without"),
    "with something": (r"\bwith\b(?!out)", r"\bwith\b|\bw/"),
    "due to something": (r"\bdue to\b|\bin diseases\b|\binduced\b", r"\bdue\b|induced|caused|after"),
    "pregnancy": (
        r"pregnan|childbirth|puerper|\blabor\b|trimester|obstetric|maternal|\bfetus|\bfetal",
        r"pregnan|birth|puerper|labou?r|deliver|postpartum|obstetric|matern|fetus|fetal|foetus|gestation|eclampsia",
    ),
    "newborn": (
        r"newborn|neonat|perinatal",
        r"newborn|neonat|perinatal|baby|babies|infant|birth|preterm|prematur",
    ),
    "congenital": (r"congenital", r"congenital|born|inborn"),
    "history": (r"\bhistory\b", r"history|previous|\bhx\b|past"),
    "status": (
        r"\bencounter for\b|\bstatus\b|\bpresence of\b|\bscreening\b|\bexposure to\b|\bfitting\b|\battention to\b"
        r"|\bacquired absence\b|\bcontact with\b|\bcarrier\b|\bobservation\b",
        r"encounter|status|presence|screening|exposure|absence|carrier|implant|replacement|contact|vaccin|immuni",
    ),
    "sequela": (r"\bsequela", r"sequel|late effect"),
    "subsequent encounter": (r"subsequent encounter", r"subsequent|follow"),
    "initial encounter": (r"initial encounter", r"initial"),
    "rheumatic": (r"\brheumatic\b", r"rheumat"),
    "pathological": (
        r"\bpathological\b|\bstress fracture|\bperiprosthetic\b|\bage-related\b|\bspontaneous\b",
        r"patholog|stress|prosthe|osteopor|spontan|metasta|neoplas",
    ),
    "after a procedure": (
        r"postprocedural|postoperative|intraoperative|\bfollowing (?:a |other )?\w*\s?(?:procedure|surgery)"
        r"|\bcomplication",
        r"post|surg|operati|procedur|complicat|after|transplant",
    ),
    "open": (r"\bopen\b(?! angle)", r"\bopen\b|compound"),
    "poisoning": (
        r"\bpoisoning\b|\badverse effect\b|\bunderdosing\b|\btoxic effect\b",
        r"poison|overdose|adverse|toxic|underdos|intoxic",
    ),
    "external cause": (
        r"\baccident\b|\bcollision\b|\bassault\b|\bintentional\b|\bself-harm\b|\bactivity\b|\bplace of occurrence\b"
        r"|\binjured in\b|\bmilitary\b|\bterrorism\b|\bfall\b|\bstruck\b|\bbitten\b",
        r"accident|collision|assault|\bharm|self.?harm|activity|fall(?!op)|fell|struck|bite|bitten|kick|attack|terroris"
        r"|\bwar\b|warfare",
    ),
    "neoplasm": (
        r"neoplasm|carcinoma|cancer|\btumou?r|malignan|leuk|lymphoma|sarcoma|melanoma",
        r"neoplas|carcino|cancer|tumou?r|malign|leuk|lymphoma|oma\b|metasta",
    ),
    "benign": (r"\bbenign\b|in situ|uncertain behavior", r"benign|situ|uncertain"),
    "secondary": (r"\bsecondary\b", r"secondary|metasta"),
    "drug": (r"\bdrug\b|\bsubstance\b|\balcohol", r"drug|substance|alcohol|drink|addict|abuse|opioid|medic"),
    "acute": (r"\bacute\b", r"acute|sudden|attack"),
    "chronic": (r"\bchronic\b", r"chronic|long"),
    "exacerbation": (r"exacerbat|relapse|remission|recurren", r"exacerbat|flare|relapse|remission|recurr"),
    "family": (r"\bfamily\b", r"famil"),
    "displaced": (r"(?<!non)displaced", r"\bdisplaced"),
    "not displaced": (r"nondisplaced", r"nondisplaced|undisplaced|not displaced|hairline"),
    "growth plate": (r"physeal", r"physeal|growth plate|salter"),
    "greenstick or torus": (r"greenstick|torus", r"greenstick|torus|buckle"),
    "type 2 diabetes": (r"\btype 2 diabetes", r"type 2|type ii\b|t2|niddm"),
    "type 1 diabetes": (r"\btype 1 diabetes", r"type 1|type i\b|t1|juvenile|iddm|lada"),
    "other diabetes": (
        r"\bdiabetes mellitus due to|\binduced diabetes|\bother specified diabetes",
        r"underlying|drug|chemical|induced|secondary|steroid|pancrea",
    ),
    "self-harm": (r"self-harm", r"suicid|self.?harm|(?<!un)intention|deliberate|on purpose"),
    "assault": (r"\bassault\b", r"assault|attack|\bbeaten|abus|punch|\bstab\b|\bstabb"),
    "undetermined": (r"undetermined", r"undetermined"),
    "underdosing": (r"underdosing", r"underdos|missed|complian|not taking|ran out"),
    "adverse effect": (r"\badverse effect", r"adverse|side effect|reaction|due|from|induced|allerg"),
    "remission": (r"\bin remission", r"remission|recovery|recovered|sober|clean"),
    "not intractable": (r"not intractable", r"not intractable"),
    "trimester": (r"(?:first|second|third) trimester", r"trimester|weeks"),
    "male": (r"(?<!fe)\bmale\b", r"\bmale\b|\bmen\b|\bman\b|\bboy"),
    "female": (r"\bfemale\b", r"female|woman|women|girl|\blady"),
    "juvenile": (
        r"juvenile|infantile|childhood",
        r"juvenile|child|\bkid|infant|baby|toddler|p(?:a)?ediatric|\bson\b|daughter",
    ),
    "malignant": (
        r"malignant|carcinoma",
        r"malig|cancer|\bca\b|carcinoma|sarcoma|melanoma|lymphoma|leuk|metasta|blastoma",
    ),
}


Reach = tuple[re.Pattern[str] | None, re.Pattern[str] | None]


def _by_reach(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> Reach:
    """The alternatives of a pattern that one word decides, and those that need more of the text."""
    alternatives = re.split(r"\|(?![^()]*\))", pattern)
    phrases = [one for one in alternatives if " " in one or r"\s" in one or "." in one]
    words = [one for one in alternatives if one not in phrases]
    return tuple(re.compile("|".join(some), flags) if some else None for some in (words, phrases))  # type: ignore[return-value]


_ASKED_FOR = [_by_reach(asked_for, re.I) for _, asked_for in PLAIN.values()]
_NAME_PATTERNS = [_by_reach(in_name.lower()) for in_name, _ in PLAIN.values()]
NONE_ASKED = np.zeros(len(PLAIN), bool)


@lru_cache(maxsize=30_000)
def said_of(preferred: str) -> np.ndarray:
    """Which of PLAIN a preferred name says, bool [PLAIN]."""
    return _matched(preferred.lower(), _NAME_PATTERNS, _said_by_word)


@lru_cache(maxsize=1_000)
def asked_for(typed: tuple[str, ...]) -> np.ndarray:
    """Which of PLAIN any of the readings asks for, bool [PLAIN]."""
    return np.logical_or.reduce([_matched(text, _ASKED_FOR, _asked_by_word) for text in typed] or [NONE_ASKED])


def _matched(text: str, patterns: Sequence[Reach], by_word: Callable[[str], int]) -> np.ndarray:
    """Which of the patterns a text matches: a word of it, or more of it."""
    found = 0
    for word in text.split():
        found |= by_word(word)
    every = np.array(
        [
            bool(found >> place & 1) or (phrases is not None and bool(phrases.search(text)))
            for place, (_, phrases) in enumerate(patterns)
        ]
    )
    every.setflags(write=False)  # remembered
    return every


@lru_cache(maxsize=100_000)
def _said_by_word(word: str) -> int:
    """A bit for each of PLAIN that this one word says, whatever stands around it."""
    return _bits(word, _NAME_PATTERNS)


@lru_cache(maxsize=30_000)
def _asked_by_word(word: str) -> int:
    """A bit for each of PLAIN that this one word asks for."""
    return _bits(word, _ASKED_FOR)


def _bits(word: str, patterns: Sequence[Reach]) -> int:
    return sum(1 << place for place, (words, _) in enumerate(patterns) if words is not None and words.search(word))
