"""Making vectors small enough to ship: whole numbers instead of floats, a scale for each row.

A row r is kept as round(r / s) with s = max|r| / 127 (eight bits) or / 7 (four bits). Four bits are enough for the
subword rows: a word that is not in the vocabulary averages some twenty of them, and so their rounding errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.text.text_arrays import text_array
from engine.vectors.compact_file import FORMAT, TOKENISER, pack_nibbles
from engine.vectors.fasttext_file import END_OF_LINE, FastTextFile
from engine.vectors.keyed_rows import KeyedRows
from engine.vectors.recipe_file import write_arrays
from engine.vectors.sent2vec_file import Sent2VecFile
from engine.vectors.settings import CompactSettings

_BLOCK = 8192


def compact(
    source: Path, out: Path, settings: CompactSettings | None = None, made_from: Sequence[str] = ()
) -> Iterator[Event]:
    """Write the vectors in `source` (a fastText .bin, or a word2vec or GloVe text file) to `out` as a compact file.

    `made_from` are lines on what the vectors were trained on and under which licences, kept in the file. Ends with
    `Finished({"path", "words", "subwords", "dim", "bytes"})`, and “names_left_out” where the source has rows of whole
    names; `out` appears only when complete. Raises BadInput for a file that is compact already or of Sent2Vec, and
    whatever `load_vectors` raises.
    """
    from engine.vectors import load_vectors

    settings = settings or CompactSettings()
    out = Path(out)
    if not out.parent.is_dir():
        raise BadInput(f"The folder {out.parent} for the compact file is not there; make it first.")
    vectors = load_vectors(source)
    if isinstance(vectors, Sent2VecFile):
        raise BadInput(f"{source} is of Sent2Vec, whose word n-grams no compact file holds; add it as it is.")
    if not isinstance(vectors, (FastTextFile, KeyedRows)):
        raise BadInput(f"{source} is compact already, or composed; give the .bin or text file that it was made from.")
    words = [word for word in vectors.words if word != END_OF_LINE and "\n" not in word][: settings.words]
    if not words:
        raise BadInput(f"{source} holds rows of whole names only, which no compact file holds; add it as it is.")
    subwords = vectors.subwords
    tensors: dict[str, np.ndarray] = {}
    total = len(words) + subwords.buckets

    rows, scale = np.empty((len(words), vectors.dim), np.int8), np.empty(len(words), np.float32)
    for start in range(0, len(words), _BLOCK):
        part = slice(start, start + _BLOCK)
        rows[part], scale[part] = to_whole_numbers(vectors.rows(words[part])[0], 8)
        yield Progress(min(start + _BLOCK, len(words)), total, "Rounding the words")
    tensors |= {"word_rows": rows, "word_scale": scale}

    if subwords.buckets and isinstance(vectors, FastTextFile):
        four = settings.subword_bits == 4 and vectors.dim % 2 == 0
        width = vectors.dim // 2 if four else vectors.dim
        rows = np.empty((subwords.buckets, width), np.uint8 if four else np.int8)
        scale = np.empty(subwords.buckets, np.float32)
        table = vectors.table[len(vectors.words) :]
        for start in range(0, subwords.buckets, _BLOCK):
            part = slice(start, start + _BLOCK)
            values, scale[part] = to_whole_numbers(np.asarray(table[part]), 4 if four else 8)
            rows[part] = pack_nibbles(values) if four else values
            rounded = len(words) + min(start + _BLOCK, subwords.buckets)
            yield Progress(rounded, total, "Rounding the subwords")
        tensors |= {"bucket_rows": rows, "bucket_scale": scale}

    tensors["words"] = text_array(words)
    about = {
        "format": FORMAT,
        "tokeniser": TOKENISER,
        "subwords": asdict(subwords),
        "trained_with": getattr(vectors, "settings", {}),
        "compacted_with": asdict(settings),
        "made_from": list(made_from),
    }
    size = write_arrays(out, about, tensors)
    names = len(vectors.keys) - len(vectors.words) if isinstance(vectors, KeyedRows) else 0
    yield Finished(
        {"path": str(out), "words": len(words), "subwords": subwords.buckets, "dim": vectors.dim, "bytes": size}
        | ({"names_left_out": names} if names else {})
    )


def to_whole_numbers(rows: np.ndarray, bits: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows as int8 of `bits` bits and their scales, float32: rows ≈ whole * scale[:, None]. A zero row has scale 0."""
    most = 2 ** (bits - 1) - 1
    scale = (np.abs(rows).max(axis=1) / most).astype(np.float32)
    whole = np.rint(rows / np.where(scale == 0, 1, scale)[:, None])
    return whole.astype(np.int8), scale
