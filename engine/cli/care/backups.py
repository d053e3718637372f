"""Copies of the workspace's database: `backup`, `verify`, `restore`."""

from __future__ import annotations

from typing import Any

import click

from engine.cli.arguments import command, ends_with_problem, workspace_folder
from engine.cli.console import followed


def _backups() -> Any:
    from engine.errors import NotFound
    from engine.workbench import Backups, default_workspace

    folder = (workspace_folder() or default_workspace()).expanduser().resolve()
    if not folder.is_dir():
        raise NotFound(f"There is no workspace at {folder}; name the right folder with --workspace.")
    return Backups(folder)


@command("backup", "make a checked copy of the database now", "Without one, a copy is made each day that is worked on.")
def backup() -> dict[str, Any]:
    backups = _backups()
    made = followed(backups.make, "Copying the database")
    return {
        "backup": made,
        "note": "" if made else "nothing has changed since the newest copy",
        "backups": backups.all(),
    }


@command("verify", "read the database and every backup whole, and say what is damaged")
def verify() -> dict[str, Any]:
    found = followed(_backups().verify, "Reading the database and its copies")
    broken = [one.number for one in found.backups if one.damage]
    if found.damage:
        ends_with_problem("The database is damaged; put a good copy back with “restore”.")
    elif broken:
        numbers = ", ".join(map(str, broken))
        ends_with_problem(f"Backup {numbers} is damaged; delete it, and make a new one with “backup”.")
    elif found.unusable:
        names = ", ".join(found.unusable)
        ends_with_problem(
            f"{names} is cut short, or its record cannot be read; delete it, and make a new one with “backup”."
        )
    answer = {"database": list(found.damage) or "whole", "counts": found.counts, "backups": list(found.backups)}
    return answer | ({"unusable": list(found.unusable)} if found.unusable else {})


@command(
    "restore",
    "look at a backup under a name of its own, then put it in place",
    "Without --in-place the database stays as it is. What it was until then is kept in backups/.",
)
@click.argument("number", type=int, required=False)
@click.option("--in-place", is_flag=True, help="make the database what the copy is")
def restore(number: int | None, in_place: bool) -> dict[str, Any]:
    backups = _backups()
    prepared = backups.prepare(number)
    answer: dict[str, Any] = {"backup": prepared.number, "holds": prepared.counts, "now": prepared.now}
    if prepared.without_weights:
        answer["versions without weights"] = list(prepared.without_weights)
    if not in_place:
        return {**answer, "file": prepared.file, "next": f"restore {prepared.number} --in-place"}
    return {**answer, "aside": backups.put_in_place(prepared.number), "next": "open other windows again"}
