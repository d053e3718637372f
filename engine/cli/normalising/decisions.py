"""`decisions`: what people decide about the answers to a file of mentions, line by line or in bulk, and back again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import Command, Several, command, open_workbench
from engine.cli.group import Group
from engine.cli.normalising.normalisations import NUMBER
from engine.errors import BadInput

LINES = click.argument("lines", nargs=-1, type=int, required=True, metavar="LINE...")
COMMENT = click.option("--comment", help="kept with the decision; a comment stays until another is given")
EVERYWHERE = click.option("--everywhere", is_flag=True, help="also all other lines of the same text")
decisions = Group(
    "decisions",
    "accept, refuse and comment the answers to a file",
    {
        "The queue": {
            "lines": "engine.cli.normalising.decisions:show_lines",
            "counts": "engine.cli.normalising.decisions:counts",
            "candidates": "engine.cli.normalising.decisions:candidates",
            "passages": "engine.cli.normalising.decisions:passages",
        },
        "Decisions": {
            "accept": "engine.cli.normalising.decisions:accept",
            "second": "engine.cli.normalising.decisions:second",
            "choose": "engine.cli.normalising.decisions:choose",
            "none": "engine.cli.normalising.decisions:none",
            "skip": "engine.cli.normalising.decisions:skip",
            "flag": "engine.cli.normalising.decisions:flag",
            "clear": "engine.cli.normalising.decisions:clear",
            "comment": "engine.cli.normalising.decisions:comment",
            "attributes": "engine.cli.normalising.decisions:attributes",
            "span": "engine.cli.normalising.mention_spans:span",
            "add-mention": "engine.cli.normalising.mention_spans:add_mention",
            "accept-above": "engine.cli.normalising.decisions:accept_above",
        },
        "Back again": {
            "undo": "engine.cli.normalising.decisions:undo_decision",
            "redo": "engine.cli.normalising.decisions:redo_decision",
            "made": "engine.cli.normalising.decisions:made",
        },
    },
)


def _filtered(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a filter of lines; the function takes them as keyword arguments."""
    for option in (
        click.option("--sieve", help="answered by this target of the search"),
        click.option("--answered/--unanswered", default=None, help="with or without a candidate"),
        click.option("--differs/--alike", default=None, help="with or without a marked difference (side, number …)"),
        click.option("--difference", help="whose name found differs in this: side, number, stage, negation, with …"),
        click.option("--once", is_flag=True, help="of lines about the same text only the first"),
        click.option("--text", default="", help="part of the mention or of the name found"),
        click.option("--topic", help="whose answer is in this top class"),
        click.option("--kind", help="of this type of mention"),
        click.option("--highest", type=options.NUMBER, help="of at most this probability"),
        click.option("--lowest", type=options.NUMBER, help="of at least this probability"),
        click.option("--status", default="all", help="all (default), undecided, decided, tied, none, skipped, flagged"),
    ):
        function = option(function)
    return function


@command("lines", "list the lines of a file with their answers and decisions, doubtful ones first")
@NUMBER
@_filtered
@click.option(
    "--order",
    default="doubtful first",
    help="“doubtful first” (default), “sure first”, “frequent first” or “as in the file”",
)
@click.option("--start", type=int, default=0, help="pass over so many (0)")
@options.top(50)
def show_lines(number: int, order: str, start: int, top: int, **chosen: Any) -> dict[str, Any]:
    from store.records.normalisation import Filter

    workbench = open_workbench()
    workbench.normalisation.get(number)
    only = Filter(**chosen)
    rows = [
        {
            "line": line.id,
            "text": line.text,
            "concept": line.concept,
            "preferred": line.preferred or line.name,
            "probability": line.probability,
            "differs": line.differs,
            "decision": line.decision,
            "decided_concept": line.decided_concept,
            "decided_name": line.decided_name,
            "who": line.who,
            "comment": line.comment,
            "score": line.score,
            "row": line.row,
            "others": line.others,
        }
        for line in workbench.answers.lines(number, only, order, top, start)
    ]
    return {"lines": rows, "in all": workbench.answers.count(number, only)}


@command("counts", "count the lines by decision, or by kind, topic, sieve or differs")
@NUMBER
@click.option("--by", type=click.Choice(("kind", "topic", "sieve", "differs")), help="what there is to filter by")
def counts(number: int, by: str | None) -> dict[str, Any]:
    workbench = open_workbench()
    workbench.normalisation.get(number)
    return {"counts": workbench.answers.values(number, by) if by else workbench.answers.counts(number)}


@command("candidates", "show the best concepts for a line under other encoders")
@NUMBER
@click.argument("line", type=int)
@click.option("--encoders", cls=Several, metavar="ENCODER...", default=("vectors",), help="one or more (vectors)")
@options.top(5)
def candidates(number: int, line: int, encoders: tuple[str, ...], top: int) -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.answers.candidates(number, line, encoders, top)
    return {"candidates": [{"encoder": id, **vars(one)} for id, ranked in found.items() for one in ranked]}


