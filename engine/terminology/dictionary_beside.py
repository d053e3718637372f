"""The shipped dictionary written out by a process of its own, while a first start reads and encodes the terminologies:
`python -m engine.terminology.dictionary_beside FOLDER`. It ends when its parent does."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.device import processor_threads
from engine.terminology.dictionary_file import is_written, shipped_dictionary
from engine.text.dictionary.clinical_dictionary import WORDINGS
from engine.vectors.child import end_with_parent
from engine.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def written_beside(workspace: Workspace) -> Iterator[None]:
    """Has the dictionary's files written while the block runs, where they are not there and a second processor is; at
    its end waits for them. Whoever asks for the dictionary makes what could not be written."""
    child = None
    if processor_threads() > 1 and not all(is_written(workspace, one) for one in WORDINGS):
        with suppress(OSError):  # no memory for another process
            child = _started(workspace.folder)
    if child is None:
        yield
        return
    try:
        yield
        child.wait()
    finally:
        child.kill()
        child.communicate()


def _started(folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "engine.terminology.dictionary_beside", str(folder)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)


def main(folder: str) -> None:
    """Writes the files of all wordings into the workspace in a folder."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    workspace = Workspace(Path(folder), create=False)
    for wording in WORDINGS:
        shipped_dictionary(workspace, wording)


if __name__ == "__main__":
    main(*sys.argv[1:])
