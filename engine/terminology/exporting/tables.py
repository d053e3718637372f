"""Rows of a kind -> a file, and back: CSV, XLSX or SSSOM TSV; every cell is the text or number that it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.mapping_sets import sssom
from engine.formats.mapping_sets.mapping_files import AboutMappings
from engine.formats.mentions.answer_columns import Cell
from engine.formats.ontologies.addresses import Addresses
from engine.formats.ontologies.curies import KNOWN, OURS
from engine.formats.opening.numbers import finite_number
from engine.formats.registry import FORMATS, MAPPINGS, ROWS
from engine.terminology.exporting import KINDS, Kind, format_of, kind_module
from engine.terminology.exporting.elsewhere import refusal

Mapping = Callable[[Sequence[Cell], "Prefixes"], dict[str, Cell]]
SLOTS = (
    "subject_type",
    "subject_id",
    "subject_label",
    "predicate_modifier",
    "predicate_id",
    "object_type",
    "object_id",
    "object_label",
    "mapping_justification",
    "author_label",
    "subject_source",
    "object_source",
    "mapping_tool",
    "mapping_date",
    "confidence",
    "similarity_score",
    "comment",
)


class Prefixes(dict[str, str]):
    """Prefixes of the CURIEs that were written, with what they stand for; `slug` is the terminology exported,
    `addresses` have those that terminologies bring."""

    slug = ""
    addresses = Addresses()

    def of(self, concept: str, terminology: str) -> str:
        """The CURIE of a concept's id; its prefix is added to the prefixes."""
        return self.addresses.curie(concept, terminology, self)


@dataclass(frozen=True)
class Read:
    """A file of a kind: (place, cells) of each row, read as they are asked for."""

    kind: Kind
    rows: Iterator[tuple[str, list[Cell]]]


def write(
    path: Path,
    format: str,
    kind: Kind,
    rows: Iterable[Sequence[Cell]],
    mapping: Mapping | None = None,
    slug: str = "",
    addresses: Addresses = Addresses(),  # noqa: B008
) -> int:
    """Write the rows as they come; how many. The file appears when it is whole."""
    module = FORMATS[format].load()
    if ROWS in FORMATS[format].writes:
        count: int = module.write_rows(path, kind.columns, rows, kind.key)
        return count
    if mapping is None:
        raise BadInput(f"{kind.title} have no SSSOM: {kind.sssom}")
    prefixes = Prefixes({name: KNOWN[name] for name in ("semapv", "skos", "sssom")})

    prefixes.slug, prefixes.addresses = slug, addresses

    def mapped() -> Iterator[list[Cell]]:
        for row in rows:
            slots: dict[str, Cell] = {"mapping_tool": sssom.TOOL, **mapping(row, prefixes)}
            if slug in addresses.systems:
                slots["object_source"] = addresses.source(slug, prefixes)
            yield [*(slots.get(slot) for slot in SLOTS), *row]

    heading = [*SLOTS, *(_slot(column) for column in kind.columns)]
    mappings: int = module.write_mappings(path, heading, mapped(), _about(kind, prefixes))
    return mappings


def read(path: Path) -> Read:
    """The rows of a file that `write` made; BadInput when it is none."""
    format = format_of(path.name)
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; check the path.")
    reads = FORMATS[format].reads
    if ROWS not in reads and MAPPINGS not in reads:
        raise BadInput(f"{path.name} is a terminology; import it on the Terminologies page.")
    found: Iterator[Sequence[Cell]] = FORMATS[format].load().read_rows(path)
    mapped = MAPPINGS in reads
    first: Sequence[Cell] = next(found, [])
    heading = ["" if cell is None else str(cell) for cell in first]
    own = heading[len(SLOTS) :] if mapped else heading
    for key in KINDS:
        kind: Kind = kind_module(key).KIND
        columns = [_slot(column) if mapped else column for column in kind.columns]
        older = columns[:-1] if kind.columns[-1] == "notes" else columns  # a file from before there were notes
        if own in (columns, older):
            return Read(kind, _cells(path.name, kind, found, len(heading) - len(own)))
    raise BadInput(refusal(path.name, heading))


def _cells(name: str, kind: Kind, rows: Iterator[Sequence[Cell]], skipped: int) -> Iterator[tuple[str, list[Cell]]]:
    numbers = {kind.columns.index(column) for column in kind.numbers}
    for number, row in enumerate(rows, 2):
        own = list(row[skipped:])
        if not any(cell not in (None, "") for cell in own):
            continue
        own += [""] * (len(kind.columns) - len(own))
        place = f"{name}, row {number}"
        yield (
            place,
            [
                _number(cell, kind.columns[at], place) if at in numbers else "" if cell is None else str(cell)
                for at, cell in enumerate(own[: len(kind.columns)])
            ],
        )


def _number(cell: Any, column: str, place: str) -> float | None:
    if cell in (None, ""):
        return None
    if (number := finite_number(cell)) is None:
        raise BadInput(f"{place}: “{str(cell)[:40]}” under “{column}” is no number; put back what was there.")
    return number


def _slot(column: str) -> str:
    return sssom.EXTENSION + column.replace(" ", "_")


def _about(kind: Kind, prefixes: Prefixes) -> AboutMappings:
    slots = [(_slot(column), OURS + column.replace(" ", "_")) for column in kind.columns]
    return AboutMappings(
        OURS + kind.key, kind.title, kind.sssom, prefixes, extensions=slots, addresses=prefixes.addresses
    )
