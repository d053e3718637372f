"""Safetensors files of strangers: the library says whether one is whole, and the reader what it must hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import Damaged, NomenclatorError

TYPES: dict[str, Any] = {"U8": np.uint8, "I8": np.int8, "I32": np.int32, "F32": np.float32}  # of those that are mapped


Expected = Mapping[str, tuple[str, int]]


class Arrays:
    """An open safetensors file: `metadata`, and `kinds`, the type and the shape of each array by name."""

    def __init__(self, path: Path, file: Any) -> None:
        self.path, self._file = path, file
        self.metadata: dict[str, str] = dict(file.metadata() or {})
        parts = {name: file.get_slice(name) for name in file.keys()}  # noqa: SIM118  (it is no dict)
        self.kinds = {name: (str(part.get_dtype()), tuple(part.get_shape())) for name, part in parts.items()}

    def expect(self, expected: Expected, optional: Expected | None = None) -> None:
        """Damaged unless the file holds the arrays `expected`, name -> (types, “F32” or “I8 U8”, and how many
        dimensions); those of `optional` may be missing, others are not looked at."""
        for name, (types, dimensions) in {**expected, **(optional or {})}.items():
            found = self.kinds.get(name)
            if found is None and name not in expected:
                continue
            if found is None or found[0] not in types.split() or len(found[1]) != dimensions:
                what = "is missing" if found is None else f"is {found[0]} {list(found[1])}"
                raise Damaged(f"The file {self.path} is damaged: its array “{name}” {what}; make or copy it again.")

    def read(self) -> dict[str, np.ndarray]:
        """All arrays, in memory; Damaged where one holds a number that is not finite."""
        found: dict[str, np.ndarray] = {}
        for name in self.kinds:
            array = self._file.get_tensor(name)
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                raise Damaged(
                    f"The file {self.path} is damaged: “{name}” holds values that are no numbers; copy it again."
                )
            found[name] = array
        return found

    def mapped(self, names: Sequence[str]) -> dict[str, np.ndarray]:
        """Those of these arrays that there are, mapped into memory: read from the file when they are used."""
        content = np.memmap(self.path, np.uint8, "r")
        start = 8 + int.from_bytes(content[:8].tobytes(), "little")
        header = json.loads(content[8:start].tobytes())  # the library has found it right
        found: dict[str, np.ndarray] = {}
        for name in (one for one in names if one in self.kinds):
            begin, end = (start + offset for offset in header[name]["data_offsets"])
            kind, shape = self.kinds[name]
            found[name] = content[begin:end].view(TYPES[kind]).reshape(shape)
        return found


def sha256_of_arrays(arrays: Mapping[str, np.ndarray], about: str = "") -> str:
    """The sha256, in hexadecimal digits, of a text and of each array with its name, type and shape."""
    found = sha256(about.encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        found.update(f"{name} {array.dtype} {array.shape}".encode())
        found.update(array.view(np.uint8).data if array.size else b"")
    return found.hexdigest()


@contextmanager
def open_arrays(path: Path) -> Iterator[Arrays]:
    """The safetensors file at `path`; Damaged when the library finds keys, types, shapes or offsets that cannot be.

    So is whatever fails while it is open, so nothing but reading belongs there.
    """
    from safetensors import safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            yield Arrays(path, file)
    except (NomenclatorError, OSError):
        raise
    except Exception as error:  # SafetensorError, and what numpy makes of types that it does not have
        raise Damaged(f"The file {path} is cut short or damaged; make it again, or copy it again.") from error
