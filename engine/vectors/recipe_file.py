"""Files that say how vectors are composed: a JSON object, alone or in a safetensors file with what was fitted.

The object's `format` is "nomenclator-vectors-KIND-1" and stands first, so that the head of the file tells its kind.
With arrays it is the safetensors file's metadata `nomenclator`, together with the sha256 of everything after the
header, verified on load, as in the compact file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, Damaged
from engine.workspace import written_whole

_KIND = re.compile(rb'\\?"format\\?"\s*:\s*\\?"nomenclator-vectors-([a-z-]+)-1\\?"')


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
    if arrays is None:
        content = (json.dumps(about, ensure_ascii=False, indent=2) + "\n").encode("utf-8")
    else:
        from safetensors.numpy import save

        tensors = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
        about["data_sha256"] = sha256(_data(save(tensors))).hexdigest()
        content = save(tensors, {"nomenclator": json.dumps(about, ensure_ascii=False)})
    with written_whole(path) as temporary:
        temporary.write_bytes(content)


def read(path: Path, kind: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The recipe in `path` and its arrays. Raises Damaged when it is cut short, BadInput when it is another kind."""
    content = path.read_bytes()
    damaged = Damaged(f"The vectors file {path} is cut short or damaged; make it again, or copy it again.")
    try:
        if content.lstrip()[:1] == b"{":
            about, arrays = json.loads(content), {}
        else:
            from safetensors.numpy import load

            start = 8 + int.from_bytes(content[:8], "little")
            about = json.loads(json.loads(content[8:start])["__metadata__"]["nomenclator"])
            if sha256(content[start:]).hexdigest() != about["data_sha256"]:
                raise damaged
            arrays = load(content)
    except (ValueError, KeyError, TypeError) as error:
        raise damaged from error
    if not isinstance(about, dict) or about.get("format") != f"nomenclator-vectors-{kind}-1":
        raise BadInput(f"{path} does not describe vectors of the kind “{kind}”; make it again with “vectors”.")
    return about, arrays


def text_array(lines: list[str]) -> np.ndarray:
    """Lines as bytes, uint8: no line may hold a line end."""
    return np.frombuffer("\n".join(lines).encode("utf-8", "replace"), np.uint8)


def lines_of(array: np.ndarray) -> list[str]:
    """The inverse of `text_array`; no bytes are no lines."""
    return array.tobytes().decode("utf-8").split("\n") if len(array) else []


def _data(content: bytes) -> memoryview:
    return memoryview(content)[8 + int.from_bytes(content[:8], "little") :]
