"""What of a text nobody here knows: its words that are in no vocabulary."""

from __future__ import annotations

from collections.abc import Set

from engine.text import TOKEN, folded, normalise, tokenise
from engine.text.plurals import singular


def unknown_words(text: str, words: Set[str]) -> list[str]:
    """The words of `text`, each once and in order, that `words` (in small letters) has in no form.

    A word counts as known as it is, in singular, and without its accents; of a script without spaces, when one of its
    characters or pairs is. Numbers and single letters are no words here.
    """
    found: dict[str, None] = {}
    for token in TOKEN.findall(normalise(text)):
        if (len(token) > 1 and token[0].isalnum() and not token.isdigit()) or _is_ideograph(token):
            forms = {token, singular(token), folded(token), folded(singular(token)), *tokenise(token)}
            if not forms & words:
                found.setdefault(token)
    return [*found]


def knows_nothing(text: str, words: Set[str]) -> bool:
    """Whether `text` has words, and `words` has none of them."""
    every = unknown_words(text, frozenset())
    return bool(every) and len(unknown_words(text, words)) == len(every)


def _is_ideograph(token: str) -> bool:
    return len(token) == 1 and token.isalpha() and not folded(token).isascii() and token.lower() == token.upper()
