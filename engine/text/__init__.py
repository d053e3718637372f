"""Normalise and tokenise a name: the one tokeniser for corpora, training and queries."""

from __future__ import annotations

import re
import unicodedata

TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
WORD = re.compile(r"[^\W_]+")  # a token that is not punctuation
LETTERS = re.compile(r"[^\W\d_]+")
# Scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese kana, Chinese characters.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
RUN = re.compile(f"[{UNSPACED}]+|[^{UNSPACED}]+")
ACCENTED = re.compile("([A-Za-z\u0370-\u03ff])[\u0300-\u036f]+")  # of Latin and Greek letters, taken apart
LETTERS_APART = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
LONGEST_NAME = 2_000


def normalise(text: str) -> str:
    """`text` in NFKC form, lower case, with single spaces; two names are the same text when this is equal."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


def folded(text: str) -> str:
    """`text` normalised, and without accents and ligatures: two names differ in these alone when this is equal.

    >>> folded("Sjögren, Behçet, Østergård, ß")
    'sjogren, behcet, ostergard, ss'
    """
    if text.isascii():
        return normalise(text)
    apart = unicodedata.normalize("NFKD", normalise(text).casefold())
    return unicodedata.normalize("NFC", ACCENTED.sub(r"\1", apart)).translate(LETTERS_APART)


def letters(text: str) -> set[str]:
    """The letters of `text` as `folded` has them: texts that share none are in different scripts."""
    return {letter for letter in folded(text) if letter.isalpha()}


def tokenise(text: str) -> list[str]:
    """Lower-case words, numbers and single punctuation marks of `text`, in order.

    What is written without spaces between words (Chinese, Japanese, Thai …) is its characters and their pairs.

    >>> tokenise("Charcot-Marie-Tooth disease, type 1A"), tokenise("1型糖尿")
    (['charcot', '-', 'marie', '-', 'tooth', 'disease', ',', 'type', '1a'], ['1', '型', '型糖', '糖', '糖尿', '尿'])
    """
    if text.isascii():
        return TOKEN.findall(text.lower())
    return [part for token in TOKEN.findall(normalise(text)) for part in _parts(token)]


def _parts(token: str) -> list[str]:
    """A token as it is, or the characters and pairs of what in it is written without spaces, in order."""
    if not UNSPACED_RUN.search(token):
        return [token]
    parts: list[str] = []
    for run in RUN.findall(token):
        if not UNSPACED_RUN.fullmatch(run):
            parts.append(run)
            continue
        for place, character in enumerate(run):
            parts += [character, run[place : place + 2]] if place + 1 < len(run) else [character]
    return parts


def words(text: str) -> list[str]:
    """The tokens of `text` that are not punctuation; empty for a name of punctuation alone."""
    if text.isascii():
        return WORD.findall(text.lower())
    return [token for token in tokenise(text) if token[0].isalnum()]
