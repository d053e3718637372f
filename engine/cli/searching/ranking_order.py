"""The order of rankings: `learn-order`, `calibrate` and `relearn-order`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.console import consume, run_now
from store.records.training import CURRENT

if TYPE_CHECKING:
    from engine.workbench import NamesToLearnFrom

_names_with_ids = click.option(
    "--names",
    "names",
    nargs=3,
    multiple=True,
    required=True,
    metavar="FILE TERMINOLOGY HALF",
    help="names with their ids, a terminology, and a, b or all; several times",
)


@command("learn-order", "learn the order of rankings from names with their ids")
@click.argument("out", type=click.Path(path_type=Path))
@_names_with_ids
@click.option("--encoder", "encoders", multiple=True, default=(CURRENT,), help="to search with; several times")
@click.option(
    "--without",
    multiple=True,
    metavar="TERMINOLOGY",
    help="lends nothing where a name is learnt from a second time (all); several times",
)
def learn_order(
    out: Path, names: tuple[tuple[str, str, str], ...], encoders: tuple[str, ...], without: tuple[str, ...]
) -> dict[str, Any]:
    return consume(open_workbench().ranking_order.learn(_to_learn_from(names), out, encoders, without))


@command(
    "calibrate",
    "fit the probabilities of rankings to how often they are right",
    "The weights stay. Names that are given several times count so often as much; none of those that the order was "
    "learnt from should be among them.",
)
@click.argument("out", type=click.Path(path_type=Path))
@_names_with_ids
@options.encoder("to search with: current (default), vectors, vectors:NAME, a version", CURRENT)
def calibrate(out: Path, names: tuple[tuple[str, str, str], ...], encoder: str) -> dict[str, Any]:
    return consume(open_workbench().ranking_order.calibrate(_to_learn_from(names), out, encoder))


def _to_learn_from(names: tuple[tuple[str, str, str], ...]) -> list[NamesToLearnFrom]:
    from engine.workbench import NamesToLearnFrom

    return [NamesToLearnFrom(Path(file), slug, half="" if half == "all" else half) for file, slug, half in names]


@command(
    "relearn-order",
    "learn the order of candidates anew from what people decided",
    "In Normalise and in Mappings. It orders rankings, mappings and searches by evidence from then on, until “undo” "
    "takes it back; one that is measured worse on decisions that it was not learnt from than the shipped one is not in "
    "force: “take-back” with the number that it tells as taken_back uses it anyway.",
)
@options.encoder("to search with: current (default), vectors, vectors:NAME, a version", CURRENT)
@options.who()
def relearn_order(encoder: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return dict(run_now(workbench, workbench.learnt_orders.queue(who, encoder)).result)
