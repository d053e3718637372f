"""`edit`: names of concepts added and withdrawn, and steps back and forth."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.group import Group
from engine.cli.history.history import step

HERE = "engine.cli.terminologies.edits"
edit = Group(
    "edit",
    "add, withdraw, undo or redo a synonym",
    {"": {name: f"{HERE}:{name}_names" for name in ("add", "withdraw", "undo", "redo", "list")}},
)


@command("add", "add a name of a concept")
@click.argument("name")
@click.option("--concept", required=True)
@options.terminology()
@click.option("--reason", default="")
@options.who()
def add_names(name: str, concept: str, terminology: str, reason: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    clashes = workbench.synonyms.clashes(terminology, concept, name)
    return {"edits": workbench.synonyms.add(terminology, concept, name, who, reason), "also_names": clashes}


@command("withdraw", "withdraw a name of a concept")
@click.argument("name")
@click.option("--concept", required=True)
@options.terminology()
@click.option("--reason", default="")
@options.who()
def withdraw_names(name: str, concept: str, terminology: str, reason: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return {"edits": workbench.synonyms.withdraw(terminology, concept, name, who, reason), "also_names": []}


@command("undo", "the same as “undo”")
@options.who()
def undo_names(who: str) -> dict[str, Any]:
    return step("undo", who)


@command("redo", "the same as “redo”")
@options.who()
def redo_names(who: str) -> dict[str, Any]:
    return step("redo", who)


@command("list", "the newest edits, each with the number that “take-back” takes, under “history_entry”")
def list_names() -> dict[str, Any]:
    workbench = open_workbench()
    edits = workbench.edits.newest()
    entries = workbench.edits.entries_of(edits)
    return {"edits": [{"history_entry": entry, **asdict(one)} for entry, one in zip(entries, edits, strict=True)]}
