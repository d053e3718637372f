"""`serve`: what other programs may ask, on this machine."""

from __future__ import annotations

import sys
from typing import Any

import click

from engine.cli.arguments import command, wants_json, workspace_folder
from engine.cli.console import write_answer

PORT = 8610
FIRST = "pain"  # any name


@command("serve", "let other programs here read: reconciliation (OpenRefine) and FHIR")
@click.option("--port", type=int, default=PORT, help=f"where it listens ({PORT}); 0 for any that is free")
@click.option("--allow-origin", multiple=True, metavar="ORIGIN", help="whose pages may ask; several times")
def serve(port: int, allow_origin: tuple[str, ...]) -> dict[str, Any]:
    """Prints the address, which has a new token at each start, and answers until it is stopped. Nothing is written."""
    from engine.serving.server import check_origins, listen, run
    from engine.workbench import Workbench

    check_origins(allow_origin)
    workbench = Workbench(workspace_folder(), create=False, read_only=True)
    workbench.rankings.rank(FIRST, top=1)  # opens encoder and indexes, or says what is missing
    listening = listen(port)
    services = [
        {"terminology": one.slug, "reconciliation": f"{listening.address}/reconcile/{one.slug}"}
        for one in workbench.terminologies.all()
    ]
    write_answer(
        {"address": f"{listening.address}/", "fhir": f"{listening.address}/fhir", "services": services}, wants_json()
    )
    sys.stdout.flush()
    run(workbench, listening, allow_origin)
    raise click.exceptions.Exit(0)
