"""An answer needs no torch, pandas or scipy, which take seconds to load and 250 MB, and is the same with torch."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from engine.workbench import Workbench

ROOT = Path(__file__).parents[3]
NAMES = ("heart attack", "T2DM with CKD stage 3", "fractured left hip", "hart atack", "no fever", "pump gave out")
CODE = """
import json, sys
from pathlib import Path
from engine.workbench import Workbench

workbench, found = Workbench(Path(sys.argv[1])), {}
for name in json.loads(sys.argv[2]):
    for terminology in ("all", "icd10cm"):
        ranking = workbench.rankings.rank(name, terminology)
        found[f"{name} in {terminology}"] = [[one.terminology, one.concept_id, one.score] for one in ranking.candidates]
loaded = [name for name in ("torch", "pandas", "scipy") if name in sys.modules]
print(json.dumps({"loaded": loaded, "found": found}))
"""


def _answers(folder: Path, first: str) -> dict[str, Any]:
    code = [sys.executable, "-c", first + CODE, str(folder), json.dumps(NAMES)]
    done = subprocess.run(code, cwd=ROOT, capture_output=True, text=True, check=True)
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def test_answers_are_the_same_without_torch_and_with_it(sample: Workbench) -> None:
    sample.synonyms.add("icd10cm", "I21.9", "pump gave out", "ann")  # what people add has rows of its own
    without, beside = (_answers(sample.workspace.folder, first) for first in ("", "import torch\n"))
    assert without["loaded"] == [] and "torch" in beside["loaded"]
    for text, rows in without["found"].items():
        ids = [row[:2] for row in rows]
        assert ids == [row[:2] for row in beside["found"][text]] and ids, text
        assert all(abs(a[2] - b[2]) < 1e-5 for a, b in zip(rows, beside["found"][text], strict=True)), text
