"""What every encoder is: texts in, unit rows out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

Encode = Callable[[Sequence[str]], np.ndarray]  # what a TextEncoder does


class TextEncoder(Protocol):
    """Anything that turns texts into rows."""

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit float32 rows [len(texts), dim]; a text that cannot be read at all is a row of zeros."""
        ...


class NameEncoder(TextEncoder, Protocol):
    """Texts in, unit float32 rows out, of a known width and under a hash of their own."""

    @property
    def dim(self) -> int:
        """Columns of a row."""
        ...

    @property
    def sha256(self) -> str:
        """Hash of everything that decides the rows; caches key on it."""
        ...
