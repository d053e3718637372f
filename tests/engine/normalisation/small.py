"""A dictionary of three concepts, and vectors in which every letter is a direction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.normalisation.dictionary import Dictionary

NAMES = {
    "C1": ["breast cancer", "mammary carcinoma"],
    "C2": ["ovarian cancer", "cancer of the ovary"],
    "C3": ["gout"],
    "C4": ["kidney disease", "nephropathy"],
}


def dictionary() -> Dictionary:
    """C9 is another id of C3."""
    return Dictionary("small", {id: list(texts) for id, texts in NAMES.items()}, {"C9": "C3"})


def letters(texts: Sequence[str]) -> np.ndarray:
    """Unit rows of letter counts, float32 [n, 26]; zero for a text without a letter."""
    rows = np.zeros((len(texts), 26), np.float32)
    for row, text in zip(rows, texts, strict=True):
        for letter in text.lower():
            if "a" <= letter <= "z":
                row[ord(letter) - 97] += 1
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths == 0, 1, lengths)
