"""`labels queue`, `next`, `give`, `skip` and `undo`: the names of a set one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, command, open_workbench
from engine.cli.labels.labels import SET
from engine.errors import BadInput

if TYPE_CHECKING:
    from engine.labelling.desk import Card
    from engine.workbench import Workbench

QUEUE = click.argument("queue", type=int, metavar="QUEUE")
SECOND = click.option("--second", is_flag=True, help="you are the second annotator: the names that others labelled")


@command(
    "queue",
    "begin a queue of a set, or find the one there is with these settings; its number",
    "Names come from the subtree of the set's classes, or from --terminology with --all, a --list, or a --query.",
)
@SET
@click.option(
    "--order", default="uncertain", help="uncertain (default), diverse, rarest or random, which hides suggestions"
)
@options.current_encoder()
@click.option("--terminology", default="", help="where the names come from (default: the set's own)")
@click.option("--all", "every", is_flag=True, help="all names of the terminology, not only those below the classes")
@click.option("--list", "names", type=FILE, metavar="FILE", help="names in a text file, one a line")
@click.option("--query", default="", help="the names nearest to this text")
@click.option("--most", type=int, default=500, help="of a query (500)")
@click.option("--seed", type=int, default=0, help="of random order")
@click.option("--hidden", is_flag=True, help="show no suggestions")
@options.who()
def begin_queue(
    label_set: str,
    order: str,
    encoder: str,
    terminology: str,
    every: bool,
    names: Path | None,
    query: str,
    most: int,
    seed: int,
    hidden: bool,
    who: str,
) -> dict[str, Any]:
    from engine import labelling

    workbench = open_workbench()
    source = labelling.TERMINOLOGY if every else labelling.CLASSES
    listed: tuple[str, ...] = ()
    if names:
        source, listed = labelling.LIST, tuple(name for _, name in workbench.proposals.read_file(names).names)
    elif query:
        source, listed = labelling.SEARCH, workbench.rankings.names(query, terminology or "all", encoder, most)
    slug = terminology or workbench.label_sets.definition(label_set).terminology
    settings = labelling.QueueSettings(order, encoder, source, slug, listed, query, seed, hidden)
    number = workbench.labels.queue(label_set, settings, who)
    return {"queue": number, "set": label_set, "ready": workbench.label_queue.ready(number)}


@command("next", "show the next names of a queue with suggested classes, and how far you are")
@QUEUE
@SECOND
@options.who()
def next_names(queue: int, second: bool, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    desk = workbench.label_queue.desk(queue, who, second)
    return {
        "ahead": [_shown(card) for card in desk.ahead],
        "behind": [_shown(card) for card in desk.behind],
        "waiting": desk.waiting,
        "labelled": desk.labelled,
        "ended": desk.ended,
    }


@command("give", "give a name of a queue its class; what was suggested is kept with the label")
@QUEUE
@click.argument("name")
@click.argument("title", metavar="CLASS")
@SECOND
@options.who()
def give(queue: int, name: str, title: str, second: bool, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    card = _card(workbench, queue, name, who, second)
    score, first = dict(card.suggestions).get(title), not second and not card.mine
    workbench.label_queue.label(queue, card.name, title, who, score, card.best, keep_others=first)
    return {"name": card.name, "class": title, "suggested": card.best}


@command("skip", "pass over a name: it does not come again for you in this queue")
@QUEUE
@click.argument("name")
@SECOND
@options.who()
def skip(queue: int, name: str, second: bool, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    card = _card(workbench, queue, name, who, second)
    workbench.label_queue.skip(queue, card.name, who)
    return {"skipped": card.name}


@command("undo", "take back your newest labelling in a set")
@SET
@options.who()
def undo_label(label_set: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    undone = workbench.labels.undo(label_set, who)
    if not undone:
        raise BadInput(f"{who} has nothing to undo in “{label_set}”.")
    return {"undone": undone}


def _card(workbench: Workbench, queue: int, name: str, who: str, second: bool) -> Card:
    """The card of a name that is before the person, or lately was; BadInput for another one."""
    from engine.text import normalise

    desk = workbench.label_queue.desk(queue, who, second)
    for card in (*desk.ahead, *desk.behind):
        if card.norm == normalise(name):
            return card
    raise BadInput(f"“{name}” is not among the next or last names of queue {queue}; “labels next {queue}” shows them.")


def _shown(card: Card) -> dict[str, Any]:
    return {
        "name": card.name,
        "best": card.best,
        "label": card.mine,
        "skipped": card.skipped,
        "suggestions": [{"class": title, "score": score} for title, score in card.suggestions],
        "concepts": card.concepts,
    }
