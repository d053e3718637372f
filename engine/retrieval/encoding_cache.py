"""Rows made once: an encoder is asked for a text only once, however often its row is wanted."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import numpy as np

from engine.events import Progress
from engine.models.protocol import Encode, NameEncoder

AT_ONCE = 4_096  # names encoded between two words on progress
MOST_ROWS = 50_000  # rows of an encoder that are held, beside those asked for last


class RememberingEncoder:
    """`encode` (texts to float32 rows [n, d]), behind a memory of the rows of every text it has read."""

    def __init__(self, encode: Encode) -> None:
        self.encode = encode
        self.rows: dict[str, np.ndarray] = {}

    def read(self, texts: Sequence[str]) -> Iterator[Progress]:
        """Encode names part by part, since a transformer takes minutes over many, telling how far it is."""
        new = [text for text in dict.fromkeys(texts) if text not in self.rows]
        for start in range(0, len(new), AT_ONCE):
            part = new[start : start + AT_ONCE]
            self.rows.update(zip(part, self.encode(part), strict=True))
            yield Progress(0, 0, f"Encoding names: {start + len(part):,} of {len(new):,}")

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """float32 [len(texts), d]; no text is encoded twice."""
        for _ in self.read(texts):
            pass
        if not len(texts):
            return self.encode(texts)
        return np.stack([self.rows[text] for text in texts])


class RowsOfTexts:
    """The rows of texts under each encoder, shared between threads; a text is encoded once.

    Of each encoder MOST_ROWS are held: where new ones would be more, those that are not asked for with them are given
    up, and may be encoded again. So many more names than MOST_ROWS are held as are asked for at once.
    """

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, np.ndarray]] = {}  # by the encoder's sha256 and the text
        self._lock = threading.Lock()

    def of(self, names: Sequence[str], encoder: NameEncoder) -> np.ndarray:
        """float32 [len(names), dim], in the order of the names, of which there is at least one."""
        with self._lock:
            held = self._rows.setdefault(encoder.sha256, {})
            new = [name for name in dict.fromkeys(names) if name not in held]
            if new and len(held) + len(new) > MOST_ROWS:
                held = self._rows[encoder.sha256] = {name: held[name] for name in names if name in held}
            if new:
                held.update(zip(new, encoder.encode(new), strict=True))
            return np.stack([held[name] for name in names])
