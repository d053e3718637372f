"""What every transform does to rows before and after its own step."""

from __future__ import annotations

import numpy as np

from engine.device import in_blocks
from engine.errors import BadInput

LEAST = 1e-12


def known(rows: np.ndarray) -> np.ndarray:
    """The rows that are not all zero, float64 [k, d]; BadInput when there are none to fit on."""
    return rows[places_known(rows)].astype(np.float64)


def places_known(rows: np.ndarray) -> np.ndarray:
    """Where the rows are that are not all zero, int [k]; BadInput when there are none to fit on."""
    places = not_zero(rows)
    if not len(places):
        raise BadInput("No training name has a vector; choose other vectors or other names.")
    return places


def not_zero(rows: np.ndarray) -> np.ndarray:
    """Where the rows are that are not all zero, int [k]."""
    parts = [part.start + np.flatnonzero(rows[part].any(axis=1)) for part in in_blocks(rows)]
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)


def unit(transformed: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """`transformed` [n, k] as unit float32 rows; zero where `rows` [n, d], that they were made of, are all zero."""
    made = transformed / np.maximum(np.linalg.norm(transformed, axis=1, keepdims=True), LEAST)
    made[~rows.any(axis=1)] = 0
    return made.astype(np.float32, copy=False)


def strongest_directions(products: np.ndarray) -> np.ndarray:
    """The directions [d, d] of a symmetric matrix of products, a column each, the strongest first."""
    return np.linalg.eigh(products)[1][:, ::-1]
