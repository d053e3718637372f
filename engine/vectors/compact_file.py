"""Our own compact file: whole-number rows with a scale each, in a safetensors file that is mapped into memory.

    words        uint8 [bytes]      the vocabulary, most frequent first, joined by line ends, UTF-8
    word_rows    int8 [V, dim]      final word vectors (word row and n-grams already averaged)
    word_scale   float32 [V]
    bucket_rows  int8 [B, dim], or uint8 [B, dim/2] with two four-bit numbers a byte; absent without subwords
    bucket_scale float32 [B]

A word that is not in the vocabulary is the mean of its n-grams' bucket rows; their rounding errors average out.
The file's metadata holds `nomenclator` (a JSON object: format, tokeniser, subwords, settings, corpora and licences,
and the sha256 of everything after the header, verified on load).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, Damaged
from engine.formats.opening.arrays import open_arrays
from engine.formats.opening.json_text import read_json
from engine.text.text_arrays import lines_of
from engine.vectors.averaging import WordAverage, index_of, mean_of_groups
from engine.vectors.recipe_file import data_sha256
from engine.vectors.subwords import Subwords

FORMAT = "nomenclator-vectors-1"
TOKENISER = "engine.text.tokenise 1"
_ARRAYS = {"words": ("U8", 1), "word_rows": ("I8", 2), "word_scale": ("F32", 1)}
_BUCKETS = {"bucket_rows": ("I8 U8", 2), "bucket_scale": ("F32", 1)}


class CompactFile(WordAverage):
    """Vectors read from a compact file; `about` is the JSON object in its metadata."""

    def __init__(self, path: Path, tensors: dict[str, np.ndarray], about: dict[str, Any]) -> None:
        self.path = path
        self.about = about
        self.words = lines_of(tensors["words"])
        self.dim = int(tensors["word_rows"].shape[1])
        self.subwords = _subwords(about.get("subwords"), path)
        self._word_rows, self._word_scale = tensors["word_rows"], tensors["word_scale"]
        self._bucket_rows, self._bucket_scale = tensors.get("bucket_rows"), tensors.get("bucket_scale")
        self._index = index_of(self.words)
        if not self._fits():
            raise Damaged(f"The vectors file {path} contradicts itself about its size; copy it again.")

    def _fits(self) -> bool:
        """Whether the arrays belong together: a scale for each row, a row for each word and bucket, all as wide."""
        rows, scale = self._bucket_rows, self._bucket_scale
        if not self.dim or not len(self.words) == len(self._word_rows) == len(self._word_scale):
            return False
        if rows is None or scale is None:
            return rows is scale and not (self.subwords.buckets and self.subwords.longest > 0)
        width = self.dim if rows.dtype == np.int8 else self.dim / 2
        return len(rows) == len(scale) == self.subwords.buckets and rows.shape[1] == width

    @staticmethod
    def recognises(head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""
        return head[8:9] == b"{" and head[6:8] == b"\0\0"

    @classmethod
    def load(cls, path: Path) -> CompactFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        damaged = f"The vectors file {path} is cut short or damaged"
        with open_arrays(path) as arrays:
            about = read_json(arrays.metadata.get("nomenclator", "null"), damaged, "copy it again", Damaged)
            if not isinstance(about, dict) or about.get("format") != FORMAT:
                raise BadInput(f"{path} is a safetensors file but not one of vectors; make one with “vectors compact”.")
            if data_sha256(path) != about.get("data_sha256"):
                raise Damaged(f"{damaged} ({path.stat().st_size:,} bytes); copy it again.")
            if about.get("tokeniser") != TOKENISER:
                raise BadInput(f"{path} was made for another tokeniser ({about.get('tokeniser')}); compact it again.")
            arrays.expect(_ARRAYS, _BUCKETS)
            tensors = arrays.mapped([*_ARRAYS, *_BUCKETS])
        for name in ("word_scale", "bucket_scale"):
            if name in tensors and not np.isfinite(tensors[name]).all():
                raise Damaged(f"{damaged}: its {name} holds values that are not numbers; copy it again.")
        return cls(path, tensors, about)

    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Raw vectors of `tokens`, float32 [m, dim], and which have one, bool [m]; the others are zero rows."""
        number = np.fromiter((self._index.get(token, -1) for token in tokens), np.int64, len(tokens))
        seen = number >= 0
        known = seen.copy()
        found = np.zeros((len(tokens), self.dim), np.float32)
        found[seen] = self._word_rows[number[seen]] * self._word_scale[number[seen], None]
        unseen = np.flatnonzero(~seen & np.fromiter((token[0].isalnum() for token in tokens), bool, len(tokens)))
        owner, bucket = self.subwords.of([tokens[i] for i in unseen.tolist()])
        if len(owner):
            found[unseen] = mean_of_groups(owner, bucket, len(unseen), self._buckets)
            known[unseen[owner]] = True
        return found, known

    def _buckets(self, rows: np.ndarray) -> np.ndarray:
        assert self._bucket_rows is not None and self._bucket_scale is not None
        stored = self._bucket_rows[rows]
        if stored.dtype == np.uint8:
            stored = unpack_nibbles(stored)
        return stored * self._bucket_scale[rows, None]


def _subwords(about: Any, path: Path) -> Subwords:
    names = ("shortest", "longest", "buckets")
    if not isinstance(about, dict) or set(about) != set(names) or not all(type(about[one]) is int for one in names):
        raise Damaged(f"The vectors file {path} does not say which n-grams it holds; copy it again.")
    return Subwords(**about)


def pack_nibbles(values: np.ndarray) -> np.ndarray:
    """Whole numbers −7…7, int8 [n, d] with even d, as uint8 [n, d/2]: two a byte, the earlier one lower."""
    shifted = (values + 8).astype(np.uint8)
    return shifted[:, 0::2] | (shifted[:, 1::2] << 4)


def unpack_nibbles(stored: np.ndarray) -> np.ndarray:
    """The numbers that `pack_nibbles` packed, int8 [n, d]: the inverse of it."""
    values = np.empty((len(stored), stored.shape[1] * 2), np.int8)
    values[:, 0::2] = (stored & 0x0F).astype(np.int8) - 8
    values[:, 1::2] = (stored >> 4).astype(np.int8) - 8
    return values
