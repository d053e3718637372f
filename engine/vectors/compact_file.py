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

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, Damaged
from engine.vectors.averaging import WordAverage, index_of, mean_of_groups
from engine.vectors.subwords import Subwords

FORMAT = "nomenclator-vectors-1"
TOKENISER = "engine.text.tokenise 1"
_TYPES = {"U8": np.uint8, "I8": np.int8, "F32": np.float32}


class CompactFile(WordAverage):
    """Vectors read from a compact file; `about` is the JSON object in its metadata."""

    def __init__(self, path: Path, tensors: dict[str, np.ndarray], about: dict[str, Any]) -> None:
        self.path = path
        self.about = about
        self.words = tensors["words"].tobytes().decode("utf-8").split("\n")
        self.dim = int(tensors["word_rows"].shape[1])
        self.subwords = Subwords(**about["subwords"])
        self._word_rows, self._word_scale = tensors["word_rows"], tensors["word_scale"]
        self._bucket_rows, self._bucket_scale = tensors.get("bucket_rows"), tensors.get("bucket_scale")
        self._index = index_of(self.words)
        if len(self.words) != len(self._word_rows):
            raise Damaged(f"The vectors file {path} contradicts itself about its size; copy it again.")

    @staticmethod
    def recognises(head: bytes) -> bool:
        return head[8:9] == b"{" and head[6:8] == b"\0\0"

    @classmethod
    def load(cls, path: Path) -> CompactFile:
        size = path.stat().st_size
        content = np.memmap(path, np.uint8, "r")
        start = 8 + int.from_bytes(content[:8].tobytes(), "little")
        try:
            header = json.loads(content[8:start].tobytes())
            about = json.loads(header.pop("__metadata__", {}).get("nomenclator", "null"))
        except (ValueError, AttributeError) as error:
            raise Damaged(f"The vectors file {path} is cut short or damaged; copy it again.") from error
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise BadInput(f"{path} is a safetensors file but not one of vectors; make one with “vectors compact”.")
        if sha256(content[start:].data).hexdigest() != about["data_sha256"]:
            raise Damaged(f"The vectors file {path} ({size:,} bytes) is cut short or damaged; copy it again.")
        if about["tokeniser"] != TOKENISER:
            raise BadInput(f"{path} was made for another tokeniser ({about['tokeniser']}); compact it again.")
        tensors = {}
        for name, entry in header.items():
            begin, end = (start + offset for offset in entry["data_offsets"])
            tensors[name] = content[begin:end].view(_TYPES[entry["dtype"]]).reshape(entry["shape"])
        return cls(path, tensors, about)

    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
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


def pack_nibbles(values: np.ndarray) -> np.ndarray:
    """Whole numbers −7…7, int8 [n, d] with even d, as uint8 [n, d/2]: two a byte, the earlier one lower."""
    shifted = (values + 8).astype(np.uint8)
    return shifted[:, 0::2] | (shifted[:, 1::2] << 4)


def unpack_nibbles(stored: np.ndarray) -> np.ndarray:
    """The inverse of `pack_nibbles`: int8 [n, d]."""
    values = np.empty((len(stored), stored.shape[1] * 2), np.int8)
    values[:, 0::2] = (stored & 0x0F).astype(np.int8) - 8
    values[:, 1::2] = (stored >> 4).astype(np.int8) - 8
    return values
