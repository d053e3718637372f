"""The commands about the history: `history`, `undo`, `redo`, `rollback`."""

from __future__ import annotations

import argparse
import getpass
from typing import Any

from engine.errors import BadInput
from store.records.terminology import Wanted

KINDS = ("name", "concept", "parent", "label", "judgement", "current")


def add_history_commands(commands: Any, command: Any) -> None:
    """`history`, `undo`, `redo` and `rollback`."""
    found = command(commands, "history", _history, "list who changed what and when, newest first")
    found.add_argument("--who", default="", help="only of this person")
    found.add_argument("--kind", default="", choices=KINDS, help="only of this kind")
    found.add_argument("--since", default="", metavar="MOMENT", help="a day or a time, as 2026-05-03T14:05")
    found.add_argument("--until", default="", metavar="MOMENT")
    found.add_argument("--text", default="", help="part of what was changed, or of a note about it")
    found.add_argument(
        "--batch", type=int, default=0, metavar="ENTRY", help="only what undid or redid this entry, and it"
    )
    found.add_argument("--entry", type=int, help="what this entry changed, one thing a line, with its notes")
    found.add_argument("--top", type=int, default=50, help="how many (50)")

    for action, help in (("undo", "take back what you did last, whatever it was"), ("redo", "do it again")):
        found = command(commands, action, stepped, help)
        found.set_defaults(action=action)
        found.add_argument("--who", default=getpass.getuser(), help="your name (default: the system's)")

    found = command(commands, "rollback", _roll_back, "make everything as it was at a moment, as new edits: one undo")
    found.add_argument(
        "--to", required=True, metavar="MOMENT", help="an entry's number, a time or a day; 0 is the start"
    )
    found.add_argument("--everyone", action="store_true", help="take back what others did since, too")
    found.add_argument("--dry-run", action="store_true", help="only say what would change")
    found.add_argument("--who", default=getpass.getuser(), help="your name (default: the system's)")


def stepped(options: argparse.Namespace) -> dict[str, Any]:
    """Undo or redo the newest action of a person, whatever it was."""
    from engine.commands import opened

    bench = opened(options)
    entry = bench.undo(options.who) if options.action == "undo" else bench.redo(options.who)
    if entry is None:
        raise BadInput(f"{options.who} has nothing to {options.action}.")
    return {"entry": entry, "edits": bench.changes(entry.id)}


def _history(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    bench = opened(options)
    if options.entry is not None:
        return {
            "entry": bench.entry(options.entry),
            "changes": bench.changes(options.entry, options.top),
            "notes": bench.notes(options.entry),
        }
    wanted = Wanted(options.who, options.kind, options.since, options.until, options.text, entry=options.batch)
    return {"entries": bench.history(wanted, options.top), "in all": bench.count_history(wanted)}


def _roll_back(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    done = opened(options).roll_back(options.to, options.who, options.everyone, options.dry_run)
    return vars(done)
