"""Which files of a LOINC release hold what: in a folder, in a zip archive, or where its table of codes lies."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path, PurePosixPath

from engine.errors import BadInput
from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.tables import rows_of
from engine.formats.parsed import Problem
from engine.formats.release_file import ReleaseFile, is_archive

TABLE, CORE, HIERARCHY, REPLACED, VARIANT = "table", "core table", "hierarchy", "replacements", "linguistic variant"
NAMES = {  # of files, in lower case
    "loinc.csv": TABLE,
    "loinctablecore.csv": CORE,
    "componenthierarchybysystem.csv": HIERARCHY,
    "multiaxialhierarchy.csv": HIERARCHY,  # before 2.72
    "mapto.csv": REPLACED,
}
OF_A_LANGUAGE = re.compile(r"([a-z]{2})([A-Z]{2})\d*LinguisticVariant\.csv$")
ACCESSORIES, FOLDERS = "accessoryfiles", ("loinctable", "loinctablecore")
VERSION = re.compile(r"loinc[ _-]*v?(\d\.\d+)", re.I)
SEPARATORS = ",;\t"
WRONG_COUNT = (
    "{}: the row has {:,} cells where the heading has {:,}; look for a separator or quotation mark "
    "too few or too many. It is left out."
)


def is_table(head: str) -> bool:
    """Whether the first row of a text has the columns of LOINC's table of codes."""
    first = next((line for line in head.splitlines() if line.strip()), "")
    found = {cell.strip().upper() for cell in next(csv.reader([first], delimiter=_separator(first)), [])}
    return "LOINC_NUM" in found and bool(found & {"LONG_COMMON_NAME", "COMPONENT"})


def is_release(path: Path) -> bool:
    """Whether a folder or an archive holds LOINC's table of codes."""
    try:
        return any(file.holds in (TABLE, CORE) for file in _inside(path))
    except BadInput:
        return False


def files_of(path: Path) -> list[ReleaseFile]:
    """The files to be read: the whole table where it is there, else the core one, and what lies in a release beside it.

    Of one file itself, and what lies beside it or in the release's other folders. BadInput where there is no table.
    """
    if path.is_dir() or is_archive(path):
        found = _inside(path)
        table = next((file for kind in (TABLE, CORE) for file in found if file.holds == kind), None)
        if table is None:
            raise BadInput(f"{path.name} holds no Loinc.csv and no LoincTableCore.csv; choose a release of LOINC.")
    else:
        table = ReleaseFile(path.name, TABLE, "", path)
        found = _beside(path)
    return [table, *(file for file in found if file.holds not in (TABLE, CORE))]


def rows_by_heading(file: ReleaseFile, needed: str, problems: list[Problem]) -> Iterator[tuple[int, Mapping[str, str]]]:
    """(line, heading in capitals -> cell without blanks around) of each row with text; BadInput without a column.

    A row with fewer or more cells than there are headings is left out and told among the problems: which of its cells
    stands under which heading is not known.
    """
    lines = file.lines()
    above, first = next(((number, line) for number, line in enumerate(lines) if line.strip()), (0, ""))
    rows = rows_of(chain([first], lines), file.name, _separator(first))
    headings = [cell.strip().upper() for cell in next(rows, (0, []))[1]]
    if needed not in headings:
        raise BadInput(f"{file.name} has no column “{needed}”, as the file of that name in a release of LOINC has.")
    for number, row in rows:
        cells = [cell.strip() for cell in row]
        if len(cells) != len(headings) and any(cells):
            sentence = WRONG_COUNT.format(file.name, len(cells), len(headings))
            problems.append(Problem(above + number, sentence))
        elif any(cells):
            yield above + number, dict(zip(headings, cells, strict=True))


def language_of(file: ReleaseFile) -> str:
    """The language of a linguistic variant, by its file's name; English for any other file."""
    found = OF_A_LANGUAGE.search(file.name)
    return f"{found[1]}-{found[2].lower()}" if found else "en"


def version_of(path: Path) -> str:
    """The version in the name of a file or of a folder above it; "" where none is said."""
    names = (path.name, *(above.name for above in path.absolute().parents[:3]))
    return next((found[1] for name in names if (found := VERSION.search(name))), "")


def _separator(heading: str) -> str:
    return max(SEPARATORS, key=heading.count)


def _inside(path: Path) -> list[ReleaseFile]:
    if path.is_dir():
        listed = [(one.name, one, "") for one in sorted(path.rglob("*")) if one.suffix.lower() == ".csv"]
    else:
        with LimitedArchive(path) as archive:
            listed = [(PurePosixPath(name).name, path, name) for name in sorted(archive.namelist())]
    return _known(listed)


def _beside(path: Path) -> list[ReleaseFile]:
    root = path.parent.parent if path.parent.name.lower() in FOLDERS else path.parent
    folders = [one for one in sorted(root.iterdir()) if one.is_dir() and one.name.lower() in (ACCESSORIES, *FOLDERS)]
    listed = [one for one in sorted(path.parent.iterdir()) if one.is_file()]
    listed += [one for folder in folders for one in sorted(folder.rglob("*")) if one.is_file()]
    different = dict.fromkeys(one for one in listed if one.name != path.name)
    return _known([(one.name, one, "") for one in different])


def _known(listed: list[tuple[str, Path, str]]) -> list[ReleaseFile]:
    kinds = ((NAMES.get(name.lower(), VARIANT if OF_A_LANGUAGE.search(name) else ""), name) for name, _, _ in listed)
    found = zip(kinds, listed, strict=True)
    return [ReleaseFile(name, kind, "", path, member) for (kind, name), (_, path, member) in found if kind]
