"""Normalise and tokenise a name: the one tokeniser for corpora, training and queries."""

from __future__ import annotations

import re
import unicodedata

TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
LONGEST_NAME = 2_000


def normalise(text: str) -> str:
    """`text` in NFKC form, lower case, with single spaces; two names are the same text when this is equal."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


def tokenise(text: str) -> list[str]:
    """Lower-case words, numbers and single punctuation marks of `text`, in order.

    >>> tokenise("Charcot-Marie-Tooth disease, type 1A")
    ['charcot', '-', 'marie', '-', 'tooth', 'disease', ',', 'type', '1a']
    """
    return TOKEN.findall(normalise(text))


def words(text: str) -> list[str]:
    """The tokens of `text` that are not punctuation; empty for a name that says nothing."""
    return [token for token in tokenise(text) if token[0].isalnum()]
