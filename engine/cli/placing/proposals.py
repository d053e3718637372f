"""`proposals`: lists of new names with the parents proposed for them, accepted and refused line by line or in bulk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, command, open_workbench
from engine.cli.console import run_now
from engine.cli.group import Group
from engine.cli.tables import ordered
from engine.errors import NotFound

if TYPE_CHECKING:
    from engine.workbench import ProposalLine, Workbench

LIST = click.argument("number", type=int, metavar="LIST")
LINES = click.argument("lines", nargs=-1, type=int, required=True, metavar="LINE...")
NOTE = click.option("--note", default="", help="kept with the change")
proposals = Group(
    "proposals",
    "parents for a list of names: propose, accept, refuse",
    {
        "": {
            "make": "engine.cli.placing.proposals:make",
            "list": "engine.cli.placing.proposals:list_placed",
            "show": "engine.cli.placing.proposals:show",
            "accept": "engine.cli.placing.proposals:accept",
            "accept-sure": "engine.cli.placing.proposals:accept_sure",
            "refuse": "engine.cli.placing.proposals:refuse",
            "export": "engine.cli.placing.proposals:export_list",
        }
    },
)


@command("make", "propose a parent for each name of a file, and keep the list to decide about")
@click.argument("file", type=FILE)
@options.terminology()
@options.current_encoder()
@click.option("--title", default="", help="what the list is called (default: the file)")
@options.who()
def make(file: Path, terminology: str, encoder: str, title: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    listed = workbench.proposals.read_file(file)
    run = workbench.proposals.queue(listed, terminology, encoder, title or file.name, who)
    number = run_now(workbench, run).result["placing"]
    return {
        "list": number,
        "names": workbench.proposals.get(number).names,
        "problems": [list(one) for one in listed.problems],
    }


@command("list", "list the lists of names that were placed, newest first")
def list_placed() -> dict[str, Any]:
    workbench = open_workbench()
    return {"lists": ordered(workbench.proposals.lists(), "id", "title", "names", "terminology", "who", "when")}


@command("show", "show the proposals of a list with what became of each, doubtful ones first")
@LIST
def show(number: int) -> dict[str, Any]:
    workbench = open_workbench()
    return {"proposals": [_shown(line) for line in workbench.proposals.lines(number)]}


@command("accept", "make a concept of each of these proposals, under its first parent or --parent: one undo")
@LIST
@LINES
@click.option("--parent", default="", metavar="CONCEPT", help="another parent than the first")
@NOTE
@options.who()
def accept(number: int, lines: tuple[int, ...], parent: str, note: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    known = _known(workbench, number, lines)
    chosen = [(line, parent or known[line].proposal.parent) for line in lines]
    return {"accepted": workbench.proposals.accept(number, chosen, who, note)}


@command("accept-sure", "accept all undecided proposals of this probability that nothing speaks against: one undo")
@LIST
@click.option("--probability", type=options.NUMBER, default=0.8, help="at least (0.8)")
@click.option("--dry-run", is_flag=True, help="only list them")
@NOTE
@options.who()
def accept_sure(number: int, probability: float, dry_run: bool, note: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    sure = workbench.proposals.sure(number, probability)
    if dry_run or not sure:
        return {"sure": [{"line": line, "parent": parent} for line, parent in sure], "accepted": 0}
    return {"accepted": workbench.proposals.accept(number, sure, who, note)}


@command("refuse", "refuse the first parent of each of these undecided proposals")
@LIST
@LINES
@click.option("--comment", default="", help="why, kept with the refusal")
@options.who()
def refuse(number: int, lines: tuple[int, ...], comment: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    _known(workbench, number, lines)
    return {"refused": workbench.proposals.refuse(number, lines, who, comment)}


@command("export", "write a list with its decisions to a file")
@LIST
@click.option("--out", type=WRITTEN, required=True, help="NAME.csv, .xlsx, .sssom.tsv or .fhir.json")
def export_list(number: int, out: Path) -> dict[str, Any]:
    workbench = open_workbench()
    return {"file": str(out), "names": workbench.proposals.export(number, out)}


def _known(workbench: Workbench, number: int, lines: tuple[int, ...]) -> dict[int, ProposalLine]:
    found = {line.proposal.id: line for line in workbench.proposals.lines(number)}
    if wrong := [line for line in lines if line not in found]:
        raise NotFound(f"List {number} has no proposal {wrong[0]}; “proposals show {number}” lists its lines.")
    return found


def _shown(line: ProposalLine) -> dict[str, Any]:
    one = line.proposal
    return {
        "line": one.id,
        "text": one.text,
        "decision": line.decision,
        "parent": line.parent,
        "parent_name": line.parent_name,
        "probability": line.probability,
        "doubt": line.doubt,
        "score": line.score,
        "concept": line.code,
        "who": line.who,
        "note": line.note,
        "row": one.row,
        "path": line.path,
        "others": one.others,
    }
