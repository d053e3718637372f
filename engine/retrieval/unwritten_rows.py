"""The rows of a terminology's names where there is no file of them and none can be written."""

from __future__ import annotations

import numpy as np

from engine.errors import Unavailable
from engine.models.protocol import NameEncoder
from store import imported_names
from store.records.terminology import Terminology
from store.sqlite import Database

MOST_NAMES = 5_000  # names that any encoder reads within seconds


def unwritten_rows(db: Database, terminology: Terminology, encoder: NameEncoder) -> np.ndarray:
    """The rows, float16 [names, dim], made in memory; Unavailable, with the remedy, for more than MOST_NAMES names."""
    if terminology.names > MOST_NAMES:
        raise Unavailable(
            f"The names of {terminology.title} are not encoded with this encoder yet, and this workspace is open for "
            "reading only; run “python -m engine index current” on it first."
        )
    texts = list(imported_names.texts(db, terminology.slug))
    found: np.ndarray = encoder.encode(texts).astype(np.float16)
    return found
