"""The file of compact rows beside an index: derived from it, checked whole, made again where it is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from engine.device import let_go
from engine.errors import NomenclatorError
from engine.events import Progress
from engine.formats.opening.arrays import open_arrays
from engine.retrieval.compact_rows import HIGHEST_BYTE, LIMITS, ROWS, SCALES, CompactRows
from engine.retrieval.digest_behind import DIGEST_BYTES, DigestingFile, is_whole
from engine.retrieval.tensors import float32_of
from engine.workspace import written_whole

MOST_WITHOUT_COMPACT = 20_000  # names up to which an index needs none
WIDTH = 16  # numbers that a row is a multiple of
ALIGNED = 64  # bytes that the rows begin at a multiple of: what multiplies them reads so many at once
FORMAT = "2"
AT_ONCE = 8_192  # rows made between two words on progress
DIGEST = "digest"
KINDS = {ROWS: ("I8", 2), SCALES: ("F32", 1), LIMITS: ("F32", 1), DIGEST: ("U8", 1)}


def compact_path(path: Path) -> Path:
    """Where the compact rows of an index file are."""
    return path.with_name(f"{path.stem}-int8.safetensors")


def open_compact(path: Path, sha256: str) -> CompactRows | None:
    """The compact rows of the index file at `path` with this sha256; None where there are none, or damaged ones."""
    file = compact_path(path)
    if not file.is_file():
        return None
    try:
        with open_arrays(file) as arrays:
            if arrays.metadata != _made_from(sha256):
                return None
            arrays.expect(KINDS)
            found = arrays.mapped(list(KINDS))
    except (NomenclatorError, OSError):
        return None
    rows = found[ROWS]
    fits = not rows.ctypes.data % WIDTH and not rows.shape[1] % WIDTH and len(rows) == len(found[SCALES])
    return CompactRows(found) if fits and is_whole(file) else None


def write_compact(path: Path, rows: np.ndarray, sha256: str) -> Iterator[Progress]:
    """Make the compact rows of an index file; `rows` float16 [names, dim] are its own."""
    names = len(rows)
    scales, limits = np.zeros(names, np.float32), np.zeros(2, np.float32)
    width = -(-rows.shape[1] // WIDTH) * WIDTH
    shapes = {ROWS: (names, width), SCALES: scales.shape, LIMITS: limits.shape, DIGEST: (DIGEST_BYTES,)}
    with written_whole(compact_path(path)) as temporary, open(temporary, "wb") as file:
        digesting = DigestingFile(file)
        digesting.write(_header(shapes, sha256))
        yield Progress(0, names, "Writing compact rows")
        for start in range(0, names, AT_ONCE):
            part = rows[start : start + AT_ONCE]
            block, scales[start : start + AT_ONCE], error, longest = _compact(part, width)
            limits = np.maximum(limits, [error, longest]).astype(np.float32)
            digesting.write(block.tobytes())
            let_go(rows)
            yield Progress(min(start + AT_ONCE, names), names, "Writing compact rows")
        for array in (scales, limits * np.float32(1 + 1e-6)):
            digesting.write(np.ascontiguousarray(array).tobytes())
        digesting.end()


def _compact(rows: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray, float, float]:
    """int8 [len(rows), width], the scale of each row, the largest |x − x̂| and the largest |x̂|."""
    exact = float32_of(rows)
    scales = np.maximum(np.abs(exact).max(axis=1), np.float32(1e-12)) / HIGHEST_BYTE
    numbers = np.rint(exact / scales[:, None])
    found = np.zeros((len(rows), width), np.int8)
    found[:, : rows.shape[1]] = numbers
    rough = numbers * scales[:, None]
    longest = float(np.linalg.norm(rough, axis=1).max())
    return found, scales, float(np.linalg.norm(exact - rough, axis=1).max()), longest


def _made_from(sha256: str) -> dict[str, str]:
    return {"of": sha256, "format": FORMAT}


def _header(shapes: dict[str, tuple[int, ...]], sha256: str) -> bytes:
    sizes = {"I8": 1, "U8": 1, "F32": 4}
    header: dict[str, object] = {"__metadata__": _made_from(sha256)}
    end = 0
    for name, shape in shapes.items():
        kind = KINDS[name][0]
        start, end = end, end + sizes[kind] * int(np.prod(shape))
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [start, end]}
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % ALIGNED)
    return len(text).to_bytes(8, "little") + text
