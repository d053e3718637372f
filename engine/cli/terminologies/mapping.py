"""`map` and `evaluate map`: a whole terminology mapped onto another, and such suggestions against a reference."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, Several, command, open_workbench
from engine.cli.console import consume
from engine.errors import BadInput
from engine.formats.registry import MAPPINGS, writers
from store.records.training import CURRENT

if TYPE_CHECKING:
    from engine.jobs.cluster import ClusterAddress


def encoders() -> options.Decorator:
    """`--encoder`, once for each, and `--against`, the same for several at once; the current one without."""

    def added(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def joined(*given: Any, encoder: tuple[str, ...], against: tuple[str, ...], **others: Any) -> Any:
            return function(*given, encoders=(*(encoder or (CURRENT,)), *against), **others)

        return encoder_options("vectors, vectors:NAME, a version, or current (default)")(joined)

    return added


def encoder_options(help: str) -> options.Decorator:
    """The same two as they are given, as `encoder` and `against`; help: what `--encoder` takes."""

    def added(function: Callable[..., Any]) -> Callable[..., Any]:
        first = click.option("--encoder", multiple=True, help=f"{help}; again for another one beside it")
        further = "encoders whose suggestions are joined with them"
        return first(click.option("--against", cls=Several, metavar="ENCODER...", help=further)(function))

    return added


def _least() -> options.Decorator:
    return click.option(
        "--min-confidence", "least", type=options.NUMBER, default=0.0, help="leave out suggestions below (0)"
    )


@command("map", "suggest a concept of TARGET for each of SOURCE, as SSSOM or FHIR")
@click.argument("source")
@click.argument("target")
@click.option("--out", type=WRITTEN, required=True, metavar="FILE", help="the file to write: .sssom.tsv or .fhir.json")
@click.option("--format", type=options.FormatName(lambda: writers(MAPPINGS)), help="default: what --out ends in says")
@_least()
@encoders()
@options.cluster()
def map_terminology(
    source: str,
    target: str,
    out: Path,
    format: str | None,
    least: float,
    encoders: tuple[str, ...],
    cluster: ClusterAddress | None,
) -> dict[str, Any]:
    """Each line is the likeliest concept, with a predicate of SKOS and a confidence, marked undecided.

    Of several encoders the surest suggestion stands, with who suggests it in the comment."""
    workbench = open_workbench()
    return consume(workbench.mappings.write(source, target, out, least, encoders, format or "", cluster))


@command("map", "precision, recall and F1 of suggested mappings, by predicate, without and with hierarchy")
@click.argument("reference", type=FILE)
@click.option("--source", required=True, help="the short name of the terminology that is mapped")
@click.option("--target", required=True, help="the short name of the terminology that it is mapped onto")
@_least()
@encoders()
@click.option("--bridges/--no-bridges", default=True, help="whether other terminologies lend names (they do)")
@click.option("--half", type=click.Choice(("a", "b")), help="only concepts of this half, by a hash of ids")
@click.option("--lacking", is_flag=True, help="ask one concept in three as if TARGET lacked it: how sure is it then?")
@click.option("--learn", is_flag=True, help="also learn from these concepts how sure a suggestion is")
@click.option("--out", type=FILE, metavar="DIR", help="also write map.md and map.json, or map-lacking, to this folder")
@options.cluster()
def evaluate_mappings(
    reference: Path,
    source: str,
    target: str,
    least: float,
    encoders: tuple[str, ...],
    bridges: bool,
    half: str | None,
    lacking: bool,
    learn: bool,
    out: Path | None,
    cluster: ClusterAddress | None,
) -> dict[str, Any]:
    """REFERENCE is SSSOM, a ConceptMap, or a table with a column of source ids and one of target ids, “|” between."""
    from engine.workbench import MappingTrial

    if cluster is not None and (lacking or learn):
        raise BadInput("--lacking and --learn compare names in this process alone; leave --cluster out.")
    mappings = open_workbench().mappings
    trial = MappingTrial(reference, source, target, encoders, least, bridges, half or "")
    if lacking:
        answer = consume(mappings.measure_lacking(trial))
        answer |= {"learnt": consume(mappings.learn_sureness(trial))["learnt"]} if learn else {}
    else:
        answer = consume(mappings.learn_sureness(trial) if learn else mappings.measure(trial, cluster))
    if out is None:
        return answer
    from engine.experiments.pages.suggestions_page import write_page

    return answer | {"files": write_page(out, reference.name, answer)}
