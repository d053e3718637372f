"""`parents`: parents of a name accepted, refused, allowed again and withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.group import Group
from engine.errors import BadInput

if TYPE_CHECKING:
    from engine.workbench import Workbench

PARENT = click.option("--parent", required=True, metavar="CONCEPT", help="the parent's id")
COMMENT = click.option("--comment", default="", help="why, kept with the refusal")
parents = Group(
    "parents",
    "accept, refuse or withdraw a parent, move concepts, and take it back",
    {
        "": {
            "accept": "engine.cli.placing.parents:accept",
            "refuse": "engine.cli.placing.parents:refuse",
            "allow": "engine.cli.placing.parents:allow",
            "refused": "engine.cli.placing.parents:refused",
            "move": "engine.cli.placing.parents:move",
            "withdraw": "engine.cli.placing.parents:withdraw",
            "undo": "engine.cli.placing.parents:undo_parent",
        }
    },
)


@command(
    "accept",
    "put a name under a parent, as a new concept, or with --concept an existing concept as well",
    "The score of the parent under --encoder is kept with the edit.",
)
@click.argument("text", required=False, default="")
@options.terminology()
@PARENT
@click.option("--concept", default="", help="an existing concept that gets this further parent")
@click.option("--code", default="", help="the id of the new concept (default: the next free one)")
@options.current_encoder()
@click.option("--top", type=int, default=50, help="parents that are scored (50)")
@options.reason()
@options.who()
def accept(
    text: str,
    terminology: str,
    parent: str,
    concept: str,
    code: str,
    encoder: str,
    top: int,
    reason: str,
    who: str,
) -> dict[str, Any]:
    workbench = open_workbench()
    text = text or (workbench.terminologies.concept(terminology, concept).concept.preferred if concept else "")
    placing = workbench.placement.rank_parents(text, terminology, encoder, top, concept)
    made = workbench.placement.accept(placing, parent, who, concept, code, reason)
    score = next((one.score for one in placing.parents if one.id == parent), None)
    return {"concept": made, "parent": parent, "score": score}


@command("refuse", "remember that a name does not belong under a parent")
@click.argument("text")
@options.terminology()
@PARENT
@COMMENT
@options.current_encoder()
@click.option("--top", type=int, default=50, help="parents that are scored (50)")
@options.who()
def refuse(text: str, terminology: str, parent: str, comment: str, encoder: str, top: int, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    workbench.terminologies.concept(terminology, parent)
    placing = workbench.placement.rank_parents(text, terminology, encoder, top)
    score = next((one.score for one in placing.parents if one.id == parent), None)
    workbench.placement.refuse(terminology, text, parent, who, score, placing.encoder, comment)
    return {"refused": parent, "text": text, "score": score}


@command("allow", "take a refusal back: the name may stand under this parent after all")
@click.argument("text")
@options.terminology()
@PARENT
@COMMENT
@options.who()
def allow(text: str, terminology: str, parent: str, comment: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    if parent not in workbench.placement.refusals(terminology, text):
        raise BadInput(f"{parent} is not refused for “{text}”; “parents refused” lists the parents that are.")
    workbench.placement.refuse(terminology, text, parent, who, comment=comment, refused=False)
    return {"allowed": parent, "text": text}


@command("refused", "list the parents that are refused for a name")
@click.argument("text")
@options.terminology()
def refused(text: str, terminology: str) -> dict[str, Any]:
    workbench = open_workbench()
    return {"refused": list(workbench.placement.refusals(terminology, text).values())}


@command(
    "move",
    "put concepts under another parent, in place of the one they have: one undo",
    "Without --from they leave the parent that all of them have alone.",
)
@click.argument("concepts", nargs=-1, required=True, metavar="CONCEPT...")
@options.terminology()
@click.option("--to", "parent", required=True, metavar="CONCEPT", help="the parent that they come to stand under")
@click.option("--from", "instead_of", default="", metavar="CONCEPT", help="the parent that they leave")
@options.reason()
@options.who()
def move(
    concepts: Sequence[str], terminology: str, parent: str, instead_of: str, reason: str, who: str
) -> dict[str, Any]:
    workbench = open_workbench()
    left = instead_of or _only_parent(workbench, terminology, concepts)
    workbench.hierarchy_edits.move(terminology, concepts, parent, who, left, reason)
    cards = [workbench.terminologies.concept(terminology, one) for one in concepts]
    return {"concepts": [{"concept": card.concept.id, "parents": card.parents} for card in cards]}


def _only_parent(workbench: Workbench, terminology: str, concepts: Sequence[str]) -> str:
    """The one parent of all the concepts, "" where none of them has any; BadInput where they have several."""
    found = {tuple(workbench.terminologies.concept(terminology, one).concept.parents) for one in concepts}
    parents = set().union(*found)
    above = ", ".join(sorted(parents))
    if parents and () in found:
        raise BadInput(f"Some of the concepts have no parent and others have {above}; move each of the two alone.")
    if len(found) > 1 or len(parents) > 1:
        raise BadInput(f"There are several parents: {above}; name with --from the one to leave.")
    return next(iter(parents), "")


@command("withdraw", "take a concept from under a parent")
@click.argument("concept")
@options.terminology()
@PARENT
@options.reason()
@options.who()
def withdraw(concept: str, terminology: str, parent: str, reason: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    workbench.hierarchy_edits.withdraw(terminology, concept, parent, who, reason)
    return {"concept": concept, "parents": workbench.terminologies.concept(terminology, concept).parents}


@command("undo", "take back your newest refusal or change, whichever is later")
@options.who()
def undo_parent(who: str) -> dict[str, Any]:
    workbench = open_workbench()
    undone = workbench.placement.undo(who)
    if not undone:
        raise BadInput(f"{who} has nothing to undo.")
    return {"undone": undone}
