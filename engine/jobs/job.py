"""A run as the work of its kind is given it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.workspace import Workspace


@dataclass(frozen=True)
class Job:
    """A run as its work sees it; `recipe` is what it is asked to do, of a training its Recipe; `checkpoint` is where it
    may keep what a resumed run goes on from."""

    workspace: Workspace
    run: int
    recipe: dict[str, Any]
    checkpoint: Path
