"""XLSX: the rows of a workbook's first sheet, read and written one after another, so that no sheet stands in memory.

openpyxl reads, but takes three quarters of a minute to write 150,000 names; so the few parts of Office Open XML
(ECMA-376, part 1, section 18) that a plain table needs are written here, with texts in place. Equal rows give equal
bytes.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from xml.sax.saxutils import escape

from engine.errors import BadInput
from engine.formats.mentions.answer_columns import About, Cell, Export, cells, extra_of, headings, line_of
from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.limits import MOST_SHEET_ROWS
from engine.formats.opening.workbook import workbook_rows
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.tables import own_export
from engine.formats.tables.cells import guarded, unguarded
from engine.formats.tables.columns import headed, is_heading
from engine.formats.tables.table_concepts import read_concepts
from engine.formats.zip_entry import zip_entry
from engine.workspace import written_whole
from store.records.normalisation import Line

WRITTEN = re.compile(r"_x([0-9A-Fa-f]{4})_")
HALF = re.compile("[Dd][89A-Fa-f]")  # the first digits of a surrogate
LONGEST = 32_767  # characters of a cell
UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
    f'ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="{KINDS}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{KINDS}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets><sheet name="SHEET" sheetId="1" '
    'r:id="r1"/></sheets></workbook>',
}
BEGINS = (
    f'<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" '
    'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
)
MOST_NAMED = 5  # sheets that are not read
BLOCK = 500  # rows put into the archive together


def read(path: Path, columns: dict[str, str] | None = None, title: str = "") -> ParsedTerminology:
    """The concepts of a sheet of a workbook, as `headings_of` says.

    See `engine.formats.tables.table_concepts.read_concepts`.

    A terminology that this program exported is read as that, with scopes, languages and notes.
    """
    others: list[str] = []
    heading, rows = headed(_numbered(path, others))
    if heading == own_export.COLUMNS and not columns:
        return own_export.read(path, title, (_padded(row) for row in read_rows(path)))
    parsed = read_concepts(path, heading, rows, columns or {}, title)
    if others:
        named = ", ".join(f"“{one[:40]}”" for one in others[:MOST_NAMED]) + (" …" if others[MOST_NAMED:] else "")
        sentence = f"One sheet is read; not read is {named}. Save a sheet as a file of its own where you want it."
        parsed.problems.append(Problem(0, sentence, left_out=False))
    return parsed


def _padded(row: list[Cell]) -> list[str]:
    cells = ["" if cell is None else str(cell) for cell in row]
    return cells + [""] * (len(own_export.COLUMNS) - len(cells))


def headings_of(path: Path) -> list[str]:
    """The headings, in order, of the first sheet shown that has one of ids and one of names, else of the first shown;
    BadInput when it is no workbook."""
    return headed(_numbered(path))[0]


def recognises_file(path: Path, head: str) -> bool:
    """Whether a file is an archive that holds a workbook."""
    if not head.startswith("PK"):
        return False
    try:
        with LimitedArchive(path) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except BadInput:
        return False


def _numbered(path: Path, others: list[str] | None = None) -> Iterator[tuple[int, list[str]]]:
    for number, row in enumerate(workbook_rows(path, _is_table, others), 1):
        yield number, ["" if cell is None else _shown(cell) for cell in row]


def _is_table(rows: Sequence[Sequence[object]]) -> bool:
    return any(is_heading(["" if cell is None else _shown(cell) for cell in row]) for row in rows)


def _shown(cell: object) -> str:
    """A cell as the sheet shows it: 12 where openpyxl gives 12.0; a moment without its hours where it has none."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 10**15:
        return str(int(cell))
    return unguarded(cell).strip() if isinstance(cell, str) else str(cell).removesuffix(" 00:00:00").strip()


def write_answers(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines as they come; how many. BadInput when they are more than a sheet can hold."""
    return write_rows(path, headings(about.extra), map(cells, lines), "answers")


def write_rows(path: Path, heading: Sequence[str], rows: Iterable[Sequence[Cell]], title: str = "table") -> int:
    """Write any table as a sheet called `title`; how many rows after the heading. The file appears when it is whole."""
    with written_whole(path) as temporary:
        return write_sheet(temporary, title, chain([heading], rows), path.name)


def numbered_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet with their numbers, from 1; whole numbers as such, empty cells as ""."""
    for number, row in enumerate(sheet_rows(path), 1):
        yield number, [_text(cell) for cell in row]


def read_rows(path: Path) -> Iterator[list[Cell]]:
    """The rows of a sheet, its heading first, texts as they were before they were neutralised."""
    for row in sheet_rows(path):
        yield [unguarded(_given(cell)) if isinstance(cell, str) else cell for cell in row]


def read_answers(path: Path) -> Export:
    """The lines of an XLSX that `write_answers` made."""
    rows = read_rows(path)
    extra = extra_of([str(cell) for cell in next(rows, [])], path.name)
    return Export(extra, _lines(path, rows, len(extra)))


def _lines(path: Path, rows: Iterator[list[Cell]], extra: int) -> Iterator[Line]:
    for number, row in enumerate(rows, 2):
        yield line_of(row, extra, f"{path.name}, row {number}")


def _given(text: str) -> str:
    """`text` with what _xHHHH_ stands for; half a character stays as it is written."""
    return WRITTEN.sub(lambda found: found[0] if HALF.match(found[1]) else chr(int(found[1], 16)), text)


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def sheet_rows(path: Path) -> Iterator[list[Cell]]:
    """Each row's cells: texts and numbers, None where empty; dates and yes/no as texts, formulas as their last value.

    NotFound without the file, BadInput when it is no XLSX workbook.
    """
    for row in workbook_rows(path):
        yield [_plain(cell) for cell in row]


def _plain(cell: object) -> Cell:
    if cell is None or (isinstance(cell, (str, int, float)) and not isinstance(cell, bool)):
        return cell
    return str(cell)


def write_sheet(path: Path, sheet: str, rows: Iterable[Sequence[Cell]], name: str) -> int:
    """Write the rows, the first of which is the heading, to `path`; how many after it. `name` is told in errors.

    Texts that a spreadsheet would run are neutralised. BadInput for more rows, or longer cells, than a sheet holds.
    """
    count = -1
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        for part, text in PARTS.items():
            archive.writestr(zip_entry(part), HEAD + text.replace("SHEET", escape(sheet)))
        with archive.open(zip_entry("xl/worksheets/sheet1.xml"), "w", force_zip64=True) as file:
            file.write((HEAD + BEGINS).encode())
            block: list[str] = []
            for row in rows:
                count += 1
                if count >= MOST_SHEET_ROWS:
                    raise BadInput(f"{name}: a sheet holds {MOST_SHEET_ROWS - 1:,} lines at most; write CSV instead.")
                block.append("<row>" + "".join([_cell(cell, name) for cell in row]) + "</row>")
                if len(block) >= BLOCK:
                    file.write("".join(block).encode())
                    block.clear()
            file.write(("".join(block) + "</sheetData></worksheet>").encode())
    return count


def _cell(cell: Cell, name: str) -> str:
    if cell is None or cell == "":
        return "<c/>"
    if not isinstance(cell, str):
        return f"<c><v>{float(cell) if isinstance(cell, bool) else cell!r}</v></c>"
    text = guarded(cell)
    if len(text) > LONGEST:
        raise BadInput(
            f"{name}: a cell holds {LONGEST:,} characters at most, “{text[:30]}…” has more; write CSV instead."
        )
    text = escape(UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", text))
    return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
