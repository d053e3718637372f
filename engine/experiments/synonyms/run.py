"""Two experiments on open synonym sets: conceptual grounding (CG, tables 3, 4, 5 and 8) and BNE's own tasks.

CG asks what CCA, the DAN and both together gain; BNE (its figure 4 and table 2) asks for coverage at k and for
retrieval over BM25 candidates. Their rows and cells are the same: in one folder the other finds what one has trained.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from engine.events import Event
from engine.experiments.cells import PlannedExperiment, Table
from engine.experiments.options import ExperimentOptions
from engine.experiments.synonyms import bne_report, grounding_report
from engine.experiments.synonyms.rows import ROWS, about, cells_of, chosen, gathered
from engine.workspace import Workspace

OF_BNE = ("jaccard", "tf-idf", "word-movers", "vectors", "cca", "bne", "dan")
PROTOCOLS = {  # terminologies, rows, report
    "grounding": (("hpo", "icd10cm", "medic"), ROWS, grounding_report.report),
    "bne": (("hpo", "medic"), {name: ROWS[name] for name in OF_BNE}, bne_report.report),
}


def run(workspace: Workspace, options: ExperimentOptions, out: Path) -> Iterator[Event | PlannedExperiment]:
    """Measure every row on every terminology, each cell kept in `out`; Finished with {"rows", "files"}.

    CG's BNE row is a word BiLSTM of 4,800 a direction without characters, 200M weights; it is left out. Ours is BNE as
    BNE describes it.
    """
    terminologies, known, report = PROTOCOLS[options.name]
    rows, sets = chosen(known, options), gathered(workspace, options, terminologies)
    table = Table(options.name, cells_of(workspace, sets, rows, options, out), partial(report, sets, rows, options))
    yield PlannedExperiment(table, about(sets, rows, options))
