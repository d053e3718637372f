"""`mappings decide` and its like: what people decide about the lines of a mapping project, alone and by two."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import Command, command, open_workbench
from engine.cli.terminologies.mapping_projects import NUMBER, filter_of, filtered

LINES = click.argument("lines", nargs=-1, required=True, metavar="LINE...")
REASON = click.option("--reason", default="", help="kept with the decision")


@command("decide", "map lines: to the first suggestion, related as it is suggested, or to the concepts that --to names")
@NUMBER
@LINES
@click.option("--to", multiple=True, metavar="ID=RELATION", help="a target, exact, broad, narrow, close or related")
@click.option("--add", is_flag=True, help="beside the targets that you gave the line before")
@REASON
@options.who()
def decide(
    number: int, lines: tuple[str, ...], to: tuple[str, ...], add: bool, reason: str, who: str
) -> dict[str, Any]:
    workbench = open_workbench()
    targets = options.settings_of(to, "--to", "ID=RELATION, for example C18.9=broad") if to else None
    summary = workbench.mapping_decisions.decide(number, lines, "mapped", who, targets=targets, reason=reason, add=add)
    return {"decided": len(set(lines)), "said": summary}


def _deciding(name: str, decision: str, help: str) -> Command:
    """A command that decides lines without a target."""

    def say(number: int, lines: tuple[str, ...], reason: str, who: str) -> dict[str, Any]:
        workbench = open_workbench()
        summary = workbench.mapping_decisions.decide(number, lines, decision, who, reason=reason)
        return {"decided": len(set(lines)), "said": summary}

    return command(name, help)(NUMBER(LINES(REASON(options.who()(say)))))


none = _deciding("none", "none", "say that the target has no concept for these lines")
skip = _deciding("skip", "skip", "leave the lines for later")
clear = _deciding("clear", "", "take back what you decided about the lines")


@command("flag", "leave lines for somebody else to see")
@NUMBER
@LINES
@click.option("--for", "addressed", default="", metavar="PERSON", help="whom (default: anybody)")
@REASON
@options.who()
def flag(number: int, lines: tuple[str, ...], addressed: str, reason: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    summary = workbench.mapping_decisions.decide(number, lines, "flag", who, reason=reason, addressed=addressed)
    return {"decided": len(set(lines)), "said": summary}


@command("accept-above", "accept every undecided first suggestion of at least this probability: one undo")
@NUMBER
@click.option("--probability", type=options.NUMBER, required=True, help="at least, from 0 to 1")
@click.option("--same", is_flag=True, help="only where a name is the same text")
@click.option("--any-relation", is_flag=True, help="also where the suggested relation is not exact")
@click.option("--billable", is_flag=True, help="leave lines undecided whose code is not billable")
@filtered
@click.option("--sample", type=int, default=5, help="show so many of them (5)")
@click.option("--dry-run", is_flag=True, help="only say how many, with the sample")
@options.who()
def accept_above(
    number: int,
    probability: float,
    same: bool,
    any_relation: bool,
    billable: bool,
    sample: int,
    dry_run: bool,
    who: str,
    **chosen: Any,
) -> dict[str, Any]:
    from engine.workbench import BulkRule

    workbench, only = open_workbench(), filter_of(chosen)
    rule = BulkRule(probability, same, not any_relation, billable)
    unbillable = workbench.mapping_decisions.count_not_billable(number, rule, only)
    caveat = {"not_billable": unbillable} if unbillable else {}  # of those that are accepted without --billable
    found, drawn = workbench.mapping_decisions.acceptable(number, rule, only, sample)
    rows = [
        {"line": one.source, "name": one.name, "target": best.target, "target_name": best.preferred}
        | {"predicate": best.predicate, "confidence": best.confidence}
        for one in workbench.mapping_lines.read(number, drawn)
        for best in one.candidates[:1]
    ]
    if dry_run:
        return {"acceptable": found, **caveat, "sample": rows}
    return {"accepted": workbench.mapping_decisions.accept_all(number, rule, who, only), **caveat, "sample": rows}


@command("assign", "assign lines to a person; “” to nobody")
@NUMBER
@click.argument("assignee", metavar="PERSON")
@click.argument("lines", nargs=-1, metavar="[LINE]...")
@filtered
@options.who()
def assign(number: int, assignee: str, lines: tuple[str, ...], who: str, **chosen: Any) -> dict[str, Any]:
    """Without LINE, every line that the filter lets through."""
    workbench = open_workbench()
    which = list(lines) or workbench.mapping_lines.chosen(number, filter_of(chosen))
    return {"assigned": workbench.mapping_decisions.assign(number, which, assignee, who), "to": assignee}


@command("confirm", "say the same about lines as the person who decided them first")
@NUMBER
@LINES
@REASON
@options.who()
def confirm(number: int, lines: tuple[str, ...], reason: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return {"confirmed": len(lines), "said": workbench.mapping_decisions.confirm(number, lines, who, reason)}


@command("agreement", "how far two people agree on the lines that both decided: Cohen's kappa, and where they do not")
@NUMBER
@click.argument("one")
@click.argument("other")
def agreement(number: int, one: str, other: str) -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.mapping_lines.agreement(number, one, other)
    return {
        "lines": found.figures.names,
        "same": found.figures.same,
        "kappa": found.figures.kappa,
        "called": found.called,
        "differences": [{"line": line, one: first, other: second} for line, first, second in found.differences],
    }


@command("contradictions", "list where people, loaded mappings and exact targets contradict each other")
@NUMBER
def contradictions(number: int) -> dict[str, Any]:
    workbench = open_workbench()
    return {"contradictions": [asdict(one) for one in workbench.mapping_lines.contradictions(number)]}


@command("synonyms", "add the names of lines mapped exactly as synonyms of their targets: one undo")
@NUMBER
@click.option("--dry-run", is_flag=True, help="only list them")
@options.who()
def synonyms(number: int, dry_run: bool, who: str) -> dict[str, Any]:
    """Left out is what a target has already, what denotes another one, and what people contradict each other about."""
    accepted = open_workbench().accepted_names
    names = accepted.of_mapping(number) if dry_run else accepted.add_of_mapping(number, who)
    return {"added": 0 if dry_run else len(names), "names": names}
