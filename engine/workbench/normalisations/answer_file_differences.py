"""What an exported file of answers decides otherwise than the same file here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from engine.formats.mentions.answer_files import read_export
from engine.workbench.normalisations.attributed_lines import HEADING, column_of
from engine.workbench.normalisations.billable_lines import COLUMN
from engine.workspace import Workspace
from store import answer_lines, judgements, normalisations
from store.records.normalisation import Line, Normalisation
from store.sqlite import Database

STEP = 2_000  # lines of an export in memory at once


def same_file(workspace: Workspace, path: Path, terminology: str, lines: int) -> Normalisation | None:
    """The newest normalisation with the same terminology, number of lines and first line as an export; None if none.

    Where the export has further columns of the file, such as its ids, they tell like files apart; those of attributes
    and of billable codes do not, which an export adds and people change.
    """
    export = read_export(path)
    first = next(export.lines, None)
    with workspace.reading() as db:
        for made in normalisations.all_normalisations(db):
            if first is None or made.terminology != terminology or made.lines != lines:
                continue
            ours = next(iter(answer_lines.every(db, made.id)), None)
            if ours is None or (ours.row, ours.part, ours.text) != (first.row, first.part, first.text):
                continue
            here: set[int] = set()
            there: set[int] = set()
            for heading in (HEADING, COLUMN):
                own = column_of(db, made.id, heading)
                here |= set() if own is None else {own}
                if heading in export.extra and (own is not None or heading not in made.extra):
                    there.add(export.extra.index(heading))
            others = _without(first.extra, there)
            if not others or _without(ours.extra, here) == others:
                return made
    return None


def telling_lines(path: Path) -> Iterator[Line]:
    """The lines of an export with a decision or a comment; the others change nothing."""
    return (line for line in read_export(path).lines if line.decision or line.comment)


def differing(db: Database, number: int, exported: Iterable[Line]) -> Iterator[tuple[Line, Line]]:
    """(here, in the export) of the lines that an export, by its `telling_lines`, decides or comments differently."""
    for here, there in _paired(answer_lines.every(db, number), iter(exported)):
        current = (here.decision, here.decided_concept, here.comment)
        incoming = (there.decision, judgements.decided_concept(there)[0], there.comment)
        if here.text == there.text and incoming != current:
            yield here, there


def _paired(ours: Iterator[Line], theirs: Iterator[Line]) -> Iterator[tuple[Line, Line]]:
    """The lines that both have, by row and part, in whose order they stand; one may have mentions added by hand."""
    here, there = next(ours, None), next(theirs, None)
    while here and there:
        place, other = (here.row, here.part), (there.row, there.part)
        if place == other:
            yield here, there
        if place <= other:
            here = next(ours, None)
        if other <= place:
            there = next(theirs, None)


def _without(cells: tuple[str, ...], places: Collection[int]) -> tuple[str, ...]:
    return tuple(cell for place, cell in enumerate(cells) if place not in places)
