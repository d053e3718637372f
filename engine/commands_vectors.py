"""`python -m engine vectors …`: train, compact, add, fuse and list vectors."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput

if TYPE_CHECKING:
    from engine.workbench import Workbench


def add_vectors_commands(commands: Any, command: Any) -> None:
    """The vectors commands with their settings, each an option named after its field."""
    from engine.vectors.names_file import KINDS
    from engine.vectors.settings import CompactSettings, VectorSettings
    from engine.vectors.transformer_file import POOLING, PRECISIONS

    vectors = commands.add_parser("vectors", help="train, compact or add vectors").add_subparsers(
        required=True, metavar="ACTION", parser_class=commands._parser_class
    )
    found = command(vectors, "train", _train, "train fastText on corpora (.txt, .gz, .xz, .pubtator.txt)")
    found.add_argument("corpora", nargs="*", type=Path)
    found.add_argument(
        "--names-from",
        nargs="+",
        type=Path,
        default=[],
        metavar="PUBTATOR",
        help="annotated text: also train vectors of the names and concepts in it, without subwords",
    )
    found.add_argument("--kind", choices=KINDS, help="what a name becomes then (sgs.c)")
    found.add_argument(
        "--out", type=Path, required=True, help="the file to write: a .bin, or with --names-from a .safetensors"
    )
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
    found = command(vectors, "add", _add, "add a vectors file (.bin, word2vec, GloVe, names, compact) or a model")
    found.add_argument("file", type=Path, nargs="?", help="it is copied into the workspace")
    found.add_argument("--model", help="a sentence-transformers model instead: a folder, a package, or a name")
    found.add_argument("--pooling", choices=POOLING, default="own", help="of a model: its own (default), mean or cls")
    found.add_argument(
        "--precision", choices=("auto", *PRECISIONS), default="auto", help="of a model: what is fast here (default)"
    )
    _named(found)
    found = command(vectors, "fuse", _fuse, "several vectors as one, side by side; or one, centred")
    found.add_argument("--part", action="append", required=True, metavar="ID", help="vectors or vectors:NAME")
    found.add_argument("--weights", nargs="+", type=float, help="one a part (default: 1 each)")
    found.add_argument("--centre", action="store_true", help="subtract the mean name")
    found.add_argument("--components", type=int, default=0, help="directions to remove (default: 0)")
    _fitted_on(found)
    _named(found)
    found = command(vectors, "lexical", _lexical, "vectors of how names are spelt: character TF-IDF, projected")
    found.add_argument("--dim", type=int, default=300, help="numbers in a vector (300)")
    found.add_argument("--shortest", type=int, default=2, help="characters of the shortest n-gram (2)")
    found.add_argument("--longest", type=int, default=4, help="characters of the longest n-gram (4)")
    _fitted_on(found)
    _named(found)
    command(vectors, "list", _list, "list the vectors of the workspace")


def _named(found: argparse.ArgumentParser) -> None:
    found.add_argument("--name", required=True, help="the encoder is then called vectors:NAME")
    found.add_argument("--index", action="store_true", help="encode all names now, not at the first search")


def _fitted_on(found: argparse.ArgumentParser) -> None:
    found.add_argument(
        "--fitted-on", action="append", default=[], metavar="TERMINOLOGY", help="its names; may be repeated"
    )


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
    from engine.vectors.names_file import train_names
    from engine.vectors.settings import VectorSettings

    settings = _given(options, VectorSettings)
    if options.names_from:
        if options.terminology:
            raise BadInput(
                "“--names-from” learns from annotated text and not from terminologies; leave one of them out."
            )
        return drained(train_names(options.names_from, options.out, options.kind or "sgs.c", settings, options.corpora))
    if options.kind:
        raise BadInput("--kind says what a name of annotated text becomes; name that text with --names-from.")
    if not options.corpora and not options.terminology:
        raise BadInput("There is no text to train vectors on; give a corpus file, or annotated text with --names-from.")
    lines = opened(options).term_lines(options.terminology) if options.terminology else ()
    return drained(train_vectors(options.corpora, options.out, settings, lines))


def _compact(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import drained
    from engine.vectors import compact
    from engine.vectors.settings import CompactSettings

    return drained(compact(options.source, options.out, _given(options, CompactSettings), options.made_from))


def _add(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened
    from engine.encoding import open_encoder
    from engine.vectors.adding import not_used

    if (options.file is None) == (options.model is None):
        raise BadInput("“vectors add” takes a file, or a model with --model; give one of the two.")
    bench = opened(options)
    if options.file is not None:
        id = bench.add_vectors(options.file, options.name)
        return _searchable(bench, options, {"encoder": id, **not_used(open_encoder(bench.workspace, id))})
    id = bench.add_model(options.model, options.name, options.pooling, options.precision)
    return _searchable(bench, options, {"encoder": id})


def _fuse(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import drained, opened

    bench = opened(options)
    given = (options.name, options.part, options.weights, options.centre, options.components, options.fitted_on)
    return _searchable(bench, options, drained(bench.fuse_vectors(*given)))


def _lexical(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    bench = opened(options)
    settings = {"dim": options.dim, "shortest": options.shortest, "longest": options.longest}
    return _searchable(bench, options, bench.lexical_vectors(options.name, options.fitted_on, **settings))


def _list(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    return {"vectors": opened(options).own_vectors()}


def _searchable(bench: Workbench, options: argparse.Namespace, result: dict[str, Any]) -> dict[str, Any]:
    """The result, after the run that encodes every terminology where that was asked for."""
    from engine.commands import done

    if options.index:
        encoder = result["encoder"]
        result |= done(bench, bench.queue("index", f"Making {encoder} searchable", {"encoder": encoder})).result
    return result
