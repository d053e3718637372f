"""The content words of many names at once: each different word is read once, and the rest is arithmetic on numbers."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.events import counted
from engine.text import words
from engine.text.word_variants import FUNCTION_WORDS, KIND, PLAIN, plain_word, words_of_content

SPECIFIED = "specified"  # without which nothing but codes is added
# What a name says of no thing: the codes of its block after it, and what it is that is unspecified.
CODES = re.compile(r"\([A-Z]\d\w(?:-[A-Z]\d\w)?\)", re.IGNORECASE)
CODES_AND_UNSPECIFIED = re.compile(
    rf"\s*{CODES.pattern}$"
    r"|(?:,\s*)?\b(?:organism|sites?|type|cause|severity) not specified\b"
    r"|(?<=\bunspecified )(?:organism|sites?|type|cell type|cause|severity|degree|depth|reason|side)\b",
    re.IGNORECASE,
)


def without_added(text: str) -> str:
    """A name without the codes of its block and without what it is that is unspecified."""
    if not text.isascii() or SPECIFIED in text.lower():
        return CODES_AND_UNSPECIFIED.sub("", text)
    codes = text.rfind("(") if text.endswith(")") else -1
    return text[:codes].rstrip() if codes >= 0 and CODES.fullmatch(text, codes) else text


@dataclass(frozen=True)
class NameWords:
    """`vocabulary`: the content words. Those of name i are `places[starts[i] : starts[i + 1]]`, int32, each once.

    `surface`: the words as names have them, in lower case, with how often.
    """

    vocabulary: list[str]
    starts: np.ndarray
    places: np.ndarray
    surface: Counter[str]


class _Tokens(dict[str, int]):
    """Words as they stand in names -> numbers in the order of their coming; `beside` hang on the words beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []  # each as it is compared
        self.beside: set[str] = set()

    def __missing__(self, token: str) -> int:
        word = plain_word(token)
        if not word:
            self.beside.add(token)
        self.read.append(word)
        self[token] = len(self)
        return len(self) - 1


def read_words(names: Iterable[str]) -> NameWords:
    """The content words of the names, as `engine.text.word_variants.words_of_content` has them, less what is added."""
    tokens, whole = _Tokens(), dict[str, int]()  # words of names that are read one by one, and of those read whole
    flat, lengths = array("i"), array("i")
    surface: Counter[str] = Counter()
    for name in counted(names, "names"):
        text = without_added(name)
        if text is name and name.isascii() and "'" not in name and "_" not in name:
            found = PLAIN.findall(name)
            numbers = list(map(tokens.__getitem__, found))
            if tokens.beside.isdisjoint(found):
                flat.extend(numbers)
                lengths.append(len(numbers))
                continue
        surface.update(filter(str.isalpha, words(name)))
        numbers = [-1 - whole.setdefault(word, len(whole)) for word in words_of_content(text)]
        flat.extend(numbers)
        lengths.append(len(numbers))
    every = np.array(flat, np.int32)
    for token, count in zip(tokens, np.bincount(every[every >= 0], minlength=len(tokens)).tolist(), strict=True):
        if count and token.isalpha():
            surface[token.lower()] += count
    return _numbered(tokens.read, list(whole), every, np.array(lengths, np.int64), surface)


def different(numbers: np.ndarray) -> np.ndarray:
    """The numbers in order, each once; they are sorted where they stand."""
    numbers.sort()
    return numbers[np.concatenate([[True], numbers[1:] != numbers[:-1]])] if len(numbers) else numbers


def _numbered(
    read: Sequence[str], whole: Sequence[str], flat: np.ndarray, lengths: np.ndarray, surface: Counter[str]
) -> NameWords:
    """Numbers of words of `read` (from 0) and of `whole` (from −1 down) as those of kinds, each once a name."""
    kinds = [KIND.get(word, (word,)) for word in read] + [(word,) for word in reversed(whole)]
    vocabulary = {word: place for place, word in enumerate(dict.fromkeys(word for some in kinds for word in some))}
    of_word = np.array([[vocabulary[some[0]], vocabulary[some[-1]]] for some in kinds], np.int64).reshape(-1, 2)
    empty = np.array([word in FUNCTION_WORDS for word in read] + [False] * len(whole), bool)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    says = ~empty[flat]
    says |= (np.bincount(rows[says], minlength=len(lengths)) == 0)[rows]  # a name of such words alone keeps them
    pairs = (rows[says, None] * np.int64(max(1, len(vocabulary))) + of_word[flat[says]]).reshape(-1)
    pairs = different(pairs)
    own, places = np.divmod(pairs, max(1, len(vocabulary)))
    starts = np.concatenate([[0], np.cumsum(np.bincount(own, minlength=len(lengths)))]).astype(np.int64)
    return NameWords(list(vocabulary), starts, places.astype(np.int32), surface)
