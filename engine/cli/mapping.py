"""`map` and `evaluate map`: a whole terminology mapped onto another, and such suggestions against a reference."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, command, open_workbench
from engine.cli.console import consume
from engine.formats.registry import MAPPINGS, writers

if TYPE_CHECKING:
    from engine.jobs.cluster import ClusterAddress

ENCODER = click.option("--encoder", default="current", help="vectors, vectors:NAME, a version, or current (default)")


def _least() -> options.Decorator:
    return click.option(
        "--min-confidence", "least", type=options.NUMBER, default=0.0, help="leave out suggestions below (0)"
    )


@command("map", "suggest a concept of TARGET for each of SOURCE, as SSSOM or FHIR")
@click.argument("source")
@click.argument("target")
@click.option("--out", type=FILE, required=True, metavar="FILE", help="the file to write: .sssom.tsv or .fhir.json")
@click.option("--format", type=options.FormatName(lambda: writers(MAPPINGS)), help="default: what --out ends in says")
@_least()
@ENCODER
@options.cluster()
def map_terminology(
    source: str,
    target: str,
    out: Path,
    format: str | None,
    least: float,
    encoder: str,
    cluster: ClusterAddress | None,
) -> dict[str, Any]:
    """Each line is the likeliest concept, with a predicate of SKOS and a confidence, marked undecided."""
    workbench = open_workbench()
    return consume(workbench.mappings.write(source, target, out, least, encoder, format or "", cluster))


@command("map", "precision, recall and F1 of suggested mappings, by predicate, without and with hierarchy")
@click.argument("reference", type=FILE)
@click.option("--source", required=True, help="the short name of the terminology that is mapped")
@click.option("--target", required=True, help="the short name of the terminology that it is mapped onto")
@_least()
@ENCODER
@click.option("--out", type=FILE, metavar="DIR", help="also write map.md and map.json to this folder")
@options.cluster()
def evaluate_map(
    reference: Path,
    source: str,
    target: str,
    least: float,
    encoder: str,
    out: Path | None,
    cluster: ClusterAddress | None,
) -> dict[str, Any]:
    """REFERENCE is SSSOM, a ConceptMap, or a TSV with a column of source ids and one of target ids, “|” between."""
    workbench = open_workbench()
    answer = consume(workbench.mappings.measure(reference, source, target, encoder, least, cluster))
    if out is None:
        return answer
    from engine.experiments.map_page import write_page

    return answer | {"files": write_page(out, reference.name, answer)}
