"""The commands about the history: `history`, `undo`, `redo`, `rollback`."""

from __future__ import annotations

import argparse
from typing import Any

from engine.commands import opened
from engine.errors import BadInput


def stepped(options: argparse.Namespace) -> dict[str, Any]:
    """Undo or redo the newest action of a person, whatever it was."""
    bench = opened(options)
    entry = bench.undo(options.who) if options.action == "undo" else bench.redo(options.who)
    if entry is None:
        raise BadInput(f"{options.who} has nothing to {options.action}.")
    return {"entry": entry, "edits": bench.changes(entry.id)}
