"""The UMLS and RxNorm in Rich Release Format: MRCONSO or RXNCONSO, with the relations and definitions beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from sys import intern

from engine.errors import BadInput
from engine.formats.labelled import Labelled, concepts_of
from engine.formats.opening.lines import text_lines
from engine.formats.parsed import Parsed, Problem
from store.records.terminology import EXACT, Name

COLUMNS = 18  # of a line, and a bar at its end
CUI, LAT, TS, STT, ISPREF, SAB, TTY, STR, SUPPRESS = 0, 1, 2, 4, 6, 11, 12, 14, 16
LANGUAGES = {
    **{"ENG": "en", "SPA": "es", "FRE": "fr", "GER": "de", "DUT": "nl", "ITA": "it", "POR": "pt", "DAN": "da"},
    **{"NOR": "no", "FIN": "fi", "CZE": "cs", "POL": "pl", "HUN": "hu", "RUS": "ru", "JPN": "ja", "CHI": "zh"},
    **{"TUR": "tr", "EST": "et", "LAV": "lv", "LIT": "lt", "SCR": "hr", "SLV": "sl", "GRE": "el", "HEB": "he"},
    **{"UKR": "uk", "ARA": "ar", "SWE": "sv", "KOR": "ko", "BAQ": "eu"},
}
LINE = re.compile(r"(C\d{7}|\d{1,8})\|[A-Z]{3}\|[^|]*\|[^|]*\|")
USED = "N"  # in the column of suppression


def recognises(head: str) -> bool:
    """Whether the first lines are of MRCONSO: an id, a language, and bars between eighteen columns."""
    lines = [line for line in head.splitlines()[:4] if line]
    return bool(lines) and all(LINE.match(line) and line.count("|") == COLUMNS for line in lines[:3])


def read(path: Path, title: str = "", languages: Collection[str] = (), sources: Collection[str] = ()) -> Parsed:
    """The concepts of a file of names that are not suppressed, those of `languages` (ENG or en …) and `sources` alone.

    Parents are of MRREL or RXNREL beside it, definitions of MRDEF, semantic types of MRSTY or RXNSTY; what is not there
    is a problem. Lines of another width are left out.
    """
    problems: list[Problem] = []
    spoken, wanted = set(languages), set(sources)
    found: dict[str, Labelled] = {}
    ranks: dict[tuple[str, str], tuple[int, str]] = {}
    for number, cells in _lines(path, COLUMNS, problems):
        language = LANGUAGES.get(cells[LAT], cells[LAT].lower())
        if cells[SUPPRESS] not in (USED, "") or not cells[STR].strip():
            continue
        if (spoken and cells[LAT] not in spoken and language not in spoken) or (wanted and cells[SAB] not in wanted):
            continue
        one = found.get(cells[CUI]) or found.setdefault(cells[CUI], Labelled(cells[CUI], number))
        rank = 4 * (cells[TS] != "P") + 2 * (cells[STT] != "PF") + (cells[ISPREF] != "Y")
        text, source = cells[STR].strip(), intern(f"{cells[SAB]} {cells[TTY]}")
        best = ranks.get((one.id, language))
        if best is None or rank < best[0]:
            ranks[one.id, language] = rank, text
        one.others.append(Name(text, "synonym", EXACT, source, intern(language)))
    for (cui, language), (_, text) in ranks.items():
        one = found[cui]
        one.preferred.append((text, language))
        one.others = [name for name in one.others if (name.text, name.language) != (text, language)]
    for one in found.values():
        one.others = list({(name.text, name.language): name for name in reversed(one.others)}.values())[::-1]
    _relations(path, found, problems)
    _said_of(path, found)
    return Parsed(title or path.stem, "", "", path.name, concepts_of(list(found.values()), problems, "UMLS"), problems)


def _relations(path: Path, found: dict[str, Labelled], problems: list[Problem]) -> None:
    file = _beside(path, "REL")
    if file is None:
        sentence = f"There is no MRREL or RXNREL beside {path.name}, so no concept has a parent; put it there."
        problems.append(Problem(0, sentence, left_out=False))
        return
    for _, cells in _lines(file, 5, problems):
        first, relation, second = cells[0], cells[3], cells[4]
        pair = {"PAR": (first, second), "CHD": (second, first)}.get(relation)
        if pair and pair[0] in found and pair[1] in found and pair[0] != pair[1]:
            found[pair[0]].parents.append(found[pair[1]].id)


def _said_of(path: Path, found: dict[str, Labelled]) -> None:
    """Definitions and semantic types, where their files are there."""
    if file := _beside(path, "DEF"):
        for _, cells in _lines(file, 6, []):
            if cells[0] in found:
                found[cells[0]].definitions.setdefault("en", cells[5].strip())
    if file := _beside(path, "STY"):
        for _, cells in _lines(file, 4, []):
            if cells[0] in found:
                found[cells[0]].notes.setdefault("Semantic type", []).append(intern(cells[3]))


def _beside(path: Path, part: str) -> Path | None:
    name = re.sub("CONSO", part, path.name, flags=re.IGNORECASE)
    file = path.with_name(name)
    return file if name != path.name and file.is_file() else None


def _lines(path: Path, least: int, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    usable = False
    for number, line in enumerate(text_lines(path, "copy it again from the release"), 1):
        cells = line.rstrip("\r\n").split("|")
        if len(cells) > least:
            usable = True
            yield number, cells
        elif line.strip():
            sentence = f"{path.name}: {len(cells)} columns; copy the file again. The line is left out."
            problems.append(Problem(number, sentence))
    if not usable and path.stat().st_size:
        raise BadInput(f"{path.name} has no line of Rich Release Format; copy it again from the release.")
