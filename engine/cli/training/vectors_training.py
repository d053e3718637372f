"""`vectors train`, `compact`, `context` and `enrich`, with their settings as options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from engine.cli.arguments import FILE, WRITTEN, Several, command, open_workbench
from engine.cli.console import consume
from engine.errors import BadInput
from engine.learning.word_rows import WordSettings
from engine.learning.words_in_context import ContextSettings
from engine.vectors.names_file import KINDS
from engine.vectors.settings import CompactSettings, VectorSettings


def _settings(kind: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        for field in reversed(fields(kind)):
            function = click.option(
                f"--{field.name.replace('_', '-')}",
                field.name,
                type=type(field.default),
                default=field.default,
                help=f"{field.metadata['help']} ({field.default})",
            )(function)
        return function

    return add


@command("train", "train fastText on corpora (.txt, .gz, .xz, .pubtator.txt)")
@click.argument("corpora", nargs=-1, type=FILE)
@click.option(
    "--names-from",
    cls=Several,
    type=FILE,
    metavar="PUBTATOR...",
    help="annotated text: also train vectors of the names and concepts in it, without subwords",
)
@click.option("--kind", type=click.Choice(KINDS), help="what a name becomes then (sgs.c)")
@click.option(
    "--out", type=WRITTEN, required=True, help="the file to write: a .bin, or with --names-from a .safetensors"
)
@click.option("--terminology", multiple=True, help="also learn from the names of this terminology")
@_settings(VectorSettings)
def train(
    corpora: tuple[Path, ...],
    names_from: tuple[Path, ...],
    kind: str | None,
    out: Path,
    terminology: tuple[str, ...],
    **settings: Any,
) -> dict[str, Any]:
    from engine.vectors import train_vectors
    from engine.vectors.names_file import train_names

    chosen = VectorSettings(**settings)
    if names_from:
        if terminology:
            raise BadInput(
                "“--names-from” learns from annotated text and not from terminologies; leave one of them out."
            )
        return consume(train_names(list(names_from), out, kind or "sgs.c", chosen, list(corpora)))
    if kind:
        raise BadInput("--kind says what a name of annotated text becomes; name that text with --names-from.")
    if not corpora and not terminology:
        raise BadInput("There is no text to train vectors on; give a corpus file, or annotated text with --names-from.")
    lines: Any = ()
    if terminology:
        workbench = open_workbench()
        lines = workbench.vectors.term_lines(list(terminology))
    return consume(train_vectors(list(corpora), out, chosen, lines))


@command("compact", "write the vectors of a .bin small enough to ship")
@click.argument("source", type=FILE)
@click.option("--out", type=WRITTEN, required=True)
@click.option(
    "--made-from", multiple=True, metavar="TEXT", help="a corpus and its licence, kept in the file; may be repeated"
)
@_settings(CompactSettings)
def compact(source: Path, out: Path, made_from: tuple[str, ...], **settings: Any) -> dict[str, Any]:
    from engine.vectors import compact as compact_vectors

    return consume(compact_vectors(source, out, CompactSettings(**settings), list(made_from)))


@command("context", "rows of words as a transformer reads the passages of text that hold them")
@click.argument("texts", nargs=-1, type=FILE, required=True)
@click.option("--name", required=True, help="the encoder is then called vectors:NAME")
@click.option("--terminology", multiple=True, required=True, help="the words of its names; may be repeated")
@click.option("--transformer", required=True, metavar="ENCODER", help="added by “vectors add --model”")
@_settings(ContextSettings)
def context(
    texts: tuple[Path, ...], name: str, terminology: tuple[str, ...], transformer: str, **settings: Any
) -> dict[str, Any]:
    workbench = open_workbench()
    return consume(workbench.vectors.read_context(name, list(terminology), list(texts), transformer, **settings))


@command("enrich", "the shipped vectors, with words that learn from the synonyms of terminologies")
@click.option("--name", required=True, help="the encoder is then called vectors:NAME")
@click.option("--terminology", multiple=True, required=True, help="learn from its names; may be repeated")
@click.option(
    "--fitted-on", multiple=True, metavar="TERMINOLOGY", help="of these, whose names say which directions matter (all)"
)
@click.option(
    "--teacher",
    multiple=True,
    metavar="ENCODER",
    help="its row of each word stands beside the vectors' own; repeatable",
)
@_settings(WordSettings)
def enrich(
    name: str, terminology: tuple[str, ...], fitted_on: tuple[str, ...], teacher: tuple[str, ...], **settings: Any
) -> dict[str, Any]:
    workbench = open_workbench()
    return consume(workbench.vectors.enrich(name, list(terminology), list(fitted_on), list(teacher), settings))
