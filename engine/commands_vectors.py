"""`python -m engine vectors …`: train vectors on text, make them small, add them to a workspace."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import Any


def add_vectors_commands(commands: Any, command: Any) -> None:
    """The vectors commands with their settings, each an option named after its field."""
    from engine.vectors.settings import CompactSettings, VectorSettings

    vectors = commands.add_parser("vectors", help="train, compact or add vectors").add_subparsers(
        required=True, metavar="ACTION", parser_class=commands._parser_class
    )
    found = command(vectors, "train", _train, "train fastText on corpora (.txt, .gz, .xz, .pubtator.txt)")
    found.add_argument("corpora", nargs="+", type=Path)
    found.add_argument("--out", type=Path, required=True, help="the .bin to write")
    found.add_argument(
        "--terminology", action="append", default=[], help="also learn from the names of this terminology"
    )
    _settings(found, VectorSettings)
    found = command(vectors, "compact", _compact, "write the vectors of a .bin small enough to ship")
    found.add_argument("source", type=Path)
    found.add_argument("--out", type=Path, required=True)
    found.add_argument(
        "--made-from",
        action="append",
        default=[],
        metavar="TEXT",
        help="a corpus and its licence, kept in the file; may be repeated",
    )
    _settings(found, CompactSettings)
    found = command(vectors, "add", _add, "copy a vectors file (.bin, word2vec, GloVe, compact) into the workspace")
    found.add_argument("file", type=Path)
    found.add_argument("--name", required=True)


def _settings(found: argparse.ArgumentParser, kind: Any) -> None:
    for field in fields(kind):
        found.add_argument(
            f"--{field.name.replace('_', '-')}",
            type=type(field.default),
            default=field.default,
            help=f"{field.metadata['help']} ({field.default})".replace("%", "%%"),
        )


def _given(options: argparse.Namespace, kind: Any) -> Any:
    return kind(**{field.name: getattr(options, field.name) for field in fields(kind)})


def _train(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import drained, opened
    from engine.vectors import train_vectors
    from engine.vectors.settings import VectorSettings

    lines = opened(options).term_lines(options.terminology) if options.terminology else ()
    return drained(train_vectors(options.corpora, options.out, _given(options, VectorSettings), lines))


def _compact(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import drained
    from engine.vectors import compact
    from engine.vectors.settings import CompactSettings

    return drained(compact(options.source, options.out, _given(options, CompactSettings), options.made_from))


def _add(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    return {"encoder": opened(options).add_vectors(options.file, options.name)}
