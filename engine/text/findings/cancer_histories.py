"""Which history a classification has of a cancer, by where it was or what it was: “nasopharyngeal carcinoma” as one of
the pharynx."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

TABLE = Path(__file__).with_name("cancer_histories.tsv")
SPREAD = re.compile(r"\bmets?\b|metasta|secondary|spread", re.IGNORECASE)


def history_of_cancer(text: str) -> str:
    """What ICD-10-CM calls a cancer where it is past; "" where a text says neither a place nor a kind, or a spread.

    >>> history_of_cancer("squamous cell carcinoma of left tonsil")
    'malignant neoplasm of other sites of lip, oral cavity, and pharynx'
    >>> history_of_cancer("gallbladder cancer"), history_of_cancer("adenocarcinoma")
    ('malignant neoplasm of other digestive organs', '')
    """
    if SPREAD.search(text):
        return ""
    return next((name for pattern, name in _histories() if pattern.search(text)), "")


@lru_cache(maxsize=1)
def _histories() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns of cancers, the special ones first, each with the name of its history."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()[1:]
    return tuple((re.compile(pattern, re.IGNORECASE), name) for pattern, name in (line.split("\t") for line in lines))
