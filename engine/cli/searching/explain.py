"""`explain`: why a concept stands where it stands for a name."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.tables import ordered
from store.records.training import CURRENT


@command(
    "explain",
    "say why a concept stands where it stands for a name, and why not another",
    "The points of the parts, added to “start”, are the log odds of the score; “rule” is added for an exact match.",
)
@click.argument("name")
@click.argument("concept")
@click.option("--against", default="", metavar="CONCEPT", help="another concept of the terminology: why not that one")
@options.terminology()
@click.option("--encoder", default=CURRENT, help="current (default), vectors, vectors:NAME, or a version")
@options.top(10)
def explain(name: str, concept: str, against: str, terminology: str, encoder: str, top: int) -> dict[str, Any]:
    workbench, arguments = open_workbench(), (terminology, encoder, top)
    found = (
        workbench.explanations.contrast(name, concept, against, *arguments)
        if against
        else workbench.explanations.explain(name, concept, *arguments)
    )
    return asdict(found) | {"parts": ordered(found.parts, "label", "points", "value", "against")}
