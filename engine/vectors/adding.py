"""A file of vectors taken into a workspace: read once, to know that it can be, then copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.events import Event, Finished, Progress
from engine.workspace import written_whole

AT_ONCE = 64 * 1024 * 1024  # bytes copied between two words about the progress


def added(path: Path, out: Path) -> Iterator[Event]:
    """Copy the vectors at `path` to `out`, which appears when it is whole; Finished with {"encoder", "size"}.

    BadInput or Damaged, and nothing copied, for a file that cannot be read as vectors.
    """
    from engine.vectors import load_vectors

    size = path.stat().st_size
    yield Progress(0, size, f"Reading {path.name}")
    load_vectors(path)
    done = 0
    with written_whole(out) as temporary, open(path, "rb") as file, open(temporary, "wb") as copy:
        while part := file.read(AT_ONCE):
            copy.write(part)
            done += len(part)
            yield Progress(done, size, f"Copying {path.name}")
    yield Finished({"encoder": f"vectors:{out.name.split('.')[0]}", "size": size})
