"""How words sound, roughly: what people misspell most, they spell as it sounds."""

from __future__ import annotations

import re
from collections.abc import Iterable

ALIKE = tuple(  # in this order; each line of a text is a word
    (re.compile(pattern, re.MULTILINE), instead)
    for pattern, instead in (
        (r"['’]", ""),
        (r"^(?:p(?=[nst])|[kg](?=n)|w(?=r))", ""),  # silent at the beginning: pneumonia, gnawing, wrist
        (r"ph", "f"),
        (r"sth(?=m)", "s"),
        (r"ch|ck|qu|q", "k"),
        (r"[cx]z|xc|x", "ks"),
        (r"sc(?=[eiy])", "s"),
        (r"c(?=[eiy])|z", "s"),
        (r"c", "k"),
        (r"d?g(?=[eiy])", "j"),
        (r"t(?=i[aou])", "s"),
        (r"(?<=[^\n])h", ""),
        (r"e(?=s$)", ""),
        (r"[aeiouy]+", "a"),
        (r"([^a\n])\1+", r"\1"),
        (r"(?<=[^\n])a$", ""),
    )
)
BEGIN = {"k": "ckq", "s": "sczpx", "f": "fp", "n": "nkgp", "r": "rw", "j": "jg", "t": "tp", "a": "aeiouy"}  # by sound


def sounds(words: str) -> str:
    """The words of a text, in small letters and one a line, as they sound; words of one sound are alike.

    Vowels are one, those at the end none; doubled letters and the h count once or not at all.

    >>> [sounds(word) for word in ("diarrhea", "diahrrea", "asthma", "asma", "eczema", "excema")]
    ['dar', 'dar', 'asm', 'asm', 'aksam', 'aksam']
    >>> [sounds(word) for word in ("glaucoma", "schizophrenia", "crohn's", "ptosis", "ileus")]
    ['glakam', 'skasafran', 'krans', 'tasas', 'alas']
    """
    for pattern, instead in ALIKE:
        words = pattern.sub(instead, words)
    return words


class BySound:
    """Words by how they sound; those of a first letter are listened to when somebody asks for one that begins so."""

    def __init__(self, words: Iterable[str]) -> None:
        self._spelt: dict[str, list[str]] = {}
        self._heard: dict[str, dict[str, list[str]]] = {}  # first letter -> sound -> words
        for word in words:
            self._spelt.setdefault(word[:1], []).append(word)

    def like(self, word: str) -> list[str]:
        """The words that sound as this one does."""
        sound = sounds(word)
        return [one for letter in BEGIN.get(sound[:1], sound[:1]) for one in self._of(letter).get(sound, ())]

    def _of(self, letter: str) -> dict[str, list[str]]:
        """The words of a first letter by sound; kept once they are all heard, so that two who ask at once get all."""
        if letter not in self._heard:
            words = self._spelt.get(letter, [])
            heard = sounds("\n".join(words)).split("\n") if words else []
            found: dict[str, list[str]] = {}
            for one, word in zip(heard, words, strict=True):
                found.setdefault(one, []).append(word)
            self._heard[letter] = found
        return self._heard[letter]
