"""`audit`: what may be wrong in a whole terminology."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import Several, command, open_workbench
from engine.cli.console import consume
from store.records.training import CURRENT

if TYPE_CHECKING:
    from engine.jobs.cluster import ClusterAddress


@command(
    "audit",
    "list what may be wrong in a terminology, most telling first",
    "Probable duplicates, synonyms far from their concept, concepts under a parent where their neighbours do not "
    "stand, names of two concepts, synonyms that another terminology has, redundant links, cycles, stray marks.",
)
@click.argument("terminology")
@click.option("--encoder", default=CURRENT, help="vectors, vectors:NAME, a version, or current (default)")
@click.option("--kinds", cls=Several, metavar="KIND...", help="only these kinds (default: all)")
@click.option("--top", type=int, default=1_000, help="how many findings are listed, 0 for all (1000); all are counted")
@options.cluster()
def audit(
    terminology: str, encoder: str, kinds: tuple[str, ...], top: int, cluster: ClusterAddress | None
) -> dict[str, Any]:
    workbench = open_workbench()
    return consume(workbench.audits.findings(terminology, encoder, kinds, top, cluster))
