"""A person who edits without a pause, and says of each edit that it was acknowledged, until the process is killed.

`python -m engine.reliability.torture.writer FOLDER WHO` says it on standard output. WHO "-" is an idle reader: it
holds a connection open and does nothing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from engine.terminology import editing
from engine.workspace import Workspace
from store import edits, terminologies, undoing
from store.edits import Change
from store.records.terminology import Edit

IDLE, OPEN = "-", 0
UNDO_EVERY = 7  # edits
Say = Callable[[int, str], None]  # the number of an acknowledged edit and its name; OPEN once a connection is


def write(folder: Path, who: str, say: Say) -> None:
    """Add names to the concepts of the first terminology, one after another, undoing some."""
    workspace = Workspace(folder, create=False)
    with workspace.reading() as db:
        slug = terminologies.all_terminologies(db)[0].slug
        codes = list(terminologies.live_titles(db, slug))
    say(OPEN, who)
    turn = 0
    while True:
        name = f"{who} {time.time_ns():x}"
        (edit,) = editing.apply(workspace, [Change("add", slug, codes[turn % len(codes)], name)], who)
        say(edit.id, edit.name)
        turn += 1
        if turn % UNDO_EVERY == 0:
            undone = _undo(workspace, who)
            say(undone.id, undone.name)


def hold(folder: Path, who: str, say: Say) -> None:
    """Hold a connection open, as a second window does."""
    with Workspace(folder, create=False).reading() as db:
        edits.last_id(db)
        say(OPEN, who)
        time.sleep(3600)


def run(folder: Path, who: str, say: Say) -> None:
    """Write as `who`, or only hold a connection."""
    (hold if who == IDLE else write)(folder, who, say)


def run_and_send(folder: Path, who: str, out: Connection) -> None:
    """The same in a process that was forked, which says what it does through a pipe."""
    run(folder, who, lambda number, name: out.send((number, name)))


def _undo(workspace: Workspace, who: str) -> Edit:
    with workspace.writing() as db:
        (entry,) = undoing.undo(db, who)
        (undone,) = edits.in_batch(db, entry.batch)
    return undone


def _print(number: int, name: str) -> None:
    print(number, name, sep="\t", flush=True)


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2], _print)
