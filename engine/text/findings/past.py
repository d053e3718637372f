"""What is over, and what somebody was born with: “bypass 2005”, “prostate cancer, treated”, “born with one kidney”."""

from __future__ import annotations

import re

WHEN = r"(?:in )?(?:19|20)\d\d|last year|(?:in )?(?:the )?past|(?:\d+|a few|many|some) (?:years|yrs|months) ago"
OVER = re.compile(
    rf"(?P<what>\w.*?)\W+(?:{WHEN}|(?:(?:{WHEN})\W+)?(?:treated|excised|cured|recovered|all clear)"
    rf"(?: since)?(?: (?:{WHEN}))?|NED|no evidence of disease)\W*",
    re.IGNORECASE,
)
BEGAN = re.compile(r"\b(?:since|diagnos\w*|dx|start\w*|onset|began|born|from|found)$", re.IGNORECASE)  # and goes on
PAST = re.compile(
    r"^(?:history|h/o|hx|pmh|prior|prev(?:ious)?|old|s/p|status post|former|ex-?|stopped|quit)\b"
    r"|\b(?:history|status)\b",
    re.IGNORECASE,
)
HISTORY = "history of "
PERSONALLY = "personal history of"  # as names word it: over, whatever it is
HAS_HAD = re.compile(
    rf"(?:known )?(?:(?P<surely>{PERSONALLY})|h/o|hx(?: of)?|history of)\s+(?P<what>\w.*)", re.IGNORECASE
)
PREVIOUS = re.compile(r"(?:prior|previous|past) (?P<what>\w.*)", re.IGNORECASE)
NEOPLASM = re.compile(
    r"malig|cancer|\bca\b|carcinoma|neoplasm|tumou?r|leuk"
    r"|\w(?<!hemat)(?<!haemat)(?<!glauc)(?<!trach)(?<!granul)(?<!ather)(?<!scot)(?<!\bst)(?<!\bc)omas?\b",
    re.IGNORECASE,
)
BORN_WITH = re.compile(r"born with (?:an? )?(?P<what>\w.*)|(?P<before>\w.*?)\W+(?:since|from|at) birth", re.IGNORECASE)


def past_of(text: str) -> str:
    """“history of” what a text says to be over; "" where it says no such thing, or the past in other words as well.

    >>> past_of("PE 2018"), past_of("prostate cancer, treated"), past_of("gout")
    ('history of PE', 'history of prostate cancer', '')
    >>> past_of("bowel ca 2015, all clear since"), past_of("covid last year, recovered")
    ('history of bowel ca', 'history of covid')
    >>> past_of("HIV diagnosed 10 years ago"), past_of("asthma since 2015")
    ('', '')
    >>> past_of("h/o stroke 2018")
    'h/o stroke'
    """
    found = OVER.fullmatch(text.strip())
    if found is None or BEGAN.search(found["what"]):
        return ""
    return found["what"] if PAST.search(found["what"]) else f"{HISTORY}{found['what']}"


def has_had(text: str) -> str:
    """What somebody's history has; "" of other texts.

    >>> has_had("h/o gout"), has_had("personal history of asthma"), has_had("family history of asthma")
    ('gout', 'asthma', '')
    """
    found = HAS_HAD.fullmatch(text.strip())
    return found["what"] if found else ""


def surely_had(text: str) -> bool:
    """Whether a text says what somebody had in the words that classifications have for it.

    >>> surely_had("personal history of asthma"), surely_had("h/o asthma")
    (True, False)
    """
    found = HAS_HAD.fullmatch(text.strip())
    return bool(found and found["surely"])


def had_cancer(text: str) -> str:
    """The tumour that somebody had before; "" of other texts.

    >>> had_cancer("previous left lung cancer"), had_cancer("previous stroke")
    ('left lung cancer', '')
    """
    found = PREVIOUS.fullmatch(text.strip())
    return found["what"] if found and NEOPLASM.search(found["what"]) else ""


def congenital(text: str) -> str:
    """“congenital” with what somebody was born with; "" where a text says no such thing.

    >>> congenital("born with one kidney"), congenital("deaf since birth"), congenital("born at home")
    ('congenital one kidney', 'congenital deaf', '')
    """
    found = BORN_WITH.fullmatch(text.strip())
    return f"congenital {found['what'] or found['before']}" if found else ""
