"""Different words for the same: British spelling, kinds of disease, and what may be left out.

Written by hand from the misses of the NCBI and BC5CDR training mentions; disease names are what it helps most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.text import LETTERS, words
from engine.text.numbers import NUMERAL, unified
from engine.text.plurals import singular
from engine.text.spelling_distance import american

PLAIN = re.compile(r"[A-Za-z0-9]+")
CODE = re.compile(r"\d")
DIRECTIONS = frozenset(["increased", "decreased"])
CAUSE = re.compile(r"\b\w+ (?:induced|associated) ")  # punctuation is gone by then
ALIKE = """
neoplasm cancer carcinoma tumor malignancy neoplasia | disease disorder condition abnormality defect illness anomaly
genetic inherited hereditary inborn familial heritable | deficiency deficient insufficiency
dysfunction impairment impaired | increased increase elevated elevation raised
decreased decrease reduced reduction diminished lowered
kidney renal | liver hepatic | heart cardiac | lung pulmonary | brain cerebral | stomach gastric | eye ocular
prostate prostatic | pancreas pancreatic | ovary ovarian | thyroid thyroidal | mental psychiatric
skin cutaneous dermal | muscle muscular | bone osseous | blood hematologic hematological
joint articular | retina retinal | hearing auditory | vision visual | smell olfactory olfaction | taste gustatory
intestine intestinal | esophagus esophageal | colon colonic | rectum rectal | uterus uterine | bladder vesical
spleen splenic | thymus thymic | testis testicular | mouth oral | nose nasal | tooth dental | nerve neural
immune immunologic immunological
"""  # words for one thing, the first standing for all
ORGANS = """
arthro joint | cardio heart | coagulo coagulation | dermato skin | encephalo brain | entero intestine | gastro stomach
hemato blood | hepato liver | myo muscle | nephro kidney | neuro nerve | ophthalmo eye | osteo bone | oto ear
pneumo lung | retino retina | thyro thyroid | uro urinary | vasculo vascular
"""  # what a combining form stands for
ENDINGS = {"pathy": "disease", "toxicity": "toxicity"}


def _kinds() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {
        word: (group[0],) for group in map(str.split, _groups(ALIKE)) for word in group
    }
    for form, organ in map(str.split, _groups(ORGANS)):
        for ending, kind in ENDINGS.items():
            found[form + ending] = (organ, kind)
    return found


def _groups(lines: str) -> list[str]:
    return [group for line in lines.strip().splitlines() for group in line.split("|")]


KIND = {**_kinds(), "immunodeficiency": ("immune", "deficiency")}
FUNCTION_WORDS = {"of", "the", "a", "an", "in", "and", "with", "to", "for", "s", "due", "by", "or", "on", "at"}
DISEASE = {"disease", "syndrome"}  # says only that it is one
SAID_BESIDE = {  # said of a disease in a text without making it another
    *("sporadic", "familial", "inherited", "hereditary", "human", "severe", "mild", "complete", "partial", "total"),
    *("isolated", "unilateral", "bilateral", "recurrent", "fatal", "classical", "classic", "typical", "advanced"),
    *("early", "late", "onset", "common", "rare", "nonhereditary", "congenital", "idiopathic", "symptomatic"),
    *("acute", "chronic", "progressive", "transient", "diffuse", "generalized", "stage", "induced", "associated"),
    *("patient", "invasive", "metastatic", "primary", "secondary", "genetic"),
    *("toxicity", "toxic", "injury", "damage", "lesion", "symptom", "complication", "problem"),
    *("dysfunction", "disturbance", "failure"),
}


def meaningful_words(text: str) -> set[str]:
    """The words of a text without articles and the like (FUNCTION_WORDS), unless it has no others."""
    every = set(words(text))
    return every - FUNCTION_WORDS or every


def americanised(text: str) -> str:
    """Lower-case `text` in American spelling.

    >>> americanised("haemorrhagic tumours")
    'hemorrhagic tumors'
    """
    return LETTERS.sub(lambda match: american(match[0]), text.lower())


def kinds(plain: Iterable[str]) -> set[str]:
    """The words, those for one kind of thing as one, and compounds in their parts.

    >>> sorted(kinds(["ocular", "tumor"])), sorted(kinds(["retinopathy"]))
    (['eye', 'neoplasm'], ['disease', 'retina'])
    """
    return {kind for word in plain for kind in KIND.get(word, (word,))}


def reworded(text: str) -> str:
    """A bag of words in which words for one kind of thing are one word."""
    return " ".join(sorted(kinds(meaningful_words(text))))


def without_generic(text: str) -> str:
    """A bag of words as `reworded` makes it, less those that only say that it is a disease, unless it has no other."""
    return _without_disease(kinds(meaningful_words(text)))


def uncaused(text: str) -> str:
    """What is left of a text without what brought it about: only for a query, not for a name.

    >>> uncaused("cocaine induced paranoia")
    'paranoia'
    """
    return bare(CAUSE.sub("", text))


def bare(text: str) -> str:
    """As `without_generic`, less what is SAID_BESIDE: only for a query, as a name with “chronic” means it."""
    return _without_disease(kinds(word for word in meaningful_words(text) if word not in SAID_BESIDE))


def words_of_content(text: str) -> frozenset[str]:
    """The words of a text, those for one kind of thing as one; nothing is kept of the text.

    Words whose form hangs on no other are looked up one by one, which most texts are made of.
    """
    every = _word_by_word(text)
    if every is None:
        every = set(words(americanised(singular(unified(text)))))
    return frozenset(kinds(every - FUNCTION_WORDS or every))


def _word_by_word(text: str) -> set[str] | None:
    """The words of a text in American spelling and the singular; None where one may hang on those beside it."""
    if not text.isascii() or "'" in text or "_" in text:
        return None
    found = set(map(plain_word, PLAIN.findall(text)))
    return None if "" in found else found


@lru_cache(300_000)
def plain_word(word: str) -> str:
    """One word of letters in American spelling and the singular; "" for what may be a number."""
    return "" if NUMERAL.fullmatch(word) else americanised(singular(word))


@lru_cache(120_000)
def content_words(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a text, those for one kind of thing as one, and which are numbers, codes or single letters.

    Remembered: a normalisation asks for those of its dictionary again and again.
    """
    return read_content_words(text)


def read_content_words(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """As `content_words`, for texts that hardly come again."""
    words = words_of_content(text)
    return words, frozenset(word for word in words if len(word) == 1 or word in DIRECTIONS or CODE.search(word))


def _without_disease(bag: set[str]) -> str:
    return " ".join(sorted(bag - DISEASE or bag))
