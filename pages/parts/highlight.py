"""Which words of a matched name the query shares, so that the eye finds why it stands there."""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")
SHORTEST_START = 2  # a single letter would light up every name while the first word is being typed


def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word).lower()


def shared_parts(query: str, name: str) -> list[tuple[str, bool]]:
    """`name` cut into (text, shared) pieces: whole words of the query, and the start of the word being typed.

    >>> shared_parts("heart att", "Heart attack, old")
    [('Heart', True), (' ', False), ('att', True), ('ack, old', False)]
    """
    asked = [_folded(word) for word in WORD.findall(query)]
    last = asked[-1] if asked and query[-1:].strip() else ""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for found in WORD.finditer(name):
        word = _folded(found.group())
        if word in asked:
            end = found.end()
        elif len(last) >= SHORTEST_START and word.startswith(last) and len(word) == len(found.group()):
            end = found.start() + len(last)
        else:
            continue
        if found.start() > at:
            pieces.append((name[at : found.start()], False))
        pieces.append((name[found.start() : end], True))
        at = end
    if at < len(name):
        pieces.append((name[at:], False))
    return pieces
