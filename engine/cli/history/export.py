"""What people made as files and back: `export`, `exports` and `load`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, command, open_workbench
from engine.cli.console import followed
from engine.errors import BadInput
from engine.terminology.exporting import KINDS, TERMINOLOGY, endings
from store.records.training import CURRENT

ENCODER = "encoder"
FOLDER = "sentence-transformers"
ROW_FORMATS = ("npy", "word2vec", "faiss")  # of an encoder's rows; the test of row files holds them to ROW_FILES


@command("export", "write what people made, a terminology or an encoder's rows")
@click.argument("kind", metavar="KIND", type=click.Choice((*KINDS, ENCODER)))
@click.option(
    "--terminology", default="", help="only of this one (needed for “terminology”, and for an encoder's rows)"
)
@click.option("--encoder", default="", help="whose rows of the terminology's names are written (encoder)")
@click.option("--label-set", default="", help="only of this one (labels)")
@click.option(
    "--format",
    type=options.FormatName(lambda: (*endings(), *ROW_FORMATS, FOLDER)),
    help=f"default: what the ending of --out says; of an encoder without an ending {FOLDER}, a folder",
)
@click.option("--out", type=WRITTEN, required=True, metavar="FILE", help=", ".join(endings().values()))
@options.namespace("rf2")
def export(
    kind: str, terminology: str, label_set: str, encoder: str, format: str | None, out: Path, namespace: str
) -> dict[str, Any]:
    workbench = open_workbench()
    if kind == ENCODER and (format == FOLDER or not (format or out.suffix)):
        if terminology:
            raise BadInput("An encoder in a folder reads any name; leave --terminology out, or name a file of rows.")
        return _followed(out, workbench.vectors.export_folder, encoder or CURRENT, out)
    if kind == ENCODER:
        return _followed(out, workbench.vectors.export_rows, encoder or CURRENT, terminology, out, format or "")
    if encoder:
        raise BadInput(f"--encoder means something to “export {ENCODER}” only; leave it out.")
    if kind == TERMINOLOGY and not label_set:
        written = _followed(out, workbench.exports.write_terminology, out, terminology, format, namespace)
        return {"file": str(out), **vars(written)}
    rows = _followed(out, workbench.exports.write, kind, out, format, terminology, label_set)
    return {"file": str(out), "rows": rows}


def _followed(out: Path, write: Callable[..., Any], *given: Any) -> Any:
    """What a call that writes the file gives; meanwhile it is said how far it has come."""
    return followed(partial(write, *given), f"Writing {out.name}")


@command("exports", "list what can be exported, in which formats, and how many rows there are")
@click.option("--terminology", default="", help="count only those of this one")
@click.option("--label-set", default="", help="count only those of this one")
def exports(terminology: str, label_set: str) -> dict[str, Any]:
    from engine.terminology.exporting import LABEL_SET

    workbench = open_workbench()
    rows = []
    for kind in workbench.exports.kinds():
        slug, chosen = (
            (terminology if kind.scope == TERMINOLOGY else ""),
            (label_set if kind.scope == LABEL_SET else ""),
        )
        count = None if kind.needs and not slug else workbench.exports.preview(kind.key, slug, chosen).rows
        formats = ", ".join(endings() if kind.key == TERMINOLOGY else kind.formats)  # a Delta of RF2, too
        rows.append({"kind": kind.key, "rows": count, "formats": formats, "loads": kind.loads, "about": kind.about})
    return {"exports": rows}


@command("load", "load an export of labels, edits, decisions or short forms again")
@click.argument("file", type=FILE)
@click.option("--preview", is_flag=True, help="only say what would be loaded")
@options.who()
def load(file: Path, preview: bool, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    if not preview:
        return workbench.exports.load(file, who)
    found = workbench.exports.preview_load(file)
    return {"kind": found.kind.key, "usable": found.usable, "left_out": found.wrong, "problems": found.problems}
