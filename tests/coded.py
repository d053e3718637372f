"""A small classification with codes, billable ones among them, and Excludes1 notes."""

from __future__ import annotations

import json
from pathlib import Path

from engine.terminology import importing
from engine.workbench import Workbench

CODES = """id,name,parents
I,Diseases of the heart,
I20-I25,Ischaemic heart diseases,I
I20,Angina pectoris,I20-I25
I20.9,Angina pectoris unspecified,I20
I21,Heart attack,I20-I25
I21.9,Heart attack unspecified,I21
I50,Cardiac failure,I
I50.9,Cardiac failure unspecified,I50
I97.1,Cardiac failure following surgery,I
S72,Fracture of the femur,I
S72.0,Fracture of the neck of the femur,S72
S72.00XA,Fracture of the neck of the femur initial encounter,S72.0
"""
NOTES = {
    "I20": {
        "Excludes1": ["heart attack (I21.-)", "angina of the mind - see Mind", "atherosclerosis with it (I25.11-)"]
    },
    "I50": {"Excludes1": ["cardiac failure following surgery (I97.1)", "diabetic (E08-E13 with .59)"]},
    **{code: {"Billable": ["yes"]} for code in ("I20.9", "I21.9", "I50.9", "S72.00XA")},
    "I97.1": {"Billable": ["yes"], "Excludes1": ["any of the heart (I20-I50, I99)"]},
}


def with_codes(workbench: Workbench, folder: Path) -> Workbench:
    """The workbench with “codes” beside “organs”."""
    file = folder / "codes.csv"
    file.write_text(CODES, encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "codes", "title": "Codes"}):
        pass
    with workbench.workspace.writing() as db:
        for code, notes in NOTES.items():
            db.execute("UPDATE concepts SET notes = ? WHERE code = ?", [json.dumps(notes), code])
    return workbench
