"""A workspace for the readers that need one, and what only a workspace can export: people's work, and a model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from engine.formats.mentions.answer_columns import cells
from engine.reliability.torture.reader_samples import CSV, LINES, VECTORS, SampleFile
from engine.terminology.exporting import KINDS, Kind, kind_module
from engine.workbench import Workbench

AT = "2026-01-02T03:04:05.000+00:00"
ROWS: dict[str, list[list[Any]]] = {
    "edits": [
        [
            "organs",
            "name",
            "add",
            "H1",
            "Myocardial infarction",
            "coronary",
            "ann",
            AT,
            "why",
            "q",
            0.5,
            "vectors",
            "ab",
            "",
        ],
        [
            "organs",
            "parent",
            "withdraw",
            "L",
            "Sjögren syndrome",
            "H",
            "bob",
            AT,
            "",
            "",
            None,
            "",
            "",
            f"a note  (ann, {AT})",
        ],
    ],
    "proposals": [["organs", "accepted", "L", "Sjögren", "H", "Heart", "ann", AT, "", "", 0.5, "vectors", "ab", ""]],
    "labels": [["topics", "gout", "joint", "ann", AT, "queue", "joint", 0.75, "vectors", "ab", "yes", ""]],
    "decisions": [["mentions.csv", "organs", *cells(line)[:-1], ""] for line in LINES],
    "abbreviations": [["MI", "myocardial infarction|mitral insufficiency", "capitals", "in force", "ann", AT, ""]],
    "history": [[1, "edits", "do", None, 2, "title", "", "ann", AT]],
}


def small_workbench(folder: Path, vectors: bool = False) -> Workbench:
    """A workbench of a new workspace with the terminology “organs” and, where asked for, the vectors “vectors:tiny”."""
    from engine.formats.reading import read_file
    from engine.terminology import importing

    bench = Workbench(folder / "workspace")
    file = folder / "organs.csv"
    file.write_text(CSV, encoding="utf-8")
    importing.add(bench.workspace, "organs", read_file(file, "csv"))
    if vectors:
        (bench.workspace.folder / "vectors" / "tiny.txt").write_text(VECTORS, encoding="utf-8")
    return bench


def export_rows() -> list[tuple[Kind, Callable[..., Any] | None, list[list[Any]]]]:
    """Each kind of export that is a table, with its mapping to SSSOM where it has one and a few rows."""
    modules = [kind_module(key) for key in KINDS if key in ROWS]
    return [(module.KIND, getattr(module, "mapping", None), ROWS[module.KIND.key]) for module in modules]


def state_of_dan(**changes: Any) -> dict[str, np.ndarray]:
    """The arrays of an encoder of a few numbers, some of them changed; None leaves one out."""
    state = {
        "dim": np.array(4),
        "front.centre": np.zeros(4, np.float32),
        "0.weight": np.ones((4, 2), np.float32),
        "0.bias": np.zeros(2, np.float32),
        "3.weight": np.ones((2, 4), np.float32),
        "3.bias": np.full(4, 0.5, np.float32),
    }
    return {name: array for name, array in (state | changes).items() if array is not None}


def model_archive(bench: Workbench, folder: Path, vectors: str = "tiny") -> SampleFile:
    """A version trained on a version, both of a few numbers, exported; `vectors` are those below them."""
    from engine.models import versions

    below = f"vectors:{vectors}"
    for _ in range(2):
        recipe = {
            "preset": "few-shot",
            "terminology": "organs",
            "input": below,
            "front": {"name": "centre"},
            "encoder": {"name": "dan", "hidden": 2, "dropout": 0.5},
            "data": {"name": "top-classes"},
            "seed": 0,
        }
        below = versions.save(bench.workspace, recipe, state_of_dan(), {"map": 0.5}, "fingerprint", None).id
    path = bench.models.export(below, folder / f"{vectors}.zip")
    return SampleFile(path.name, path.read_bytes())
