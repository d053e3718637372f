"""Rows of length one."""

from __future__ import annotations

import numpy as np


def unit(rows: np.ndarray) -> np.ndarray:
    """`rows` [n, d] as float32, each divided by its length; zero rows stay zero."""
    rows = np.asarray(rows, np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    lengths[lengths == 0] = 1
    return rows / lengths[:, None]
