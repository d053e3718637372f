"""Marks that clinicians write for words: “HIV+” is HIV positive, “# NOF” a fracture, “w/” with."""

from __future__ import annotations

import re

MARKS = (
    (re.compile(r"(?<![^\W_])w/(?!o\b)\s*", re.IGNORECASE), "with "),
    (re.compile(r"(?<=[^\W_])(?<!\bK)(?<!\bNa)(?<!\bCa)\s*\+(?:ve)?(?=\s*(?:$|[,;]))", re.IGNORECASE), " positive"),
    (re.compile(r"(?<=[^\W_])\s*\bpos\b(?=\s*(?:$|[,;]))", re.IGNORECASE), " positive"),
    (re.compile(r"(?<=[^\W\d_])\s*-ve\b", re.IGNORECASE), " negative"),
    (re.compile(r"#['’]?s\b"), " fractures "),
    (re.compile(r"#(?!\s*\d(?!\d*(?:st|nd|rd|th)\b))\s*", re.IGNORECASE), " fracture "),
    (re.compile(r"(?<![\w'’-])[Hh]i(?![\w'’-])"), "high"),  # not HI, a head injury
    (re.compile(r"\b(?:stg|Stg|STG|st)\.? ?(?=[0-5]|i{1,3}v?\b)"), "stage "),  # not ST 1 mm, a part of an ECG
    (re.compile(r"\bprev\.? (?=\w)", re.IGNORECASE), "previous "),
    (re.compile(r"(?<!\w)c/b\s+(?=\w)", re.IGNORECASE), "complicated by "),
    (re.compile(r"↑\s*(?=\w)"), "high "),
    (re.compile(r"↓\s*(?=\w)"), "low "),
    (re.compile(r"(?<=,) (?:on |of )?(?:just |only )?one side(?: only)?$", re.IGNORECASE), " unilateral"),
    (re.compile(r"(?<=,) (?:on |of )?both sides$", re.IGNORECASE), " bilateral"),
)


def marks_as_words(text: str) -> str:
    """`text` with such marks as words; as it is where it has none.

    >>> marks_as_words("# 2nd MT"), marks_as_words("prev. DVT"), marks_as_words("#2")
    ('fracture 2nd MT', 'previous DVT', '#2')
    >>> marks_as_words("HIV+"), marks_as_words("PD w/ tremor"), marks_as_words("L wrist #"), marks_as_words("#3")
    ('HIV positive', 'PD with tremor', 'L wrist fracture', '#3')
    >>> marks_as_words("hi BP"), marks_as_words("↓ Na"), marks_as_words("CKD stg 3"), marks_as_words("ST 1 mm")
    ('high BP', 'low Na', 'CKD stage 3', 'ST 1 mm')
    >>> marks_as_words("SLE c/b nephritis")
    'SLE complicated by nephritis'
    """
    for mark, word in MARKS:
        text = mark.sub(word, text)
    return " ".join(text.split())
