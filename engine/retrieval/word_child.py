"""The words of very many names, read in a process of its own while this one encodes them: both take a processor.

`python -m engine.retrieval.word_child FOLDER NAME` writes the word file of a terminology of the workspace.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.retrieval.word_file import file_of, word_index_of
from engine.terminology.lookup import find
from engine.vectors.child import end_with_parent
from engine.workspace import Workspace
from store.records.terminology import Terminology

MANY = 200_000  # names from which a process of its own is worth its start
ROOT = Path(__file__).resolve().parents[2]  # the folder that holds the package


@contextmanager
def words_read_beside(workspace: Workspace, terminology: Terminology) -> Iterator[subprocess.Popen[bytes] | None]:
    """A process that reads the words of many names, which ends with the block; None where they are few, or read."""
    there = file_of(workspace, terminology.fingerprint).is_file()
    if there or workspace.obstacle or terminology.names < MANY:
        yield None
        return
    command = [sys.executable, "-m", "engine.retrieval.word_child", str(workspace.folder), terminology.slug]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def main(folder: str, slug: str) -> int:
    """Write the word file of a terminology; the exit code, 0."""
    workspace = Workspace(folder, create=False)
    with workspace.reading() as db:
        word_index_of(workspace, db, find(workspace, slug, db))
    return 0


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    sys.exit(main(*sys.argv[1:]))
