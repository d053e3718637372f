"""Which rows of the UMLS's names are taken: by language, source and semantic group, and whether suppressed ones are."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path

from engine.errors import BadInput
from engine.formats.opening.lines import text_lines
from engine.formats.parsed import Problem
from engine.formats.releases.semantic_groups import TITLES, group_of

COLUMNS = 18  # of a line of names, and a bar at its end
CUI, LAT, TS, STT, ISPREF, SAB, TTY, STR, SUPPRESS = 0, 1, 2, 4, 6, 11, 12, 14, 16
LANGUAGES = {
    **{"ENG": "en", "SPA": "es", "FRE": "fr", "GER": "de", "DUT": "nl", "ITA": "it", "POR": "pt", "DAN": "da"},
    **{"NOR": "no", "FIN": "fi", "CZE": "cs", "POL": "pl", "HUN": "hu", "RUS": "ru", "JPN": "ja", "CHI": "zh"},
    **{"TUR": "tr", "EST": "et", "LAV": "lv", "LIT": "lt", "SCR": "hr", "SLV": "sl", "GRE": "el", "HEB": "he"},
    **{"UKR": "uk", "ARA": "ar", "SWE": "sv", "KOR": "ko", "BAQ": "eu"},
}
USED = ("N", "")  # in the column of suppression


class RowFilter:
    """Lets through the rows of `languages` (ENG or en …), `sources` and semantic `groups`, with none named all of them.

    Suppressed names pass only with `suppressed`. Groups are looked up in MRSTY beside the file; BadInput where it is
    missing, and for a group that there is not.
    """

    def __init__(
        self,
        path: Path,
        languages: Collection[str] = (),
        sources: Collection[str] = (),
        groups: Collection[str] = (),
        suppressed: bool = False,
    ) -> None:
        self._languages, self._sources = set(languages), set(sources)
        self._suppressed = suppressed
        self._concepts: set[str] | None = _concepts_of(path, groups) if groups else None

    def passes(self, cells: list[str]) -> bool:
        """Whether the name in these cells is taken."""
        if cells[SUPPRESS] not in USED and not self._suppressed:
            return False
        if self._sources and cells[SAB] not in self._sources:
            return False
        if self._languages and cells[LAT] not in self._languages and language_of(cells) not in self._languages:
            return False
        return self._concepts is None or cells[CUI] in self._concepts


def language_of(cells: list[str]) -> str:
    """The language of a name as others write it: ENG -> en."""
    return LANGUAGES.get(cells[LAT], cells[LAT].lower())


def filter_counts(path: Path) -> dict[str, dict[str, int]]:
    """How many names each value of a filter would let through, the most frequent first, suppressed ones apart.

    {"languages": {ENG: n}, "sources": {MSH: n}, "groups": {DISO: n}, "suppressed": {O: n}}; without MRSTY no groups.
    """
    languages, sources, suppressed = Counter[str](), Counter[str](), Counter[str]()
    concepts = Counter[str]()
    for _, cells in lines_of(path, COLUMNS, []):
        if cells[SUPPRESS] not in USED:
            suppressed[cells[SUPPRESS]] += 1
            continue
        languages[cells[LAT]] += 1
        sources[cells[SAB]] += 1
        concepts[cells[CUI]] += 1
    types = file_beside(path, "STY")
    groups = Counter[str]()
    for cui, found in _groups_by_concept(types).items() if types else ():
        for group in found:
            groups[group] += concepts[cui]
    counted = {"languages": languages, "sources": sources, "groups": +groups, "suppressed": suppressed}
    return {name: dict(counts.most_common()) for name, counts in counted.items() if counts}


def _concepts_of(path: Path, groups: Collection[str]) -> set[str]:
    if wrong := [one for one in groups if one not in TITLES]:
        raise BadInput(f"There is no semantic group “{wrong[0]}”; choose among {', '.join(TITLES)}.")
    types = file_beside(path, "STY")
    if types is None:
        raise BadInput(f"There is no MRSTY or RXNSTY beside {path.name}, which says the groups; put it there.")
    return {cui for cui, found in _groups_by_concept(types).items() if found & set(groups)}


def _groups_by_concept(types: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for _, cells in lines_of(types, 4, []):
        if group := group_of(cells[1]):
            found[cells[0]].add(group)
    return found


def file_beside(path: Path, part: str) -> Path | None:
    """MRREL beside MRCONSO (part REL), RXNSTY beside RXNCONSO; None where it is not there."""
    name = re.sub("CONSO", part, path.name, flags=re.IGNORECASE)
    file = path.with_name(name)
    return file if name != path.name and file.is_file() else None


def lines_of(path: Path, least: int, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """(line number, cells) of a file in Rich Release Format with more than `least` cells; shorter ones are problems."""
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
