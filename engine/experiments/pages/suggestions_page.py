"""What `evaluate map` measured, as a page: a row for each predicate, without and with hierarchy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.evaluation.mappings import SURE
from engine.experiments.cells import ExperimentReport, written
from engine.experiments.markdown import DASH, number, table

NAME, LACKING = "map", "map-lacking"
FIGURES = {
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "confidence": "confidence",
    "calibration_error": "calibration error",
}
MEANING = """Each concept of the source has one suggestion. It is right where the reference has its target for the
concept; recall is the share of the reference's concepts with a right suggestion of this predicate, F1 the harmonic
mean of both. Were suggestions as sure as they are right, their mean confidence would be the precision and the
calibration error 0; how sure they are was learnt from half a of the reference (`--half`), one concept in three without
its target (`--lacking`). Without hierarchy the order of a ranking alone decides; with it, what the parents, children
and siblings of a concept map to counts too. The last column counts the suggestions that are as sure as that."""
MASKED = """One concept in three, by a hash of its id, was asked as if the target lacked it: without the targets that
the reference has for it, and without what is called by the same words as one of them. Whatever is suggested for it is
wrong; recall is of the others."""


def write_page(out: Path, reference: str, answer: Mapping[str, Any]) -> list[str]:
    """Write map.json and map.md to `out`, map-lacking where concepts lack their targets; the files.

    BadInput where `out` is a file.
    """
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file, not a folder; name a folder for the tables after --out.")
    out.mkdir(parents=True, exist_ok=True)
    source, target = answer["source"], answer["target"]
    flags = (f" --half {answer['half']}" if answer["half"] else "") + (" --lacking" if "lacking" in answer else "")
    command = f"python -m engine evaluate map {reference} --source {source} --target {target}{flags} --out DIR"
    name = LACKING if "lacking" in answer else NAME
    about = {"experiment": NAME, "command": command} | {key: answer[key] for key in ("encoder", "concepts", "left_out")}
    report = ExperimentReport(list(answer["rows"]), markdown(answer))
    files: list[str] = written(name, report, out, about).result["files"]
    return files


def markdown(answer: Mapping[str, Any]) -> str:
    """The page of an answer."""
    cells = [
        [
            _which(row),
            row["predicate"],
            f"{row['suggested']:,}",
            *(number(row[figure]) or DASH for figure in FIGURES),
            f"{row['sure']:,}",
        ]
        for row in answer["rows"]
    ]
    title = f"# {answer['source']} mapped onto {answer['target']}: {answer['concepts']:,} concepts of the reference"
    headings = ["", "predicate", "suggested", *FIGURES.values(), f"{SURE} or more"]
    meaning = [MEANING]
    if "lacking" in answer:
        title += f", {answer['lacking']:,} of them lacking"
        meaning.append(MASKED)
    return "\n\n".join([title, *meaning, table(headings, cells)])


def _which(row: Mapping[str, Any]) -> str:
    """What a row is of."""
    if row.get("lacking"):
        return "lacking alone, with hierarchy"
    return "with hierarchy" if row["hierarchy"] else "without"
