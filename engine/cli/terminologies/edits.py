"""`edit`: names of concepts added, withdrawn and preferred, concepts defined, retired and merged, and steps."""

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
    "edit names and definitions, retire and merge concepts, undo and redo",
    {
        "": {
            **{name: f"{HERE}:{name}_names" for name in ("add", "withdraw")},
            "prefer": f"{HERE}:prefer",
            "define": f"{HERE}:define",
            "retire": f"{HERE}:retire",
            "merge": f"{HERE}:merge",
            **{name: f"{HERE}:{name}_names" for name in ("undo", "redo", "list")},
        }
    },
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


@command("prefer", "make a name of a concept its preferred one; the former one stays as a synonym")
@click.argument("name")
@click.option("--concept", required=True)
@options.terminology()
@click.option("--reason", default="")
@options.who()
def prefer(name: str, concept: str, terminology: str, reason: str, who: str) -> dict[str, Any]:
    return {"edits": open_workbench().concept_edits.prefer(terminology, concept, name, who, reason)}


@command("define", "give a concept another definition")
@click.argument("text")
@click.option("--concept", required=True)
@options.terminology()
@click.option("--reason", default="")
@options.who()
def define(text: str, concept: str, terminology: str, reason: str, who: str) -> dict[str, Any]:
    return {"edits": open_workbench().concept_edits.define(terminology, concept, text, who, reason)}


@command("retire", "take a concept out of use that nothing stands under")
@click.argument("concept")
@options.terminology()
@click.option("--reason", default="")
@options.who()
def retire(concept: str, terminology: str, reason: str, who: str) -> dict[str, Any]:
    return {"edits": open_workbench().concept_edits.retire(terminology, concept, who, reason)}


@command("merge", "give a concept's names and children to another one, which replaces it: one undo")
@click.argument("concept")
@click.option("--into", required=True, metavar="CONCEPT", help="the concept that stays")
@options.terminology()
@click.option("--dry-run", is_flag=True, help="say what would be done, and do nothing")
@click.option("--reason", default="")
@options.who()
def merge(concept: str, into: str, terminology: str, dry_run: bool, reason: str, who: str) -> dict[str, Any]:
    edits = open_workbench().concept_edits
    found = edits.preview_merge(terminology, concept, into)
    about = {"concept": found.concept, "into": found.into, "names": found.names, "left_out": found.left_out}
    made = [] if dry_run else edits.merge(terminology, concept, into, who, reason)
    return {**about, "children": found.children, "edits": made}


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
