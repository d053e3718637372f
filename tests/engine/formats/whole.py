"""Whole terminologies out and in again, through each format that is written and read.

Not a test: `python -m tests.engine.formats.whole hpo icd10cm FILE …` prints a row for each format, as Markdown.
"""

from __future__ import annotations

import argparse
import csv
import io
import lzma
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.formats.changes import ADD, CONCEPT, NAME, PARENT, Changes
from engine.formats.parsed import ParsedTerminology
from engine.formats.reading import read_file, reader
from engine.formats.registry import FORMATS, ROWS, TERMINOLOGY, writers
from engine.terminology import importing
from engine.workbench import Workbench
from store.records.terminology import Concept, Edit

WRITTEN = {name: one.written[0] for name, one in writers(TERMINOLOGY, ROWS).items() if TERMINOLOGY in one.reads}
PARTS = ("concepts", "names", "preferred names", "links", "scopes", "out of use", "definitions")
NAMESPACE, DAY = "1000003", "2026-01-31T00:00:00"
Rows = set[tuple[str, ...]]


def contents(concepts: Iterable[Concept]) -> dict[str, Rows]:
    """Each of PARTS as rows: a name is (concept, text, language), a link (concept, parent)."""
    listed = list(concepts)
    live = [one for one in listed if not one.obsolete]
    names = [(one.id, name) for one in live for name in one.names]
    return {
        "concepts": {(one.id,) for one in live},
        "names": {(id, name.text, name.language) for id, name in names},
        "preferred names": {(id, name.text, name.language) for id, name in names if name.kind == "preferred"},
        "links": {(one.id, parent) for one in live for parent in one.parents},
        "scopes": {(id, name.text, name.language, name.scope) for id, name in names},
        "out of use": {(one.id, one.replaced_by) for one in listed if one.obsolete},
        "definitions": {(one.id, one.definition) for one in live if one.definition},
    }


@dataclass(frozen=True)
class Passage:
    """A terminology after one format: how much of each part came back, and (lost, new) of the parts that differ."""

    format: str
    kept: dict[str, int]
    differs: dict[str, tuple[int, int]]


def compared(format: str, before: Iterable[Concept], after: Iterable[Concept]) -> Passage:
    """What of a terminology came through a format."""
    old, new = contents(before), contents(after)
    kept = {part: len(old[part] & new[part]) for part in PARTS}
    differs = {part: (len(old[part] - new[part]), len(new[part] - old[part])) for part in PARTS}
    return Passage(format, kept, {part: counts for part, counts in differs.items() if any(counts)})


def passages(parsed: ParsedTerminology, folder: Path, formats: Iterable[str] = (*WRITTEN, "rf2")) -> Iterator[Passage]:
    """A terminology through the store and each format; `folder` holds a workspace and one file at a time."""
    workbench = Workbench(folder / "workspace")
    importing.add(workbench.workspace, "whole", parsed)
    for format in formats:
        if format == "rf2":
            yield compared(format, *through_delta(parsed.concepts, folder))
            continue
        path = folder / f"whole{WRITTEN[format]}"
        workbench.exports.write_terminology(path, "whole", format)
        yield compared(format, parsed.concepts, read_file(path).concepts)
        path.unlink()


def through_delta(concepts: Iterable[Concept], folder: Path) -> tuple[list[Concept], list[Concept]]:
    """A terminology before and after an RF2 Delta that adds all of it to an empty one.

    A Delta gives what people made identifiers of their extension: before is told with these, which the provenance
    beside the release says. Definitions and what is out of use are no edits.
    """
    listed = [one for one in concepts if not one.obsolete]
    edits = list(_edits(listed))
    path = folder / "whole.rf2.zip"
    about = importing.record_of("whole", ParsedTerminology("Whole", "", "", "whole", listed, []))
    FORMATS["rf2"].load().write(path, listed, about, Changes(edits), NAMESPACE)
    after = read_file(path).concepts
    given = _given_ids(path, edits)
    path.unlink()
    before = [
        Concept(given[one.id], one.preferred, one.names, tuple(given[parent] for parent in one.parents))
        for one in listed
    ]
    return before, after


def _edits(concepts: Iterable[Concept]) -> Iterator[Edit]:
    number = 0
    for one in concepts:
        texts = dict.fromkeys([one.preferred, *(name.text for name in one.names)])
        rows = [(CONCEPT if text == one.preferred else NAME, text) for text in texts]
        for kind, text in [*rows, *((PARENT, parent) for parent in one.parents)]:
            number += 1
            yield Edit(number, 1, ADD, "whole", one.id, text, "ann", DAY, kind=kind)


def _given_ids(path: Path, edits: Iterable[Edit]) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        (name,) = (name for name in archive.namelist() if "Provenance" in name)
        text = archive.read(name).decode()
    rows = csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {edit.concept_id: row["conceptId"] for edit, row in zip(edits, rows, strict=True)}


def table_row(title: str, passage: Passage) -> str:
    """A passage as a row of a table in Markdown."""
    counts = [f"{passage.kept[part]:,}" for part in ("concepts", "names", "links")]
    differs = [f"{part}: {lost:,} lost, {new:,} new" for part, (lost, new) in passage.differs.items()]
    return f"| {title} | `{passage.format}` | {' | '.join(counts)} | {'; '.join(differs) or 'nothing'} |"


def main() -> None:
    """Print what differs after each format, for each terminology that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.formats.whole", description=__doc__)
    parser.add_argument("what", nargs="+", help="icd10cm, hpo, mondo, or a file")
    parser.add_argument("--format", action="append", choices=(*WRITTEN, "rf2"), help="all of them where none is named")
    given = parser.parse_args()
    print("| terminology | format | concepts | names | links | differs |\n|---|---|---|---|---|---|")
    for what in given.what:
        with tempfile.TemporaryDirectory() as folder:
            parsed = _read(what, Path(folder))
            for passage in passages(parsed, Path(folder), given.format or (*WRITTEN, "rf2")):
                print(table_row(Path(what).name.removesuffix(".xz"), passage), flush=True)


def _read(what: str, folder: Path) -> ParsedTerminology:
    """An installed terminology, or a file, unpacked into the folder where it is xz."""
    if what in FORMATS and FORMATS[what].installed:
        return reader(what)()
    path = Path(what)
    if path.suffix == ".xz":
        unpacked = folder / path.stem
        unpacked.write_bytes(lzma.decompress(path.read_bytes()))
        path = unpacked
    return read_file(path)


if __name__ == "__main__":
    main()
