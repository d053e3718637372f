"""How a target relates to a concept, by what their names say: the same, more, less, or one thing of several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.retrieval.word_index import EMPTY, telling_words
from engine.text.differences import UNKNOWN, necessary, of_required
from engine.text.word_variants import FUNCTION_WORDS
from store.records.mapping import BROAD, CLOSE, EXACT, NARROW, RELATED

LIKELY, POSSIBLE = 0.5, 0.25  # probabilities of the order from which a match is exact, and close
OTHER = "other"
SILENT = EMPTY | {"mellitus"}  # words that make no other thing of what a name says
TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[,;()]")
JOINING = frozenset(["and", "or"])
BOUNDS = FUNCTION_WORDS | {"without", "not", *",;()"}  # where one of several things ends


def predicate_of(
    source: str, target: str, name: str, same: bool, probability: float, same_words: bool = False, known: str = ""
) -> str:
    """How two concepts relate, by their preferred names, the name found, whether a text is the same, and how likely.

    A target whose name says less is broader, one whose name says more narrower. One that is several things, of which
    the concept is one, is broader: “fibrillation and flutter”. “Other disorders of lung” are narrower than lung
    disease, and broader than one such disorder. What is merely “unspecified”, stands in brackets or is one of SILENT
    says nothing. `same_words`: whether the name found has the words that the concept's name is read as. `known`: the
    relation that the hierarchies know, which counts where the names say none.
    """
    if same:
        return EXACT
    ours, theirs, found = (_name_words(text) for text in (source, necessary(source, target), name))
    if ours != theirs and _is_among(ours, target):
        return BROAD
    if ours != theirs and _is_among(theirs, source):
        return NARROW
    if OTHER in theirs - ours:
        return NARROW if ours <= theirs - {OTHER} else BROAD
    if OTHER in ours - theirs:
        return BROAD if theirs <= ours - {OTHER} else NARROW
    if found == ours or theirs == ours:
        return EXACT if probability >= POSSIBLE else CLOSE
    if theirs < ours:
        return BROAD
    if ours < theirs and not (same_words and not of_required(source, name)):
        return NARROW
    if known and not same_words:
        return known
    return EXACT if probability >= LIKELY else CLOSE if probability >= POSSIBLE else RELATED


@lru_cache(maxsize=30_000)
def _name_words(name: str) -> frozenset[str]:
    """The words of a name that say what it is; “other” is one of them."""
    return telling_words(UNKNOWN.sub("", name)) - (SILENT - {OTHER})


def _is_among(words: frozenset[str], name: str) -> bool:
    """Whether one of several things that a name joins is what is said, or something that is said more of."""
    return any(one <= words for one in _apart(name) if one)


@lru_cache(maxsize=30_000)
def _apart(name: str) -> frozenset[frozenset[str]]:
    """What a name says with one of two things that “and” or “or” joins left out; nothing where it joins none."""
    tokens = TOKEN.findall(name.replace("and/or", "or"))
    return frozenset(_name_words(" ".join(one)) for one in _without_one(tokens))


def _without_one(tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    """The words of a name without one or more of those directly behind an “and” or “or”, or before it.

    “With A and B” is with both, and “other and unspecified” are no two things.

    >>> [" ".join(one) for one in _without_one("Atrial fibrillation and flutter".split())]
    ['Atrial fibrillation', 'Atrial flutter', 'flutter']
    """
    small = [token.lower() for token in tokens]
    for at, word in enumerate(small):
        before, behind = _run(small[:at][::-1]), _run(small[at + 1 :])
        both = word == "and" and "with" in small[:at]
        if word in JOINING and before and behind and not both and small[at - 1] not in EMPTY:
            for length in range(behind, 0, -1):
                yield [*tokens[:at], *tokens[at + 1 + length :]]
            for length in range(1, before + 1):
                yield [*tokens[: at - length], *tokens[at + 1 :]]


def _run(words: Sequence[str]) -> int:
    """How many words come before one of BOUNDS."""
    return next((place for place, word in enumerate(words) if word in BOUNDS), len(words))
