"""How good: `experiment` and `results`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, Several, command, open_workbench, workspace_folder
from engine.cli.console import consume
from engine.experiments import EXPERIMENTS

if TYPE_CHECKING:
    from engine.jobs.cluster import ClusterAddress


@command("experiment", "re-run a table of the papers on the workspace's terminologies")
@click.argument("name", metavar="NAME", type=click.Choice(tuple(EXPERIMENTS)))
@click.option("--seeds", type=int, default=5)
@click.option("--quick", is_flag=True, help="one seed of a small network: does it run?")
@click.option("--out", type=FILE, required=True, help="the folder for the tables; a killed run goes on from it")
@click.option("--relatedness", cls=Several, type=FILE, help="judged pairs (default: the workspace's)")
@click.option("--chapters", type=FILE, help="also train on the few-shot paper's names by ICD-10 chapter (JSON)")
@click.option("--corpora", cls=Several, metavar="NAME=TRAIN,DEV...", help="PubTator files (normalisation)")
@click.option("--against", cls=Several, metavar="ENCODER...", help="further encoders (normalisation)")
@click.option("--curve", is_flag=True, help="also the figure: scores by names a class")
@click.option("--only", cls=Several, metavar="ROW...", help="only these rows, e.g. I or S-I")
@click.option("--encoder", default="vectors", help="the input of the first training (vectors), or current")
@click.option("--file", type=FILE, help="a hierarchy or dictionary to use instead of the workspace's")
@options.terminology_format("of --file (default: by its ending)")
@click.option(
    "--terminologies",
    cls=Several,
    metavar="NAME...",
    help="the workspace's to use instead (few-shot and continual: two, the first as S, the second as I)",
)
@click.option(
    "--root", default="", help="only below these concepts, a comma between (levels, hypernyms, grounding, bne)"
)
@click.option("--levels", type=int, default=4, help="how many levels (levels, hypernyms)")
@click.option("--hidden", type=int, default=0, help="width of the wide networks (default: the experiment's)")
@click.option("--preset", default="few-shot")
@click.option("--set", "changes", multiple=True, metavar="PATH=VALUE", help="another setting")
@options.cluster()
def experiment(out: Path, cluster: ClusterAddress | None, **given: Any) -> dict[str, Any]:
    """Each option is the field of `engine.experiments.options.ExperimentOptions` with its name."""
    from dataclasses import replace
    from tempfile import TemporaryDirectory

    from engine.experiments import run
    from engine.experiments.options import ExperimentOptions
    from engine.workbench.cluster.cluster_experiments import experiment_by
    from engine.workbench.encoders.encoder_resolver import EncoderResolver
    from engine.workspace import DATABASE, Workspace, default_workspace

    def begun(workspace: Workspace) -> dict[str, Any]:
        resolver = EncoderResolver(workspace)
        named = replace(request, encoder=resolver.id(request.encoder), against=resolver.ids(request.against))
        return consume(experiment_by(cluster, workspace, named, out) if cluster else run(workspace, named, out))

    request = ExperimentOptions(**given)
    folder = workspace_folder() or default_workspace()
    if request.file and not (folder / DATABASE).exists():  # a file of one's own needs no sample workspace
        with TemporaryDirectory() as passing:
            return begun(Workspace(Path(passing)))
    return begun(open_workbench().workspace)


@command("results", "collect the tables of experiments into one page")
@click.argument("folder", type=FILE)
@click.option("--out", type=WRITTEN, required=True, help="the Markdown page to write")
def results(folder: Path, out: Path) -> dict[str, Any]:
    from engine.experiments.cells import write
    from engine.experiments.pages.results_page import collected

    write(out, collected(folder))
    return {"file": str(out)}
