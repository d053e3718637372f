"""Who did what, and back again: `history`, `difference`, `note`, `undo`, `redo`, `take-back`, `rollback`, `profile`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.tables import ordered
from engine.errors import BadInput

if TYPE_CHECKING:
    from engine.workbench import Workbench
    from store.records.terminology import Entry

KINDS = (
    "name",
    "concept",
    "parent",
    "preferred",
    "definition",
    "replacement",
    "label",
    "judgement",
    "current",
    "abbreviation",
    "terminology",
    "finding",
    "mapping",
    "assignment",
    "attribute",
    "span",
    "order",
)
TELLING = ("id", "when", "who", "title", "note", "stands", "role", "of")
MOMENT = "an entry's number, a time or a day; 0 is the start"


@command("history", "list who changed what and when, newest first")
@click.option("--who", default="", help="only of this person")
@click.option("--kind", type=click.Choice(KINDS), help="only of this kind")
@click.option("--since", default="", metavar="MOMENT", help="a day or a time, as 2026-05-03T14:05")
@click.option("--until", default="", metavar="MOMENT")
@click.option("--text", default="", help="part of what was changed, or of a note about it")
@click.option("--batch", type=int, default=0, metavar="ENTRY", help="only what undid or redid this entry, and it")
@click.option("--entry", type=int, help="what this entry changed, one thing a line, with its notes")
@click.option("--top", type=click.IntRange(min=0), default=50, help="how many (50)")
def history(
    who: str, kind: str | None, since: str, until: str, text: str, batch: int, entry: int | None, top: int
) -> dict[str, Any]:
    from store.records.terminology import HistoryFilter

    workbench = open_workbench()
    if entry is not None:
        return {
            "entry": workbench.history.entry(entry),
            "changes": workbench.history.changes(entry, top),
            "notes": workbench.history.notes(entry),
        }
    only = HistoryFilter(who, kind or "", since, until, text, entry=batch)
    return {"entries": ordered(workbench.history.entries(only, top), *TELLING), "in all": workbench.history.count(only)}


@command("difference", "what came, went or changed between two moments")
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
def difference(first: str, second: str) -> dict[str, Any]:
    workbench = open_workbench()
    return vars(workbench.history.difference(first, second))


@command("note", "write a note about an entry; it stays for good")
@click.argument("entry", type=int)
@click.argument("text")
@options.who()
def note(entry: int, text: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return {"note": workbench.history.add_note(entry, text, who)}


def step(action: str, who: str) -> dict[str, Any]:
    """Undo or redo the newest action of a person, whatever it was; BadInput when there is none."""
    workbench = open_workbench()
    entry = workbench.history.undo(who) if action == "undo" else workbench.history.redo(who)
    if entry is None:
        raise BadInput(f"{who} has nothing to {action}.")
    return _turned(workbench, entry)


def _turned(workbench: Workbench, entry: Entry) -> dict[str, Any]:
    """What was taken back or done again: in a line, as the history has it, and one thing after the other."""
    return {"done": entry.title, "entry": entry, "edits": workbench.history.changes(entry.id)}


@command("undo", "take back what you did last, whatever it was")
@options.who()
def undo(who: str) -> dict[str, Any]:
    return step("undo", who)


@command("redo", "do it again")
@options.who()
def redo(who: str) -> dict[str, Any]:
    return step("redo", who)


@command("take-back", "take back an entry of the history by its number, anybody's, new or old")
@click.argument("entry", type=int)
@options.who()
def take_back(entry: int, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return _turned(workbench, workbench.history.take_back(entry, who))


@command("rollback", "make everything as it was at a moment, as new edits: one undo")
@click.option("--to", "moment", required=True, metavar="MOMENT", help=MOMENT)
@click.option("--everyone", is_flag=True, help="take back what others did since, too")
@click.option("--dry-run", is_flag=True, help="only say what would change")
@options.who()
def rollback(moment: str, everyone: bool, dry_run: bool, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return vars(workbench.history.roll_back(moment, who, everyone, dry_run))


@command("profile", "show or set the name that the window signs with")
@click.argument("name", required=False)
def profile(name: str | None) -> dict[str, Any]:
    workbench = open_workbench()
    if name is not None:
        workbench.profile.set_name(name)
    return {"profile": workbench.profile.name()}
