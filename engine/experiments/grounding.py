"""Conceptual grounding (CG, tables 3, 4, 5 and 8) on open synonym sets: what CCA, the DAN and both together gain."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from engine.events import Event
from engine.experiments.cells import Table, carried_out
from engine.experiments.grounding_report import report
from engine.experiments.synonym_rows import ROWS, about, cells_of, chosen, gathered
from engine.experiments.wanted import Wanted
from engine.workspace import Workspace

TERMINOLOGIES = ("hpo", "icd10cm", "medic")


def run(workspace: Workspace, wanted: Wanted, out: Path) -> Iterator[Event]:
    """Measure every row on every terminology, each cell kept in `out`; Finished with {"rows", "files"}.

    The paper's BNE row is a word BiLSTM of 4,800 a direction without characters, 200M weights; it is left out. Ours is
    BNE as BNE describes it.
    """
    rows, sets = chosen(ROWS, wanted), gathered(workspace, wanted, TERMINOLOGIES)
    table = Table("grounding", cells_of(workspace, sets, rows, wanted, out), partial(report, sets, rows, wanted))
    yield from carried_out(table, out, about(sets, rows, wanted))
