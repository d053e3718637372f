"""What the kinds of difference are called where a person reads them."""

from __future__ import annotations

from engine.text.differences import WITH

IN_WORDS = {WITH: "what comes with it"}  # of kinds whose name alone is no word for what differs


def difference_word(kind: str) -> str:
    """What a kind of difference is called where it stands as a mark.

    >>> difference_word("with"), difference_word("side")
    ('what comes with it', 'side')
    """
    return IN_WORDS.get(kind, kind)


def difference_words(kinds: str) -> str:
    """Kinds as a line keeps them, “side, with”, in words.

    >>> difference_words("side, with"), difference_words("")
    ('side, what comes with it', '')
    """
    return ", ".join(map(difference_word, kinds.split(", ")))
