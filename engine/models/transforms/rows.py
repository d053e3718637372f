"""What every front does to rows before and after its own step."""

from __future__ import annotations

import numpy as np

from engine.device import let_go
from engine.errors import BadInput

LEAST = 1e-12
AT_ONCE = 8_192  # rows


def known(rows: np.ndarray) -> np.ndarray:
    """The rows that are not all zero, float64 [k, d]; BadInput when there are none to fit on."""
    return rows[places_known(rows)].astype(np.float64)


def places_known(rows: np.ndarray) -> np.ndarray:
    """Where the rows are that are not all zero, int [k]; BadInput when there are none to fit on."""
    parts = []
    for start in range(0, len(rows), AT_ONCE):
        parts.append(start + np.flatnonzero(rows[start : start + AT_ONCE].any(axis=1)))
        let_go(rows)
    places = np.concatenate(parts) if parts else np.zeros(0, np.int64)
    if not len(places):
        raise BadInput("No training name has a vector; choose other vectors or other names.")
    return places


def unit(transformed: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """`transformed` [n, k] as unit float32 rows; zero where `rows` [n, d], that they were made of, are all zero.

    Some rows at a time, since of 600,000 names each further copy would be more than a gigabyte.
    """
    made = np.empty(transformed.shape, np.float32)
    for start in range(0, len(rows), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        lengths = np.linalg.norm(transformed[part], axis=1, keepdims=True)
        made[part] = transformed[part] / np.maximum(lengths, LEAST)
        made[part][~rows[part].any(axis=1)] = 0
    return made
