"""Different words for the same: British spelling, kinds of disease, and what may be left out.

Written by hand from the misses of the NCBI and BC5CDR training mentions; disease names are what it helps most.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.mentions.edits import american
from engine.text import words

WORD = re.compile(r"[^\W\d_]+")
CAUSE = re.compile(r"\b\w+ (?:induced|associated) ")  # punctuation is gone by then
KIND = {
    **dict.fromkeys(("cancer", "carcinoma", "tumor", "neoplasm", "malignancy", "neoplasia"), "neoplasm"),
    **dict.fromkeys(("disease", "disorder", "condition", "abnormality", "defect", "illness", "anomaly"), "disease"),
    **dict.fromkeys(("inherited", "hereditary", "genetic", "inborn", "familial", "heritable"), "genetic"),
    **dict.fromkeys(("deficient", "deficiency", "insufficiency"), "deficiency"),
    **dict.fromkeys(("renal", "kidney"), "kidney"),
    **dict.fromkeys(("hepatic", "liver"), "liver"),
    **dict.fromkeys(("cardiac", "heart"), "heart"),
    **dict.fromkeys(("pulmonary", "lung"), "lung"),
    **dict.fromkeys(("cerebral", "brain"), "brain"),
    **dict.fromkeys(("gastric", "stomach"), "stomach"),
    **dict.fromkeys(("ocular", "eye"), "eye"),
    **dict.fromkeys(("prostate", "prostatic"), "prostate"),
    **dict.fromkeys(("pancreas", "pancreatic"), "pancreas"),
    **dict.fromkeys(("ovary", "ovarian"), "ovary"),
    **dict.fromkeys(("thyroid", "thyroidal"), "thyroid"),
    **dict.fromkeys(("mental", "psychiatric"), "mental"),
    **dict.fromkeys(("impairment", "dysfunction", "impaired"), "dysfunction"),
}
EMPTY = {"of", "the", "a", "an", "in", "and", "with", "to", "for", "s", "due", "by", "or", "on", "at"}
DISEASE = {"disease", "syndrome"}  # says only that it is one
ADDED = {  # said of a disease in a text without making it another
    *("sporadic", "familial", "inherited", "hereditary", "human", "severe", "mild", "complete", "partial", "total"),
    *("isolated", "unilateral", "bilateral", "recurrent", "fatal", "classical", "classic", "typical", "advanced"),
    *("early", "late", "onset", "common", "rare", "nonhereditary", "congenital", "idiopathic", "symptomatic"),
    *("acute", "chronic", "progressive", "transient", "diffuse", "generalized", "stage", "induced", "associated"),
    *("patient", "invasive", "metastatic", "primary", "secondary", "genetic"),
    *("toxicity", "toxic", "injury", "damage", "lesion", "symptom", "complication", "problem"),
    *("dysfunction", "disturbance", "failure"),
}


def said(text: str) -> set[str]:
    """The words of a text without those that say nothing."""
    every = set(words(text))
    return every - EMPTY or every


def americanised(text: str) -> str:
    """Lower-case `text` in American spelling.

    >>> americanised("haemorrhagic tumours")
    'hemorrhagic tumors'
    """
    return WORD.sub(lambda match: _american(match[0]), text.lower())


_american = lru_cache(65_536)(american)


def reworded(text: str) -> str:
    """A bag of words in which words for one kind of thing are one word."""
    return " ".join(sorted({KIND.get(word, word) for word in said(text)}))


def named(text: str) -> str:
    """The same without the words that say only that it is a disease, unless it says nothing else."""
    kinds = {KIND.get(word, word) for word in said(text)}
    return " ".join(sorted(kinds - DISEASE or kinds))


def uncaused(text: str) -> str:
    """What is left of a text without what brought it about: only for what is asked.

    >>> uncaused("cocaine induced paranoia")
    'paranoia'
    """
    return bare(CAUSE.sub("", text))


def bare(text: str) -> str:
    """The same without what is merely added: only for what is asked, as a name that has “chronic” in it means it."""
    kinds = {KIND.get(word, word) for word in said(text) if word not in ADDED}
    return " ".join(sorted(kinds - DISEASE or kinds))
