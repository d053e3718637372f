"""Short forms that their abstract never defines, and the phrase in it whose words they must stand for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

SHORT = re.compile(r"(?<![\w-])[A-Z]{3,6}(?=s?(?![\w-]))")
TOKEN = re.compile(r"[^\W\d_]+(?:['’]s)?|[^\w\s]")
SMALL = frozenset(["a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "us", "with"])


def implied(context: str, defined: Iterable[str] = ()) -> dict[str, str]:
    """Capital short form -> long form, for those of `context` that are not `defined`.

    The long form is two or more words in one stretch of the abstract: the short form's letters are found in them in
    order, every word but of, the, and … giving at least its first. The phrase said most often wins, then the one of
    more words, then the first.

    >>> implied("Urine of women with overactive bladder. PURPOSE: NGF rises in OAB.")
    {'OAB': 'overactive bladder'}
    """
    shorts = dict.fromkeys(short for short in SHORT.findall(context) if short not in set(defined))
    words = TOKEN.findall(context) if shorts else []
    counted: dict[str, Counter[str]] = {short: Counter() for short in shorts}
    for start, word in enumerate(words):
        for short in shorts:
            if word[0].upper() == short[0] and word.lower() not in SMALL:
                counted[short].update(" ".join(phrase).lower() for phrase in _phrases(short, words[start:]))
    return {
        short: max(found, key=lambda phrase: (found[phrase], phrase.count(" ")))
        for short, found in counted.items()
        if found
    }


def _phrases(short: str, words: list[str]) -> Iterable[list[str]]:
    """The beginnings of `words` that `short` may stand for."""
    for count in range(2, len(short) + 3):
        last = words[count - 1 : count]
        if not last or not last[0][0].isalpha() or (last[0].isupper() and len(last[0]) > 1):
            return
        if last[0].lower() not in SMALL and _fits(short.lower(), [word.lower() for word in words[:count]]):
            yield words[:count]


def _fits(letters: str, words: list[str]) -> bool:
    """Whether every word gives its first letter, and perhaps later ones, and all letters are given in order."""
    if not words or not letters:
        return not words and not letters
    if words[0] in SMALL and _fits(letters, words[1:]):
        return True
    return words[0][0] == letters[0] and _inside(letters[1:], words[0][1:], words[1:])


def _inside(letters: str, rest: str, words: list[str]) -> bool:
    if _fits(letters, words):
        return True
    place = rest.find(letters[0]) if letters else -1
    return place >= 0 and _inside(letters[1:], rest[place + 1 :], words)
