"""Rows made once: train, dev and test ask for the same names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.search.spaces import Encode


def remembered(encode: Encode) -> Encode:
    """`encode`, which is asked for a text only once."""
    rows: dict[str, np.ndarray] = {}

    def again(texts: Sequence[str]) -> np.ndarray:
        new = [text for text in dict.fromkeys(texts) if text not in rows]
        if new:
            rows.update(zip(new, encode(new), strict=True))
        return np.stack([rows[text] for text in texts])

    return again
