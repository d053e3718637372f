"""`python -m engine export`, `load` and `compare`: what people made as files and back, and encoders side by side."""

from __future__ import annotations

import argparse
import getpass
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.exporting import FORMATS, KINDS


def add_export_commands(commands: Any, command: Any) -> None:
    """`export`, `load` and `compare`."""
    found = command(commands, "export", _export, "write edits, labels, judgements, the history or a terminology")
    found.add_argument("kind", choices=tuple(KINDS))
    found.add_argument("--terminology", default="", help="only of this one (needed for “terminology”)")
    found.add_argument("--label-set", default="", help="only of this one (labels)")
    found.add_argument("--format", choices=tuple(FORMATS), help="default: what the ending of --out says")
    found.add_argument("--out", type=Path, required=True, metavar="FILE", help=", ".join(FORMATS.values()))

    found = command(commands, "load", _load, "load an export of labels, edits or judgements again")
    found.add_argument("file", type=Path)
    found.add_argument("--preview", action="store_true", help="only say what would be loaded")
    found.add_argument("--who", default=getpass.getuser(), help="your name (default: the system's)")

    found = command(commands, "compare", _compare, "two to four encoders side by side")
    found.add_argument("encoders", nargs="+", metavar="ENCODER", help="the others are measured against the first")
    found.add_argument("--terminology", required=True, help="whose held-out names are asked")
    found.add_argument("--names", type=Path, metavar="FILE", help="also ask these: a name, and its concept id if known")
    found.add_argument("--html", type=Path, metavar="FILE", help="write the report, one HTML page")


def _export(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    rows = opened(options).export(options.kind, options.out, options.format, options.terminology, options.label_set)
    return {"file": str(options.out), "rows": rows}


def _load(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import opened

    bench = opened(options)
    if not options.preview:
        return bench.load_file(options.file, options.who)
    found = bench.load_preview(options.file)
    return {"kind": found.kind.key, "usable": found.usable, "left_out": found.wrong, "problems": found.problems}


def _compare(options: argparse.Namespace) -> dict[str, Any]:
    from engine.commands import drained, opened
    from engine.workspace import written_whole

    bench = opened(options)
    if options.html and not options.html.resolve().parent.is_dir():
        raise BadInput(f"There is no folder {options.html.resolve().parent} for {options.html.name}; make it first.")
    drained(bench.comparing(options.encoders, options.terminology))
    found = bench.compare(options.encoders, options.terminology)
    names = None
    if options.names:
        if not options.names.is_file():
            raise BadInput(f"{options.names}: there is no such file; check the path.")
        asked = bench.names_from(options.names.read_text(encoding="utf-8-sig", errors="replace"))
        names = bench.asked_names(drained(bench.asking(asked, options.encoders, options.terminology)))
    if options.html:
        with written_whole(options.html) as temporary:
            temporary.write_text(bench.comparison_report(found, names), encoding="utf-8")
    answer = found.to_dict() | ({"names": names.summary()} if names else {})
    return answer | ({"file": str(options.html)} if options.html else {})
