"""What a concept is, whatever the words: unspecified or other, a complication, a status, a chapter, a leaf.

A bare name means the plain concept. Each property that the query does not speak of is a feature, each that it asks for
and the concept lacks is another, and the learnt order says what it costs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from engine.retrieval.word_index import telling_words
from engine.text import normalise
from engine.text.differences import KINDS, lacking, necessary, of_required

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
        r"accident|collision|assault|harm|activity|fall|fell|struck|bite|bitten|kick|attack|terror|war",
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
    "self-harm": (r"self-harm", r"suicid|self.?harm|intention|deliberate|on purpose"),
    "assault": (r"\bassault\b", r"assault|attack|beat|abus|punch|stab"),
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


ICD = re.compile(r"[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?")
BLOCK, CHAPTER = re.compile(r"[A-Z]\d[0-9A-Z]-[A-Z]\d[0-9A-Z]"), re.compile(r"\d{1,2}")
_ASKED_FOR = [_by_reach(asked_for, re.I) for _, asked_for in PLAIN.values()]
_SAID = [_by_reach(said.lower()) for said, _ in PLAIN.values()]
NONE_ASKED = np.zeros(len(PLAIN), bool)
SHAPES = ("chapter", "block", "block of one category", *(f"{length} characters" for length in range(3, 8)))
PROPERTIES = (
    *PLAIN,
    *SHAPES,
    "leaf",
    "top",
    "preferred name",
    "obsolete",
    *(f"{kind}, name" for kind in KINDS),
    *(f"{kind}, preferred" for kind in KINDS),
    "further words of the name",
    "further words of the preferred name",
    "words of the query that the name lacks",
    "words of the query that no name has",
    "every word of the query",
    "a reading is the preferred name",
    "a reading is the name",
    *(f"{what}, lacking" for what in (*PLAIN, *KINDS)),
)


@dataclass(frozen=True)
class Described:
    """A candidate concept: its id, preferred name, the name that is likest to the query, and that query's reading."""

    id: str
    preferred: str
    name: str
    reading: str
    leaf: bool
    top: bool
    obsolete: bool = False


def properties(typed: tuple[str, ...], every: Sequence[Described]) -> np.ndarray:
    """PROPERTIES of candidates, float64 [candidates, PROPERTIES]; `typed` are the query's own readings, whose words ask
    for a property."""
    if not every:
        return np.empty((0, len(PROPERTIES)))
    asks, says = _asked_for(typed), np.array([said_of(one.preferred) for one in every])
    asked, whole = [telling_words(text) for text in typed], _normalised(typed)
    beside = np.array([_beside_plain(asked, whole, one) for one in every])
    lacks = np.array([_flags(_lacking_all(typed, {one.name, one.preferred})) for one in every])
    return np.hstack([says & ~asks, beside, asks & ~says, lacks])


def _beside_plain(asked: Sequence[frozenset[str]], whole: frozenset[str], one: Described) -> list[float]:
    """Those between what is said in so many words and what is lacking; `asked` are the telling words of the query's own
    readings, `whole` their texts, normalised."""
    of_name = of_required(one.reading, one.name)
    of_preferred = of_name if one.preferred == one.name else of_required(one.reading, one.preferred)
    reading = telling_words(one.reading)
    name, preferred = (telling_words(necessary(one.reading, text)) for text in (one.name, one.preferred))
    known = name | preferred
    missing = min((len(words - known) for words in asked), default=0)
    return [
        *_shape(one.id),
        *(float(flag) for flag in (one.leaf, one.top, one.name == one.preferred, one.obsolete)),
        *_flags(of_name),
        *_flags(of_preferred),
        *(len(name - reading), len(preferred - reading), len(reading - name), missing, float(not missing)),
        *(float(normalise(text) in whole) for text in (one.preferred, one.name)),
    ]


def _lacking_all(typed: tuple[str, ...], names: Iterable[str]) -> frozenset[str]:
    """The kinds of KINDS that each of the names lacks of each of the readings."""
    found: frozenset[str] = frozenset()
    for place, (text, name) in enumerate(product(typed, names)):
        here = lacking(text, name)
        found = found & here if place else here
        if not found:
            break
    return found


@lru_cache(maxsize=1_000)
def _flags(found: Collection[str]) -> tuple[float, ...]:
    """1 for each of KINDS that was found."""
    return tuple(float(kind in found) for kind in KINDS)


@lru_cache(maxsize=1_000)
def _normalised(typed: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(normalise, typed))


@lru_cache(maxsize=30_000)
def said_of(preferred: str) -> np.ndarray:
    """Which of PLAIN a preferred name says, bool [PLAIN]."""
    return _matched(preferred.lower(), _SAID, _said_by_word)


@lru_cache(maxsize=1_000)
def _asked_for(typed: tuple[str, ...]) -> np.ndarray:
    """Which of PLAIN any of the readings asks for, bool [PLAIN]."""
    return np.logical_or.reduce([_matched(text, _ASKED_FOR, _asked_by_word) for text in typed] or [NONE_ASKED])


def _matched(text: str, patterns: Sequence[Reach], by_word: Callable[[str], int]) -> np.ndarray:
    """Which of the patterns a text matches: a word of it, or more of it."""
    found = 0
    for word in text.split():
        found |= by_word(word)
    return np.array(
        [
            bool(found >> place & 1) or (phrases is not None and bool(phrases.search(text)))
            for place, (_, phrases) in enumerate(patterns)
        ]
    )


@lru_cache(maxsize=100_000)
def _said_by_word(word: str) -> int:
    """A bit for each of PLAIN that this one word says, whatever stands around it."""
    return _bits(word, _SAID)


@lru_cache(maxsize=30_000)
def _asked_by_word(word: str) -> int:
    """A bit for each of PLAIN that this one word asks for."""
    return _bits(word, _ASKED_FOR)


def _bits(word: str, patterns: Sequence[Reach]) -> int:
    return sum(1 << place for place, (words, _) in enumerate(patterns) if words is not None and words.search(word))


@lru_cache(maxsize=30_000)
def _shape(id: str) -> tuple[float, ...]:
    """SHAPES of an id of ICD-10; all 0 for any other."""
    found = [0.0] * len(SHAPES)
    if CHAPTER.fullmatch(id):
        found[0] = 1.0
    elif BLOCK.fullmatch(id):
        first, last = id.split("-")
        found[2 if first == last else 1] = 1.0
    elif ICD.fullmatch(id):
        found[min(len(id.replace(".", "")), 7)] = 1.0
    return tuple(found)
