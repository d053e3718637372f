"""Writing an enriched file: the words that moved most, four bits a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.text.text_arrays import text_array
from engine.vectors.compact_file import pack_nibbles
from engine.vectors.compacting import to_whole_numbers
from engine.vectors.parts import ENRICHED
from engine.vectors.recipe_file import written

BITS = 4


def write_table(
    out: Path,
    tokens: Sequence[str],
    learnt: np.ndarray,
    base: np.ndarray,
    into: np.ndarray,
    often: np.ndarray,
    most: int,
    about: Mapping[str, Any],
) -> dict[str, Any]:
    """Write to `out` what brings the words from their `base` rows [words, b] to the `learnt` ones [words, d], d even.

    `into` [b, d] spreads the base rows, `often` [words] says how many names have each word; the `most` words that
    matter are kept. `about` says of which base they are and learnt from what. Gives {"words", "share", "bytes"}, the
    share of the kept words' movement that rounding leaves.
    """
    into = into.astype(np.float16)
    begun = base @ into.astype(np.float32)
    weight = np.einsum("ij,ij->i", learnt, begun) / np.maximum(np.einsum("ij,ij->i", begun, begun), 1e-12)
    weight = np.clip(weight, 0, 1).astype(np.float16)
    shift = learnt - begun * weight.astype(np.float32)[:, None]
    matters = np.log1p(often) * np.linalg.norm(shift, axis=1)
    retained = np.sort(np.argsort(-matters, kind="stable")[:most])
    codes, scale = to_whole_numbers(shift[retained], BITS)
    lost = shift[retained] - codes * scale[:, None]
    arrays = {
        "into": into,
        "words": text_array([tokens[place] for place in retained.tolist()]),
        "weight": weight[retained],
        "moved": pack_nibbles(codes),
        "scale": scale.astype(np.float16),
    }
    written(out, ENRICHED, about, arrays)
    share = 1 - float(np.square(lost).sum() / max(np.square(shift[retained]).sum(), 1e-12))
    return {"words": len(retained), "share": share, "bytes": out.stat().st_size}
