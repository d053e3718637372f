"""Files with a row for whole names beside those for words: the released BNE, word2vec's phrases joined by “_”."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from engine.text import tokenise
from engine.vectors.averaging import WordAverage
from engine.vectors.fasttext_file import END_OF_LINE
from engine.vectors.subwords import Subwords
from engine.vectors.unit import unit

_JOINT = re.compile(r"(?<=[^\W_])_+(?=[^\W_])")
_NOT_DECODED = "\ufffd"  # of bytes that are not UTF-8


class KeyedRows(WordAverage):
    """A text that is in the file has that row, any other text the mean of its words' rows.

    A word of the file counts when it is one token of ours, a name when it holds a word; of several that are the same
    text the first does. `unused` counts the others.
    """

    subwords = Subwords(0, 0, 0)

    def __init__(self, keys: dict[str, int], unused: int = 0) -> None:
        self.keys = keys  # tokens joined by spaces -> where its row is
        self.unused = unused
        self.words = [key for key in keys if " " not in key]

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit rows, float32 [len(texts), dim]: of the name where the file has it, else of its words."""
        rows = super().encode(texts)
        if len(self.words) == len(self.keys):
            return rows
        keys = [key_of(text) for text in texts]
        named = [i for i, key in enumerate(keys) if " " in key and key in self.keys]
        found, _ = self.rows([keys[i] for i in named])
        self.refuse_not_numbers(found)
        rows[named] = unit(found)
        return rows


def key_of(text: str) -> str:
    """The tokens of a word or name joined by spaces, “heart_attack” as “heart attack”; empty for one that no text can
    ask for: several tokens without a word, the end of a line, bytes that are not UTF-8."""
    if text == END_OF_LINE or _NOT_DECODED in text:
        return ""
    tokens = tokenise(_JOINT.sub(" ", text))
    return " ".join(tokens) if len(tokens) == 1 or any(token[0].isalnum() for token in tokens) else ""
