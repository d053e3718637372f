"""The small workspace with a second terminology, and a mapping project of the two."""

from __future__ import annotations

from pathlib import Path

from engine.jobs import worker
from engine.workbench import Workbench
from store.records.training import COMPLETED
from tests.tables import with_table

OTHERS = """id,name,synonyms,parents
T,Diseases,,
T1,Diseases of the heart,,T
T2,Heart attack,,T1
T3,Cardiac failure,,T1
T4,Diseases of the lung,,T
T5,Bronchial asthma,,T4
T6,Lung infection,,T4
"""
RIGHT = {"H1": "T2", "H2": "T3", "L1": "T5", "L2": "T6"}
EXACT, BROAD, NARROW, RELATED = "skos:exactMatch", "skos:broadMatch", "skos:narrowMatch", "skos:relatedMatch"


def with_others(workbench: Workbench, folder: Path) -> Workbench:
    """The workbench with “others” beside “organs”."""
    return with_table(workbench, folder, "others", OTHERS)


def with_sides(workbench: Workbench, folder: Path) -> Workbench:
    """The workbench with “sides”, of which a name says a side and another a number that no name of “others” says."""
    rows = "id,name\nS1,Left lung infection\nS2,Lung infection\nS3,Bronchial asthma type 2\n"
    return with_table(workbench, folder, "sides", rows)


def started(workbench: Workbench, **more: object) -> int:
    """The number of a new project of “organs” onto “others”."""
    wish: dict = {"source": "organs", "target": "others", "who": "ann", "encoders": ["vectors"], **more}
    run = worker.execute(workbench.workspace, workbench.mapping_projects.queue(**wish))
    assert run.status == COMPLETED, run.error
    return int(run.result["project"])
