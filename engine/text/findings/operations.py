"""Operations: as a theatre's list names them, and what may have come of one."""

from __future__ import annotations

import re

from engine.text.dictionary.form_words import SIDE_WORDS

KIND = (
    r"correction|repair|replacement|excision|fixation|reconstruction|grafts?|grafting|washout|bypass|resection"
    r"|extractions?|release|stripping"
)
KIND_OF_OPERATION = re.compile(rf"(?:{KIND})\b.*", re.IGNORECASE)
OPERATION = re.compile(
    r"(?:\S+ ){0,3}?(?:\w+(?:ectomy|otomy|plasty|oscopy|pexy|centesis|desis)|t[khs]r|tah|bso|tahbso|turp|turbt|orif|dhs"
    r"|cabg|p?pci|ercp|evar|tavi|avr|mvr|ppm|mua|eua|erpc|smm|chole|appy|hemi|circumcision|i&d"
    rf"|{KIND})(?: (?:x ?\d|\d+|left|right|[lr]|ga|la|under (?:ga|la)|inserted|done|to \w+|(?:\+|and|with) stents?))*",
    re.IGNORECASE,
)
OF_AN_OPERATION = re.compile(
    r"infect|bleed|bled|ha?emorrh|dehisc|leak|fail|disloc|loos|fractur|clot|pain|fever|reject|block|complicat|post"
    r"|after|endocardit|thrombos|lymphoe?d|seroma|ha?ematoma|fistul|adhesion|necros|incisional|stiff|perforat|injur|sepsis|abscess|scar|swell|strictur|stenos|recur|check|status|old\b|prev|years?|months?"
    r"|weeks?|/\d\d?\b",
    re.IGNORECASE,
)


def is_operation(part: str) -> bool:
    """Whether a part is an operation, and nothing that came of one.

    >>> is_operation("lap chole"), is_operation("R TKR"), is_operation("TKR infected"), is_operation("bled after TURP")
    (True, True, False, False)
    """
    return OPERATION.fullmatch(part) is not None and not OF_AN_OPERATION.search(part)


def is_kind(operation: str) -> bool:
    """Whether an operation begins with a mere kind of one, “replacement R”: what is operated on stands before it."""
    return KIND_OF_OPERATION.fullmatch(operation) is not None


def side_in(part: str) -> str:
    """The side that an operation is on, "" where it has none: “L” of “L TKR”."""
    return next((word for word in part.split() if word.lower() in SIDE_WORDS), "")


def may_come_of(part: str) -> bool:
    """Whether a part may be what came of an operation beside it: “wound infection”, “pain 2 months”."""
    return OF_AN_OPERATION.search(part) is not None
