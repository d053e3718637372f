"""Words that one slip of the fingers turns into one another: a letter left out, added, exchanged or out of order."""

from __future__ import annotations

from collections.abc import Container
from string import ascii_lowercase

SHORTEST = 5  # letters: a slip in a shorter word may give any other word


def one_slip_away(word: str, known: Container[str]) -> set[str]:
    """The known words that `word` may be a misspelling of; none for a short one, or one of other signs than a to z.

    >>> one_slip_away("ceftiaxone", {"ceftriaxone", "cefazolin"})
    {'ceftriaxone'}
    """
    if len(word) < SHORTEST or not (word.isascii() and word.isalpha()):
        return set()
    parts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    near = [left + right[1:] for left, right in parts if right]
    near += [left + right[1] + right[0] + right[2:] for left, right in parts if len(right) > 1]
    near += [left + letter + right for left, right in parts for letter in ascii_lowercase]
    near += [left + letter + right[1:] for left, right in parts if right for letter in ascii_lowercase]
    return {text for text in near if text in known} - {word}
