"""Searching: `rank`, `rank-beside`, `concept`, `encoders` and `index`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.console import consume, run_now
from engine.cli.tables import ordered
from engine.errors import BadInput
from engine.ranking import BILLABLE, CONCEPT, EVIDENCE, NAME, ORDERS
from store.records.training import CURRENT

if TYPE_CHECKING:
    from engine.jobs.cluster import ClusterAddress

TELLING = ("rank", "concept_id", "preferred_name", "probability", "differs", "marks", "name", "score", "terminology")


@command("rank", "rank concepts for a name")
@click.argument("text")
@click.option("--terminology", default="all", help="a short name, or all (default)")
@click.option("--encoder", default=CURRENT, help="current (default), vectors, vectors:NAME, or a version")
@click.option("--top", type=int, default=10, help="how many (10)")
@click.option("--names", is_flag=True, help="rank names instead of concepts")
@click.option("--billable", is_flag=True, help="rank billable codes, each in place of the heading above it")
@click.option("--language", default="", metavar="CODE", help="search names in this language only, as de")
@click.option(
    "--order",
    type=click.Choice(ORDERS),
    default=EVIDENCE,
    help="by all that speaks for a candidate (default), or by the encoder alone",
)
@click.option("--beside", default="", metavar="NAME", help="the same in another version of it, as hpo@2025-01-16")
def rank(
    text: str,
    terminology: str,
    encoder: str,
    top: int,
    names: bool,
    billable: bool,
    language: str,
    order: str,
    beside: str,
) -> dict[str, Any]:
    workbench = open_workbench()
    if names and billable:
        raise BadInput("A row is a name or a billable code; leave --names or --billable out.")
    unit = NAME if names else BILLABLE if billable else CONCEPT
    ranking = workbench.rankings.rank(text, terminology, encoder, top, unit, order, language)
    found: dict[str, Any] = {
        "query": ranking.query,
        "encoder": ranking.encoder,
        "note": ranking.note,
        "candidates": ordered(ranking.candidates, *TELLING),
    }
    if beside:
        other = workbench.rankings.rank(text, beside, encoder, top, unit, order, language)
        found["beside"] = ordered(other.candidates, *TELLING)
    return found


@command("rank-beside", "rank concepts for a name under two to four encoders, side by side")
@click.argument("text")
@click.argument("encoders", nargs=-1, required=True, metavar="ENCODER...")
@options.terminology()
@options.top(10)
def rank_beside(text: str, encoders: tuple[str, ...], terminology: str, top: int) -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.comparison.ranks(text, encoders, terminology, top)
    return vars(found) | {"rows": ordered(found.rows, "concept_id", "preferred_name", "ranks", "differs", "scores")}


@command("concept", "show a concept with its names, parents and children")
@click.argument("concept")
@options.terminology()
def concept(concept: str, terminology: str) -> dict[str, Any]:
    workbench = open_workbench()
    card = workbench.terminologies.concept_as_typed(terminology, concept)
    return {"concept": card.concept, "parents": card.parents, "children": card.children, "path": card.path}


@command("encoders", "list the encoders: the shipped, your own, every version")
def encoders() -> dict[str, Any]:
    workbench = open_workbench()
    return {"encoders": workbench.rankings.encoders()}


@command("index", "make every terminology searchable with an encoder, now")
@click.argument("encoder")
@options.cluster()
def index(encoder: str, cluster: ClusterAddress | None) -> dict[str, Any]:
    workbench = open_workbench()
    encoder = workbench.models.resolve(encoder)
    if cluster:
        return consume(workbench.rankings.index_by(cluster, encoder))
    number = workbench.jobs.queue("index", f"Making {encoder} searchable", {"encoder": encoder})
    return run_now(workbench, number).result
