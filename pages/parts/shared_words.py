"""Which words of a matched name the query shares, so that the eye finds why it stands there."""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")
SHORTEST_TYPED = 2  # a single letter would light up every name while the first word is being typed
SHORTEST_START = 4  # “short” is seen in “shortness”, “of” is not seen in “often”
PLAIN = frozenset(  # say nothing of the thing
    ["a", "an", "and", "at", "by", "due", "for", "from", "in", "of", "on", "or", "the", "to", "with", "without"]
)


def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word).lower()


def shared_parts(query: str, name: str) -> list[tuple[str, bool]]:
    """`name` cut into (text, shared) pieces: whole words of the query, and words that begin with one of them;
    words like “of” and “with” are passed over.

    >>> shared_parts("heart att", "Heart attack, old")
    [('Heart', True), (' ', False), ('att', True), ('ack, old', False)]
    """
    queried = [word for word in map(_folded, WORD.findall(query)) if word not in PLAIN]
    typed = WORD.findall(query)
    last = queried[-1] if queried and query[-1:].strip() and _folded(typed[-1]) == queried[-1] else ""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for found in WORD.finditer(name):
        word = _folded(found.group())
        start = _start(word, queried, last) if len(word) == len(found.group()) else word if word in queried else ""
        if not start:
            continue
        end = found.end() if start == word else found.start() + len(start)
        if found.start() > at:
            pieces.append((name[at : found.start()], False))
        pieces.append((name[found.start() : end], True))
        at = end
    if at < len(name):
        pieces.append((name[at:], False))
    return pieces


def _start(word: str, queried: list[str], last: str) -> str:
    """The longest word of the query that `word` is or begins with; `last` is the one being typed."""
    starts = [one for one in queried if word == one or (len(one) >= SHORTEST_START and word.startswith(one))]
    if len(last) >= SHORTEST_TYPED and word.startswith(last):
        starts.append(last)
    return max(starts, key=len, default="")
