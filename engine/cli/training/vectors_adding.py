"""`vectors add`, `fuse`, `lexical` and `list`: vectors that come from elsewhere or from other vectors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli.arguments import FILE, Several, command, open_workbench
from engine.cli.console import consume, run_now
from engine.errors import BadInput
from engine.vectors.transformer_file import POOLING, PRECISIONS

if TYPE_CHECKING:
    from engine.workbench import Workbench


def _named(function: Callable[..., Any]) -> Callable[..., Any]:
    index = click.option("--index", is_flag=True, help="encode all names now, not at the first search")
    return click.option("--name", required=True, help="the encoder is then called vectors:NAME")(index(function))


def _fitted_on(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--fitted-on", multiple=True, metavar="TERMINOLOGY", help="its names; may be repeated")(
        function
    )


@command("add", "add a vectors file (.bin, word2vec, GloVe, names, compact) or a model")
@click.argument("file", type=FILE, required=False)
@click.option("--model", help="a sentence-transformers model instead: a folder, a package, or a name")
@click.option("--pooling", type=click.Choice(POOLING), default="own", help="of a model: its own (default), mean or cls")
@click.option(
    "--precision",
    type=click.Choice(("auto", *PRECISIONS)),
    default="auto",
    help="of a model: what is fast here (default)",
)
@_named
def add(file: Path | None, model: str | None, pooling: str, precision: str, name: str, index: bool) -> dict[str, Any]:
    """A file is copied into the workspace."""
    from engine.models.open import open_encoder
    from engine.vectors.adding import not_used

    if file is not None and model is None:
        workbench = open_workbench()
        id = workbench.vectors.add(file, name)
        return _searchable(workbench, index, {"encoder": id, **not_used(open_encoder(workbench.workspace, id))})
    if model is None or file is not None:
        raise BadInput("“vectors add” takes a file, or a model with --model; give one of the two.")
    workbench = open_workbench()
    return _searchable(workbench, index, {"encoder": workbench.vectors.add_model(model, name, pooling, precision)})


@command("fuse", "several vectors as one, side by side; or one, centred")
@click.option("--part", multiple=True, required=True, metavar="ID", help="vectors or vectors:NAME")
@click.option("--weights", cls=Several, type=float, help="one a part (default: 1 each)")
@click.option("--centre", is_flag=True, help="subtract the mean name")
@click.option("--components", type=int, default=0, help="directions to remove (default: 0)")
@_fitted_on
@_named
def fuse(
    part: tuple[str, ...],
    weights: tuple[float, ...],
    centre: bool,
    components: int,
    fitted_on: tuple[str, ...],
    name: str,
    index: bool,
) -> dict[str, Any]:
    workbench = open_workbench()
    made = workbench.vectors.fuse(name, list(part), list(weights) or None, centre, components, list(fitted_on))
    return _searchable(workbench, index, consume(made))


@command("lexical", "vectors of how names are spelt: character TF-IDF, projected")
@click.option("--dim", type=int, default=300, help="numbers in a vector (300)")
@click.option("--shortest", type=int, default=2, help="characters of the shortest n-gram (2)")
@click.option("--longest", type=int, default=4, help="characters of the longest n-gram (4)")
@_fitted_on
@_named
def lexical(
    dim: int, shortest: int, longest: int, fitted_on: tuple[str, ...], name: str, index: bool
) -> dict[str, Any]:
    workbench = open_workbench()
    settings = {"dim": dim, "shortest": shortest, "longest": longest}
    return _searchable(workbench, index, workbench.vectors.fit_spelling(name, list(fitted_on), **settings))


@command("list", "list the vectors of the workspace")
def list_vectors() -> dict[str, Any]:
    workbench = open_workbench()
    return {"vectors": workbench.vectors.all()}


def _searchable(workbench: Workbench, index: bool, result: dict[str, Any]) -> dict[str, Any]:
    """The result, with `index` after the run that encodes every terminology."""
    if index:
        encoder = result["encoder"]
        run = workbench.jobs.queue("index", f"Making {encoder} searchable", {"encoder": encoder})
        result |= run_now(workbench, run).result
    return result
