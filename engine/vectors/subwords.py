"""fastText's subwords: which rows of the bucket table stand for the character n-grams of a word.

Bojanowski, Grave, Joulin, Mikolov 2017, "Enriching word vectors with subword information", section 3.2. An n-gram is
hashed with FNV-1a (32 bits). fastText reads each byte as a signed number before the exclusive or, which changes the
hash of everything beyond ASCII; files made by it need the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_BASIS = np.uint32(2166136261)
_PRIME = np.uint32(16777619)


@dataclass(frozen=True)
class Subwords:
    """n-grams of `shortest` to `longest` characters of "<word>", hashed into `buckets` rows."""

    shortest: int
    longest: int
    buckets: int

    def of(self, words: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """All n-grams of `words`: the number of the word each stands in and its bucket, parallel arrays."""
        nothing = np.empty(0, np.int64), np.empty(0, np.int64)
        if not words or self.longest <= 0 or self.buckets <= 0:
            return nothing
        raw = np.frombuffer("".join(f"<{word}>" for word in words).encode("utf-8", "surrogatepass"), np.uint8)
        signed = raw.view(np.int8).astype(np.int32).view(np.uint32)
        first_byte = np.flatnonzero((raw & 0xC0) != 0x80)  # of each character
        width = np.diff(np.append(first_byte, len(raw)))
        lengths = np.fromiter((len(word) + 2 for word in words), np.int64, len(words))
        word = np.repeat(np.arange(len(words)), lengths)
        end = np.cumsum(lengths)
        start = end - lengths

        hashes = np.full(len(first_byte), _BASIS)
        open_ = np.arange(len(first_byte))  # first characters of the n-grams that still fit into their word
        owners, rows = [], []
        for n in range(1, self.longest + 1):
            open_ = open_[open_ + n <= end[word[open_]]]
            if not len(open_):
                break
            last = open_ + (n - 1)
            hashes[open_] = (hashes[open_] ^ signed[first_byte[last]]) * _PRIME
            for byte in range(1, int(width[last].max())):
                wide = width[last] > byte
                at = open_[wide]
                hashes[at] = (hashes[at] ^ signed[first_byte[last[wide]] + byte]) * _PRIME
            if n < self.shortest:
                continue
            taken = open_
            if n == 1:  # fastText takes no "<" and no ">" alone
                taken = open_[(open_ != start[word[open_]]) & (open_ != end[word[open_]] - 1)]
            owners.append(word[taken])
            rows.append((hashes[taken] % np.uint32(self.buckets)).astype(np.int64))
        return (np.concatenate(owners), np.concatenate(rows)) if owners else nothing
