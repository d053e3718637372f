"""`python -m engine normalise FILE …`: tie every mention of a file to a concept, and write the answers to another."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput
from engine.search.weights import usual

if TYPE_CHECKING:
    from store.records.normalisation import Line

TOLD = 50_000  # lines between two words about the writing


def add_normalise_command(commands: Any, command: Any) -> None:
    """`normalise`."""
    from engine.commands_normalise import SWITCHES

    found = command(commands, "normalise", _normalise, "tie the mentions of a file to concepts")
    found.add_argument("file", type=Path, help="CSV, TSV or XLSX with a column of mentions, or PubTator")
    found.add_argument("--terminology", required=True, help="the short name of the terminology to search")
    found.add_argument("--out", type=Path, required=True, help="NAME.csv, .xlsx, .sssom.tsv or .pubtator.txt")
    found.add_argument(
        "--encoder", default="vectors", help="vectors (default), vectors:NAME, a version, current, tfidf"
    )
    found.add_argument("--search", default="D-T+OD-T", help="a target, or two with + between (default: D-T+OD-T)")
    found.add_argument("--threshold", type=float, default=0.95, help="above which the first target answers (0.95)")
    found.add_argument("--hybrid", metavar="W", help="weight of character TF-IDF (0.5; auto, from --dev, where given)")
    found.add_argument("--column", action="append", default=[], metavar="FIELD=HEADING", help="e.g. text=Diagnosis")
    found.add_argument(
        "--train", type=Path, nargs="+", default=[], help="PubTator files whose mentions are searched too"
    )
    found.add_argument("--dev", type=Path, nargs="+", default=[], help="more of them, which give the probabilities")
    found.add_argument("--calibrate", action="store_true", help="without --dev, probabilities from held-out synonyms")
    found.add_argument("--types", nargs="+", default=[], metavar="TYPE", help="of --train and --dev, only these types")
    found.add_argument("--without", nargs="+", default=[], choices=SWITCHES, help="pre-processing to leave out")


def _normalise(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import drained, opened
    from engine.importing import find
    from engine.journal import Journal
    from engine.normalising import Asked, fingerprint, normalised
    from engine.readers.mentions import MentionFile
    from engine.writers import About, format_of, writer

    format = format_of(options.out)
    if wrong := [pair for pair in options.column if "=" not in pair]:
        raise BadInput(f"--column {wrong[0]}: write FIELD=HEADING, for example text=Diagnosis.")
    if not options.out.resolve().parent.is_dir():
        raise BadInput(f"There is no folder {options.out.resolve().parent} for {options.out.name}; make it first.")
    if options.out.resolve() == options.file.resolve():
        raise BadInput(f"{options.out} is the file of the mentions itself; name another file with --out.")
    bench = opened(options)
    asked = Asked(
        str(options.file),
        options.terminology,
        bench.encoder_id(options.encoder),
        options.search,
        options.threshold,
        options.hybrid or usual(bool(options.dev)),
        dict(pair.split("=", 1) for pair in options.column),
        tuple(map(str, options.train)),
        tuple(map(str, options.dev)),
        tuple(options.types),
        tuple(options.without),
        options.calibrate,
    )
    terminology = find(bench.workspace, asked.terminology)
    about = About(
        options.file,
        terminology.slug,
        terminology.title,
        terminology.version,
        terminology.licence,
        asked.encoder,
        asked.search,
        date.today().isoformat(),
        MentionFile(options.file, asked.columns).extra,
    )
    what = fingerprint(bench.workspace, asked)
    journal = Journal(options.out.with_name(f".{options.out.name}.journal"), what)
    resumed = journal.begun()[1]
    answer = drained(normalised(bench.workspace, asked, journal))
    model = {"model": asked.encoder, "model_sha256": what["encoder"]}
    lines = writer(format).write(options.out, _told(journal.lines(model), options.out.name), about)
    journal.remove()
    return {"file": str(options.out), **answer, "lines": lines} | ({"resumed_after": resumed} if resumed else {})


def _told(lines: Iterable[Line], name: str) -> Iterator[Line]:
    """The lines, with a word on standard error now and then."""
    from engine.commands import told
    from engine.events import Progress

    for count, line in enumerate(lines):
        if count % TOLD == 0:
            told(Progress(count, 0, f"Writing {name}, {count:,} lines so far"))
        yield line
