"""Words cut short with a point, as letters have them: “polyhydr. from week 30”, “bilat. cutaneous synd.”."""

from __future__ import annotations

import re
from collections import Counter

from engine.ranking.reading.known_names import KnownNames

POINTED = re.compile(r"(?<![\w.'’-])(?P<word>[^\W\d_]{3,})\.(?=\s*(?:$|[,;)]|[^\W_A-Z]|[A-Z]{2}))")
LIKELY = 8  # words that one cut short may be, which are looked at
FAR_MORE = 5  # times as often as itself names have the word that one may be cut short of: “lat.”


def with_pointed_words(text: str, known: KnownNames) -> str:
    """The text with its words that are cut short written out: as the word with which a name has the rest of the text,
    else the commonest that begins so. One that is a form of the dictionary loses its point; a word that names have
    often is the end of a sentence. "" where nothing is cut short."""
    found = text
    while (match := POINTED.search(found)) and (word := _in_full(match, known)):
        found = f"{found[: match.start()]}{word}{found[match.end() :]}"
    return "" if found == text else found


def _in_full(match: re.Match[str], known: KnownNames) -> str:
    """The word that one with a point stands for; "" where it is none that is cut short."""
    word = match["word"].lower()
    if known.is_form(word):
        return match["word"]
    often: Counter[str] = Counter()
    for index in known.indexes:
        often.update({one: index.surface[one] for one in index.longer_words(word)})
    itself = sum(index.surface.get(word, 0) for index in known.indexes)
    likely = [one for one, count in often.most_common(LIKELY) if count >= FAR_MORE * itself]
    before, behind = match.string[: match.start()], match.string[match.end() :]
    named = (one for one in likely if any(map(known.is_in_a_name, known.ways_of(f"{before}{one}{behind}"))))
    return next(named, next(iter(likely), ""))
