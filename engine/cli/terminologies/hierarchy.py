"""`hierarchy`: the tree of a terminology, concepts in it, its faults, and encoders level by level."""

from __future__ import annotations

from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import Several, command, open_workbench
from engine.cli.console import run_now
from engine.cli.group import Group
from engine.errors import BadInput

hierarchy = Group(
    "hierarchy",
    "the tree of a terminology, its faults, encoders by level",
    {
        "": {
            "tree": "engine.cli.terminologies.hierarchy:tree",
            "find": "engine.cli.terminologies.hierarchy:find",
            "faults": "engine.cli.terminologies.hierarchy:faults",
            "levels": "engine.cli.terminologies.hierarchy:levels",
        }
    },
)


@command("tree", "show the children of a concept, or the roots, with how many stand below each")
@click.argument("concept", required=False, default="")
@options.terminology()
@click.option("--start", type=int, default=0, help="pass over so many (0); 500 are shown at once")
def tree(concept: str, terminology: str, start: int) -> dict[str, Any]:
    workbench = open_workbench()
    if concept:
        workbench.terminologies.concept(terminology, concept)
    return {"concepts": workbench.hierarchy.children(terminology, concept, start)}


@command("find", "find concepts by the beginning of their id or by words of their name")
@click.argument("text")
@options.terminology()
@options.top(12)
def find(text: str, terminology: str, top: int) -> dict[str, Any]:
    from engine.ranking.query_check import NOTHING

    if not text.strip():
        raise BadInput(NOTHING)
    workbench = open_workbench()
    return {"concepts": workbench.hierarchy.find(terminology, text, top)}


@command("faults", "list links that close a cycle or are redundant")
@options.terminology()
@click.option("--root", default="", metavar="CONCEPT", help="only below this concept")
@options.top(500)
def faults(terminology: str, root: str, top: int) -> dict[str, Any]:
    workbench = open_workbench()
    if root:
        workbench.terminologies.concept(terminology, root)
    found, every = workbench.hierarchy.faults(terminology, root, top)
    return {"faults": found, "in all": every}


@command("levels", "measure encoders level by level below a concept, as the papers do")
@options.terminology()
@click.option("--root", required=True, metavar="CONCEPT", help="the concept to start below")
@click.option("--encoders", cls=Several, metavar="ENCODER...", default=("vectors",), help="one or more (vectors)")
@click.option("--levels", type=int, help="how many (default: as many as can be measured, at most 4)")
def levels(terminology: str, root: str, encoders: tuple[str, ...], levels: int | None) -> dict[str, Any]:
    workbench = open_workbench()
    workbench.terminologies.concept(terminology, root)
    ids = list(dict.fromkeys(workbench.models.resolve(one) for one in encoders))
    most = workbench.hierarchy.levels_below(terminology, root)
    recipe = {"terminology": terminology, "root": root, "levels": levels or most, "encoders": ids}
    return run_now(workbench, workbench.jobs.queue("levels", f"Levels below {root} of {terminology}", recipe)).result
