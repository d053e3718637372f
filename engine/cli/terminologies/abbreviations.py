"""`abbreviations`: the short forms and lay words that queries are read with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, command, open_workbench
from engine.cli.console import write_note
from engine.cli.group import Group
from engine.text.dictionary.clinical_dictionary import CASES

FEW = 200  # forms
abbreviations = Group(
    "abbreviations",
    "short forms and lay words that queries are read with",
    {
        "": {
            "list": "engine.cli.terminologies.abbreviations:list_forms",
            "add": "engine.cli.terminologies.abbreviations:add_form",
            "remove": "engine.cli.terminologies.abbreviations:remove_form",
            "import": "engine.cli.terminologies.abbreviations:import_forms",
        }
    },
)


@command("list", "the forms with what they stand for: your own, then the first of the hundred thousands that ship")
@click.argument("text", default="")
@click.option("--own", is_flag=True, help="only those that people added or changed")
@options.top(FEW)
@click.option("--all", "every", is_flag=True, help="every one, half a minute and 100 MB without TEXT")
def list_forms(text: str, own: bool, top: int, every: bool) -> dict[str, Any]:
    """TEXT is part of a form or of what it stands for; those that begin so come first."""
    dictionary = open_workbench().abbreviations
    found, count = dictionary.search(text, own, *([] if every else [top]))
    if not (text or own or every):  # else those of people would stand among the others, if at all
        people, _ = dictionary.search(own=True)
        forms = {one.form for one in people}
        found = [*people, *(one for one in found if one.form not in forms)][: max(top, len(people))]
    if len(found) < count:
        write_note(f"these are {len(found):,} of {count:,} forms; TEXT finds some, --all lists every one.")
    rows = [
        {
            "form": one.form,
            "meanings": " | ".join(one.meanings),
            "case": one.case,
            "wording": one.wording,
            "by": one.who,
        }
        for one in found
    ]
    return {"abbreviations": rows, "in all": count}


@command("add", "say what a form stands for, instead of what it stood for")
@click.argument("form")
@click.argument("meanings", nargs=-1, required=True, metavar="MEANING...")
@click.option(
    "--case", "letters", type=click.Choice(CASES), default=None, help="where it counts (default: by its look)"
)
@options.reason()
@options.who()
def add_form(form: str, meanings: tuple[str, ...], letters: str | None, reason: str, who: str) -> dict[str, Any]:
    """“any”: wherever it stands; “capitals”: only in capitals; “alone”: only when nothing else is typed."""
    return {"added": open_workbench().abbreviations.add(form, meanings, who, letters or "", reason)}


@command("remove", "take a form out of the dictionary")
@click.argument("form")
@options.reason()
@options.who()
def remove_form(form: str, reason: str, who: str) -> dict[str, Any]:
    return {"removed": open_workbench().abbreviations.remove(form, who, reason)}


@command(
    "import",
    "add the forms of a CSV or TSV with columns form (“(big|large) toe” is two), meanings (“|” between) and case",
)
@click.argument("file", type=FILE)
@options.who()
def import_forms(file: Path, who: str) -> dict[str, Any]:
    return open_workbench().abbreviations.load(file, who)
