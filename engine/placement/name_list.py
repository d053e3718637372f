"""Lists of new names, pasted or from a file: each row a name, and a sentence for each row that cannot be used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput
from engine.formats.mentions.mentions import MentionFile, Problems
from engine.formats.opening.lines import text_lines
from engine.text import LONGEST_NAME, normalise, words

MOST_NAMES = 10_000


@dataclass(frozen=True)
class NameList:
    """Names with their rows, and the rows left out with why."""

    names: tuple[tuple[int, str], ...]
    problems: tuple[tuple[int, str], ...]


def pasted(text: str) -> NameList:
    """One name a line; empty lines are passed over. BadInput for more than MOST_NAMES."""
    return _checked(enumerate(text.splitlines(), 1), [])


def from_file(path: Path) -> NameList:
    """The names of a CSV, TSV or XLSX (a column called name, term, text …) or of a plain text file, one a line."""
    if path.suffix.lower() == ".txt":
        return _checked(enumerate(text_lines(path), 1), [])
    wrong = Problems()
    rows = [(row.number, row.mention.text) for row in MentionFile(path).rows(wrong)]
    return _checked(rows, [(problem.row, problem.sentence) for problem in wrong.rows])


def _checked(rows: Iterable[tuple[int, str]], problems: list[tuple[int, str]]) -> NameList:
    names: list[tuple[int, str]] = []
    seen: dict[str, int] = {}
    for number, written in rows:
        text = " ".join(written.split())
        norm = normalise(text)
        if not text:
            continue
        if not words(text):
            problems.append((number, f"“{text[:40]}” has no letter or digit; correct it. The row is left out."))
        elif len(text) > LONGEST_NAME:
            problems.append((number, f"The name has {len(text):,} characters; at most {LONGEST_NAME:,} are read."))
        elif norm in seen:
            problems.append((number, f"“{text[:40]}” stands in row {seen[norm]} already. The row is left out."))
        else:
            seen[norm] = number
            names.append((number, text))
    if len(names) > MOST_NAMES:
        raise BadInput(f"The list has {len(names):,} names; place at most {MOST_NAMES:,} at once, so split it.")
    return NameList(tuple(names), tuple(sorted(problems)))
