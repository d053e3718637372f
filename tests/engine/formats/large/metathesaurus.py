"""MRCONSO, MRREL and MRSTY of any size, as the UMLS lays them out, with made names; a filter passes three in ten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.engine.formats.large.terms import term

SOURCES = ("SNOMEDCT_US", "MSH", "NCI", "MDR", "RXNORM")
LANGUAGES = ("SPA", "FRE", "GER", "POR", "ITA")
TYPES = (("T047", "Disease or Syndrome"), ("T191", "Neoplastic Process"), ("T037", "Injury or Poisoning"))
ROWS = 10  # of a concept


def write_metathesaurus(folder: Path, rows: int = 10_000_000) -> Path:
    """Write so many rows of MRCONSO, ten a concept, with MRREL and MRSTY; the path of MRCONSO.

    Of a concept's ten rows three are in English, not suppressed, and of SNOMEDCT_US, MSH or NCI.
    """
    folder.mkdir(parents=True, exist_ok=True)
    concepts = rows // ROWS
    names = folder / "MRCONSO.RRF"
    for path, lines in (
        (names, _names(concepts)),
        (folder / "MRREL.RRF", _relations(concepts)),
        (folder / "MRSTY.RRF", _types(concepts)),
    ):
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
    return names


def _cui(place: int) -> str:
    return f"C{place + 1:07}"


def _names(concepts: int) -> Iterator[str]:
    for place in range(concepts):
        for row in range(ROWS):
            language = "ENG" if row < 5 else LANGUAGES[row - 5]
            source = SOURCES[row] if row < 5 else "MDR"
            suppressed = "O" if row == 4 else "N"
            first = ("P", "PF", "Y") if row in (0, 5) else ("S", "VO", "N")
            number = place * ROWS + row
            yield (
                f"{_cui(place)}|{language}|{first[0]}|L{number:07}|{first[1]}|S{number:07}|{first[2]}|A{number:07}|"
                f"{number}|M{place}||{source}|PT|D{place:06}|{term(place, row)}|0|{suppressed}|256|\n"
            )


def _relations(concepts: int) -> Iterator[str]:
    """PAR: the first concept has the second above it; two such rows a concept, each said from below too."""
    for place in range(1, concepts):
        for above in {place // 40, place // 41}:
            yield f"{_cui(place)}|A{place:07}|AUI|PAR|{_cui(above)}|A{above:07}|AUI|isa|R{place:08}||MSH|MSH|||N||\n"
            yield f"{_cui(above)}|A{above:07}|AUI|CHD|{_cui(place)}|A{place:07}|AUI||R{place:08}||MSH|MSH|||N||\n"


def _types(concepts: int) -> Iterator[str]:
    for place in range(concepts):
        type, name = TYPES[place % len(TYPES)]
        yield f"{_cui(place)}|{type}|A1.2|{name}|AT{place:08}|256|\n"
