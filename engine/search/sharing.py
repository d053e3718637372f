"""Words that a text and a name share, as they stand or as words that begin alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from functools import lru_cache

from engine.mentions.numbers import unified
from engine.mentions.plurals import singular
from engine.search.wording import KIND, americanised, said

BEGINNING, MOST = 4, 0.6  # letters that akin words begin with at least, and their share of the shorter one
CODE = re.compile(r"\d")


def spoken(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a text, those for one kind of thing as one, and which are numbers, codes or single letters."""
    words = frozenset(KIND.get(word, word) for word in said(americanised(singular(unified(text)))))
    return words, frozenset(word for word in words if len(word) == 1 or CODE.search(word))


def shares(
    words: Set[str], others: Set[str], same: Callable[[str, str], bool] | None = None
) -> tuple[float, float, float]:
    """Shares of words that are on both sides: of all there are, of `words`, of `others`.

    With `same`, a word is on both sides when it is the same as any of the other side, and all there are is both sides
    counted together.
    """
    if same is None:
        both = len(words & others)
        return both / max(1, len(words | others)), both / max(1, len(words)), both / max(1, len(others))
    here = sum(any(same(word, other) for other in others) for word in words)
    there = sum(any(same(word, other) for word in words) for other in others)
    total = len(words) + len(others)
    return (here + there) / max(1, total), here / max(1, len(words)), there / max(1, len(others))


@lru_cache(100_000)
def akin(word: str, other: str) -> bool:
    """Whether two words begin with the same four letters or more, and with most of the shorter one.

    >>> akin("retinopathy", "retinal"), akin("neuropathy", "neuroblastoma")
    (True, False)
    """
    if word == other:
        return True
    shorter = min(len(word), len(other))
    same = next((at for at in range(shorter) if word[at] != other[at]), shorter)
    return same >= BEGINNING and same >= MOST * shorter
