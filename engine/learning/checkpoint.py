"""Where a training stands, on disk: one safetensors file with its plain facts as JSON inside. No pickle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import Damaged
from engine.formats.opening.arrays import sha256_of_arrays
from engine.workspace import Within, written_whole
from store.files import make_private_folder


def write_checkpoint(
    path: Path, arrays: Mapping[str, np.ndarray], facts: Mapping[str, Any], within: Within = nullcontext
) -> None:
    """Replace the checkpoint at `path` in one step: a reader, or a crash, sees the old one or the new one, whole.

    It takes its place inside `within`, which raises where this process may no longer write it; then nothing changes.
    """
    from safetensors.numpy import save

    make_private_folder(path.parent)
    with written_whole(path, within) as temporary:
        text = json.dumps(facts)
        temporary.write_bytes(save(dict(arrays), metadata={"facts": text, "sha256": sha256_of_arrays(arrays, text)}))


def read_checkpoint(path: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The arrays and facts at `path`; Damaged says which file and what to do when it cannot be read."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as stored:
            about = stored.metadata() or {}
            arrays = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
        if about.get("sha256") != sha256_of_arrays(arrays, about.get("facts", "")):
            raise ValueError("its content is not what was written")
        return arrays, json.loads(about["facts"])
    except (SafetensorError, TypeError, AttributeError, ValueError, OSError) as problem:
        raise Damaged(f"The checkpoint {path} cannot be read ({problem}); delete it to start afresh.") from problem
