"""The file of a terminology: uploaded, or by its path on this machine."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.workbench import Workbench
from pages.parts.uploads import saved_upload


def file_choice(workbench: Workbench, key: str, label: str, example: str, places: tuple[Any, Any]) -> Path | None:
    """Draws an upload with this label and a field for a path, an `example` in it, at two places; the file chosen, a
    path before an upload, or None. `key` begins the widgets' keys.
    """
    file = places[0].file_uploader(label, key=f"{key}_file")  # whatever it is called: its content tells
    named = places[1].text_input(
        "Or the path of a file or folder on this machine", key=f"{key}_path", placeholder=example
    )
    if named.strip():
        return Path(named.strip()).expanduser()
    if file is None:
        return None
    return saved_upload(f"{key}_kept", file, workbench.terminologies.save_upload)


def file_stamp(path: Path) -> tuple[int, int]:
    """What changes when a file is written again, or one below a folder: the newest time, and the size of all; zeros
    where there is none."""
    newest = size = 0
    for one in [path, *path.rglob("*")] if path.is_dir() else [path]:
        with suppress(OSError):  # gone meanwhile, or closed to us
            about = one.stat()
            newest, size = max(newest, about.st_mtime_ns), size + about.st_size
    return newest, size
