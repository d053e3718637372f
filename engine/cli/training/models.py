"""`models`: the versions, which is current, and what can be done with one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench, wants_json
from engine.cli.tables import ordered
from engine.errors import BadInput

if TYPE_CHECKING:
    from engine.workbench import Workbench

TELLING = ("id", "name", "created", "parent", "size", "run")
ACTIONS = ("list", "current", "rename", "export", "import", "delete", "lineage", "add-shipped")


@command(
    "models",
    "list the model versions, or work with one",
    "VERSION is a version (for import, the .zip); VALUE the new name (rename) or the file (export). delete wants "
    "--yes: the weights go for good. add-shipped takes in the encoder that ships, for a workspace from before it.",
)
@click.argument("action", metavar="[ACTION]", required=False, default="list", type=click.Choice(ACTIONS))
@click.argument("version", required=False)
@click.argument("value", required=False)
@click.option("--reason", default="", help="why it is made current")
@click.option("--yes", is_flag=True, help="delete it")
@options.who()
def models(action: str, version: str | None, value: str | None, reason: str, yes: bool, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    if action == "list":
        return _listed(workbench)
    if action == "add-shipped":
        return {"model": workbench.models.add_shipped()}
    if not version:
        raise BadInput(f"“models {action}” needs a version; “models” lists them.")
    if action == "lineage":
        return {"lineage": workbench.models.lineage(version)}
    if action == "current":
        workbench.models.make_current(version, who, reason)
        return {"current": workbench.models.current()}
    if action == "rename":
        workbench.models.rename(version, value or "")
        return {"model": workbench.models.get(version)}
    if action == "export":
        return {"file": str(workbench.models.export(version, Path(value) if value else None))}
    if action == "import":
        return {"model": workbench.models.load(Path(version))}
    if not yes:
        name = workbench.models.get(version).name
        raise BadInput(
            f"“models delete {version} --yes” deletes {name} with its weights for good; no undo brings it back."
        )
    workbench.models.delete(version)
    return {"deleted": version}


def _listed(workbench: Workbench) -> dict[str, Any]:
    """The versions, each with whether it is current; JSON says too who made it so, when and why.

    The table stands alone, but where the encoder that is current is none of them.
    """
    from engine.models.open import VECTORS

    current = workbench.models.current()
    id = current.model if current else VECTORS
    rows = [{"id": row["id"], "current": row["id"] == id, **row} for row in ordered(workbench.models.all(), *TELLING)]
    if wants_json():
        return {"models": rows, "current": current}
    shown = [row | {"current": "yes" if row["current"] else ""} for row in rows]
    return {"models": shown} | ({} if any(row["current"] for row in rows) else {"current": id})
