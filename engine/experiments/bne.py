"""BNE's own tasks (its figure 4 and table 2) on open synonym sets: coverage at k, retrieval over BM25 candidates."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from engine.events import Event
from engine.experiments.bne_report import report
from engine.experiments.cells import Table, carried_out
from engine.experiments.synonym_rows import ROWS, about, cells_of, chosen, gathered
from engine.experiments.wanted import Wanted
from engine.workspace import Workspace

TERMINOLOGIES = ("hpo", "medic")


def run(workspace: Workspace, wanted: Wanted, out: Path) -> Iterator[Event]:
    """Measure every row on every terminology, each cell kept in `out`; Finished with {"rows", "files"}.

    The rows and their cells are those of `grounding`: in the same folder what one has trained the other finds.
    """
    own = {name: ROWS[name] for name in ("jaccard", "tf-idf", "word-movers", "vectors", "cca", "bne", "dan")}
    rows, sets = chosen(own, wanted), gathered(workspace, wanted, TERMINOLOGIES)
    table = Table("bne", cells_of(workspace, sets, rows, wanted, out), partial(report, sets, rows, wanted))
    yield from carried_out(table, out, about(sets, rows, wanted))