@command("passages", "show the text around the mentions of lines, where the file has texts")
@NUMBER
@LINES
def passages(number: int, lines: tuple[int, ...]) -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.answers.passages(number, workbench.answers.chosen(number, lines))
    return {"passages": [{"line": line, **vars(passage)} for line, passage in found.items()]}


def _deciding(name: str, decision: str, help: str) -> Command:
    """A command that decides lines alike."""

    def decide(number: int, lines: tuple[int, ...], comment: str | None, everywhere: bool, who: str) -> dict[str, Any]:
        workbench = open_workbench()
        decided = workbench.decisions.decide(number, lines, decision, who, comment=comment, everywhere=everywhere)
        return {"decided": decided, "decision": decision}

    return command(name, help)(NUMBER(LINES(COMMENT(EVERYWHERE(options.who()(decide))))))


accept = _deciding("accept", "accept", "accept the first candidate of each of these lines: one undo")
second = _deciding("second", "second", "accept the second candidate instead")
none = _deciding("none", "none", "no concept fits: tie the lines to nothing")
skip = _deciding("skip", "skip", "leave the lines for later")
flag = _deciding("flag", "flag", "leave the lines for somebody else to see")
clear = _deciding("clear", "", "make the lines undecided again")


@command("choose", "tie lines to another concept than the candidates")
@NUMBER
@LINES
@click.option("--concept", required=True, help="its id")
@click.option("--encoder", default="", help="the encoder that proposed it, if another than the file's")
@COMMENT
@EVERYWHERE
@options.who()
def choose(
    number: int,
    lines: tuple[int, ...],
    concept: str,
    encoder: str,
    comment: str | None,
    everywhere: bool,
    who: str,
) -> dict[str, Any]:
    workbench = open_workbench()
    model = workbench.models.resolve(encoder) if encoder else ""
    score = None
    if model:
        ranked = workbench.answers.candidates(number, lines[0], [model], 50)[model]
        score = next((one.score for one in ranked if one.concept_id == concept), None)
    decided = workbench.decisions.decide(
        number,
        lines,
        "other",
        who,
        comment=comment,
        concept=concept,
        model=model,
        everywhere=everywhere,
        score=score,
    )
    return {"decided": decided, "decision": "other", "concept": concept}


@command("comment", "write a comment on a line; what was decided stays, and by whom")
@NUMBER
@click.argument("line", type=int)
@click.argument("text")
@options.who()
def comment(number: int, line: int, text: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    workbench.decisions.comment(number, line, text, who)
    return {"line": line, "comment": text.strip()}


@command("attributes", "show what mentions are: negated, suspected, historical, family; --is says it")
@NUMBER
@LINES
@click.option(
    "--is",
    "attribute_names",
    multiple=True,
    metavar="ATTRIBUTE",
    help="negated, suspected, historical or family; again for more",
)
@click.option("--none", "nothing", is_flag=True, help="none of them")
@options.who()
def attributes(
    number: int, lines: tuple[int, ...], attribute_names: tuple[str, ...], nothing: bool, who: str
) -> dict[str, Any]:
    """What nobody has said is read from the text around the mention, where the file has texts."""
    workbench = open_workbench()
    if attribute_names and nothing:
        raise BadInput("Either --is or --none; leave one of them out.")
    if attribute_names or nothing:
        workbench.mention_attributes.say(number, lines, attribute_names, who)
    found = workbench.mention_attributes.read(number, workbench.answers.chosen(number, lines))
    return {"attributes": [{"line": line, **vars(one)} for line, one in found.items()]}


@command("accept-above", "accept every undecided first candidate of at least this probability: one undo")
@NUMBER
@click.option("--probability", type=options.NUMBER, required=True, help="at least, from 0 to 1")
@_filtered
@click.option("--dry-run", is_flag=True, help="only say how many")
@options.who()
def accept_above(number: int, probability: float, dry_run: bool, who: str, **chosen: Any) -> dict[str, Any]:
    from store.records.normalisation import Filter

    workbench = open_workbench()
    workbench.normalisation.get(number)
    only = Filter(**chosen)
    unbillable = workbench.decisions.count_not_billable(number, probability, only)
    caveat = {"not_billable": unbillable} if unbillable else {}  # of those that are counted before it
    if dry_run:
        return {"acceptable": workbench.decisions.count_acceptable(number, probability, only), **caveat}
    return {"accepted": workbench.decisions.accept_above(number, probability, who, only), **caveat}


@command("undo", "take back your newest decision or bulk decision")
@options.who()
def undo_decision(who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return _turned(workbench.decisions.undo(who), who, "undo")


@command("redo", "decide again what you took back last")
@options.who()
def redo_decision(who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return _turned(workbench.decisions.redo(who), who, "redo")


@command("made", "list the newest decisions about a file")
@NUMBER
@options.top(50)
def made(number: int, top: int) -> dict[str, Any]:
    workbench = open_workbench()
    workbench.normalisation.get(number)
    return {"decisions": workbench.decisions.newest(number, top)}


def _turned(batch: Any, who: str, action: str) -> dict[str, Any]:
    if batch is None:
        raise BadInput(f"{who} has nothing to {action}.")
    return {"lines": batch.lines, "first": batch.first}
