"""`terminology`: names and versions of one terminology, and what no longer holds in its newest version."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import command, ends_with_problem, open_workbench, wants_json
from engine.cli.console import followed
from engine.cli.group import Group

MOST_LINES = 40  # of a list in a table for a person; JSON has all
ANSWERS = ("move", "keep", "withdraw")
terminology = Group(
    "terminology",
    "one terminology: its versions, its names, and what lost its concept",
    {
        "": {
            "versions": "engine.cli.terminologies.terminology:versions",
            "compare": "engine.cli.terminologies.terminology:compare",
            "invalid": "engine.cli.terminologies.terminology:invalid",
            "resolve": "engine.cli.terminologies.terminology:resolve",
            "rename": "engine.cli.terminologies.terminology:rename",
            "describe": "engine.cli.terminologies.terminology:describe",
            "delete": "engine.cli.terminologies.terminology:delete",
            "tidy": "engine.cli.terminologies.terminology:tidy",
        }
    },
)


def release_report(difference: Any, carried: Any = None) -> dict[str, Any]:
    """What a release changes and, with `carried`, what of people's work holds, as the answer of a command."""
    found = {
        "counts": difference.counts,
        "branches": [{"branch": one.branch, "title": one.title, **one.counts} for one in difference.branches],
        "changes": _first(difference.changes),
    }
    if carried is not None:
        found |= {
            "held": carried.held | {"taken over": carried.taken_over},
            "no_longer_holds": _first(carried.invalid),
            "inactive_elsewhere": _first(carried.unused),
            "renamed_otherwise": _first(carried.renamed),
        }
    return found


def _first(lines: list[Any]) -> list[Any]:
    return lines if wants_json() else [vars(one) for one in lines[:MOST_LINES]]


@command("versions", "list the versions of a terminology, the newest first")
@click.argument("name")
def versions(name: str) -> dict[str, Any]:
    return {"versions": open_workbench().versions.of(name)}


@command("compare", "say what differs between two versions: concepts, names, places")
@click.argument("older")
@click.argument("newer")
def compare(older: str, newer: str) -> dict[str, Any]:
    """OLDER and NEWER are short names, such as hpo@2024-04-26 and hpo."""
    differing = partial(open_workbench().versions.difference, older, newer)
    return release_report(followed(differing, "Listing what differs"))


@command("invalid", "list the edits, decisions and mappings whose concept the newest version has no longer")
@click.argument("name")
def invalid(name: str) -> dict[str, Any]:
    carried = followed(partial(open_workbench().versions.carried, name), "Looking what still holds")
    found = {
        "held": carried.held | {"taken over": carried.taken_over},
        "no_longer_holds": _first(carried.invalid),
        "open": len(carried.invalid),
    }
    return found | {"inactive_elsewhere": _first(carried.unused), "renamed_otherwise": _first(carried.renamed)}


@command("resolve", "answer for what has lost its concept: move it to the replacement, keep or withdraw it")
@click.argument("name")
@click.argument("answer", type=click.Choice(ANSWERS))
@click.option("--item", "items", multiple=True, metavar="ID", help="“edit 12”, “mapping 3” … (default: all that fit)")
@click.option("--to", default="", metavar="CONCEPT", help="move the items here, not to the replacement")
@options.who()
def resolve(name: str, answer: str, items: tuple[str, ...], to: str, who: str) -> dict[str, Any]:
    """All of one call are one undo."""
    resolving = partial(open_workbench().versions.resolve, name, answer, who, items, to)
    resolved, left = followed(resolving, "Answering for what has lost its concept")
    return {"resolved": resolved, "open": left}


@command("rename", "give a terminology another short name, wherever it stands")
@click.argument("name")
@click.argument("new")
@options.who()
def rename(name: str, new: str, who: str) -> dict[str, Any]:
    return {"terminology": open_workbench().upkeep.rename(name, new, who)}


@command("describe", "give a terminology a title, a version, a licence, a language or an address")
@click.argument("name")
@click.option("--title")
@click.option("--version")
@click.option("--licence")
@click.option("--language")
@click.option("--address", help="the canonical one, such as the url of its CodeSystem")
@options.who()
def describe(
    name: str,
    title: str | None,
    version: str | None,
    licence: str | None,
    language: str | None,
    address: str | None,
    who: str,
) -> dict[str, Any]:
    return {"terminology": open_workbench().upkeep.describe(name, who, title, version, licence, language, address)}


@command("delete", "say what goes with a terminology; with --yes take it out, until undo")
@click.argument("name")
@click.option("--yes", is_flag=True, help="delete it")
@options.who()
def delete(name: str, yes: bool, who: str) -> dict[str, Any]:
    upkeep = open_workbench().upkeep
    if yes:
        return {"deleted": True, **vars(upkeep.delete(name, who))}
    found = upkeep.hanging(name)
    ends_with_problem(f"Nothing was deleted; “terminology delete {name} --yes” takes it out, and undo brings it back.")
    return {"deleted": False, **vars(found)}


@command("tidy", "let go for good of the terminologies that were taken out; there is no undo of this")
def tidy() -> dict[str, Any]:
    return {"let go": open_workbench().upkeep.tidy()}
