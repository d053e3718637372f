"""Files that say how vectors are composed: a JSON object, alone or in a safetensors file with what was fitted.

The object's `format` is "nomenclator-vectors-KIND-1" and stands first, so that the head of the file tells its kind.
With arrays it is the safetensors file's metadata `nomenclator`, together with the sha256 of everything after the
header, verified on load, as in the compact file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from engine.errors import BadInput, Damaged
from engine.formats.opening.arrays import open_arrays
from engine.formats.opening.json_text import read_json
from engine.formats.opening.limits import LARGEST_JSON
from engine.workspace import written_whole
from store.files import sha256_of

_HEAD = 64  # bytes that tell JSON from safetensors
_KIND = re.compile(rb'\\?"format\\?"\s*:\s*\\?"nomenclator-vectors-([a-z-]+)-1\\?"')


class OfKind:
    """What the files of one kind share."""

    kind: ClassVar[str]
    path: Path

    @classmethod
    def recognises(cls, head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""
        return kind_of(head) == cls.kind

    @cached_property
    def sha256(self) -> str:
        """The sha256 of the file."""
        return sha256_of(self.path)


def kind_of(head: bytes) -> str:
    """The kind that the first bytes of a file name; empty for any other file."""
    if head.lstrip()[:1] != b"{" and head[8:9] != b"{":
        return ""
    match = _KIND.search(head)
    return match[1].decode() if match else ""


def written(path: Path, kind: str, recipe: Mapping[str, Any], arrays: Mapping[str, np.ndarray] | None = None) -> None:
    """Write the recipe to `path`, whole or not at all: JSON without `arrays`, else safetensors. The same gives the same
    bytes."""
    about = {"format": f"nomenclator-vectors-{kind}-1", **recipe}
    if arrays is not None:
        write_arrays(path, about, {name: np.ascontiguousarray(array) for name, array in arrays.items()})
        return
    with written_whole(path) as temporary:
        temporary.write_bytes((json.dumps(about, ensure_ascii=False, indent=2) + "\n").encode("utf-8"))


def write_arrays(path: Path, about: Mapping[str, Any], arrays: dict[str, np.ndarray]) -> int:
    """Write a safetensors file, whole or not at all, that says `about` and its own sha256; its size in bytes."""
    from safetensors.numpy import save

    plain = save(arrays)  # what is said of it changes the header only
    digest = sha256(memoryview(plain)[data_start(plain) :]).hexdigest()
    content = save(arrays, {"nomenclator": json.dumps({**about, "data_sha256": digest}, ensure_ascii=False)})
    with written_whole(path) as temporary:
        return temporary.write_bytes(content)


def data_start(content: bytes | np.ndarray) -> int:
    """Where the arrays begin in the bytes of a safetensors file, behind its header."""
    return 8 + int.from_bytes(bytes(content[:8]), "little")


def read(
    path: Path, kind: str, expected: Mapping[str, tuple[str, int]] | None = None
) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The recipe in `path` and its arrays, which must be those `expected` (see `Arrays.expect`).

    Raises Damaged when it is cut short, or its arrays are not these; BadInput when it is another kind.
    """
    place, remedy = f"The vectors file {path}", "it is cut short or damaged; make it again, or copy it again"
    with path.open("rb") as file:
        plain = file.read(_HEAD).lstrip()[:1] == b"{"
    if plain:
        with path.open("rb") as file:
            return _of_kind(read_json(file.read(LARGEST_JSON + 1), place, remedy, Damaged), kind, path), {}
    with open_arrays(path) as arrays:
        about = _of_kind(read_json(arrays.metadata.get("nomenclator", ""), place, remedy, Damaged), kind, path)
        if data_sha256(path) != about.get("data_sha256"):
            raise Damaged(f"The vectors file {path} is cut short or damaged; make it again, or copy it again.")
        arrays.expect(expected or {})
        return about, arrays.read()


def data_sha256(path: Path) -> str:
    """The sha256 of everything after the header of a safetensors file, in hexadecimal digits."""
    with path.open("rb") as file:
        file.seek(8 + int.from_bytes(file.read(8), "little"))
        return file_digest(file, "sha256").hexdigest()


def _of_kind(about: Any, kind: str, path: Path) -> dict[str, Any]:
    if not isinstance(about, dict) or about.get("format") != f"nomenclator-vectors-{kind}-1":
        raise BadInput(f"{path} does not describe vectors of the kind “{kind}”; make it again with “vectors”.")
    return about
