"""A copy of a workspace that shares its large indexes, 400 of the 600 MB of the sample, which nothing harms."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

LARGE = 1_000_000  # bytes; tests harm small ones


def copied(source: Path, target: Path) -> Path:
    """The folder `source` as `target`, large files of `indexes` linked where the file system can, all others copied."""

    def copy(one: str, other: str) -> None:
        if os.path.exists(other) and os.path.samefile(one, other):  # linked already
            return
        if Path(one).parent.name == "indexes" and os.path.getsize(one) >= LARGE:
            try:
                os.link(one, other)
                return
            except OSError:  # no links here, or another disk
                pass
        shutil.copy2(one, other)

    shutil.copytree(source, target, copy_function=copy, dirs_exist_ok=True)
    return target


def copied_in_use(source: Path, target: Path) -> Path:
    """The workspace `source`, which the app has open, as `target`: its database as of now, its encoders and indexes."""
    target.mkdir(mode=0o700, parents=True)
    for part in ("indexes", "models", "vectors"):
        copied(source / part, target / part)
    with (
        closing(sqlite3.connect(source / "workspace.db")) as opened,
        closing(sqlite3.connect(target / "workspace.db")) as copy,
    ):
        opened.backup(copy)
    return target
