"""`decisions span` and `decisions add-mention`: mentions that people correct and add."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.normalising.decisions import NUMBER
from engine.errors import BadInput

LINE = click.argument("line", type=int)


def _placed(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say where a mention stands."""
    for option in (
        click.option("--end", type=int, help="the place after its last character"),
        click.option("--start", type=int, help="the place of its first character in the text, from 0"),
        click.option("--text", default="", help="or the words themselves, where they stand first"),
    ):
        function = option(function)
    return function


def _place(workbench: Any, number: int, line: int, text: str, start: int | None, end: int | None) -> tuple[int, int]:
    if text and (start is not None or end is not None):
        raise BadInput("Either --text or --start and --end; leave one of them out.")
    if start is not None and end is not None:
        return start, end
    if not text:
        raise BadInput("Say where the mention stands: --text, or --start and --end.")
    found: tuple[int, int] = workbench.mention_spans.place(number, line, text)
    return found


@command("span", "correct where the mention of a line stands; it is answered anew, and exports have it so")
@NUMBER
@LINE
@_placed
@options.who()
def span(number: int, line: int, text: str, start: int | None, end: int | None, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    place = _place(workbench, number, line, text, start, end)
    return {"line": line, "text": workbench.mention_spans.correct(number, line, *place, who)}


@command("add-mention", "add a mention that the file missed, in the text that a line stands in")
@NUMBER
@LINE
@_placed
@options.who()
def add_mention(number: int, line: int, text: str, start: int | None, end: int | None, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    place = _place(workbench, number, line, text, start, end)
    return {"line": workbench.mention_spans.add(number, line, *place, who)}
