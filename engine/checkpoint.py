"""Where a training stands, on disk: one safetensors file with its plain facts as JSON inside. No pickle."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import Damaged


def write_checkpoint(path: Path, arrays: Mapping[str, np.ndarray], facts: Mapping[str, Any]) -> None:
    """Replace the checkpoint at `path` in one step: a reader, or a crash, sees the old one or the new one, whole."""
    from safetensors.numpy import save

    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    with open(partial, "wb") as out:
        out.write(save(dict(arrays), metadata={"facts": json.dumps(facts)}))
        out.flush()
        os.fsync(out.fileno())
    os.replace(partial, path)


def read_checkpoint(path: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The arrays and facts at `path`; Damaged says which file and what to do when it cannot be read."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as stored:
            facts = json.loads((stored.metadata() or {})["facts"])
            return {name: stored.get_tensor(name) for name in stored.keys()}, facts  # noqa: SIM118
    except (SafetensorError, KeyError, ValueError, OSError) as problem:
        raise Damaged(f"The checkpoint {path} cannot be read ({problem}); delete it to start afresh.") from problem
