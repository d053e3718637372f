"""A concept that several replace was split: the first replaces it, the others are to be considered, in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.formats.parsed import CONSIDER
from engine.formats.reading import read_file
from engine.formats.registry import FORMATS, TERMINOLOGY
from engine.terminology.updating.records import REPLACED_BY, TO_CONSIDER
from engine.terminology.updating.successors import Version
from store.records.terminology import Concept, Terminology

SPLIT = ("D2", {CONSIDER: ["D3"]})
ROWS = [{"id": id, "name": f"pain {id}"} for id in ("D2", "D3")]
GONE = {"id": "D1", "name": "old pain", "obsolete": True, "replaced_by": ["D2", "D3"]}
PROPERTIES = [{"code": "replacedBy", "valueCode": "D2"}, {"code": "replacedBy", "valueCode": "D3"}]
CODES = [{"code": row["id"], "display": row["name"]} for row in ROWS]
FILES = {
    "cell.csv": "id,name,replaced_by\nD1,old pain,D2|D3\nD2,pain 2,\nD3,pain 3,\n",
    "rows.csv": "id,name,replaced_by\nD1,old pain,D2\nD1,old pain,D3\nD2,pain 2,\nD3,pain 3,\n",
    "list.jsonl": "\n".join(json.dumps({"names": [row["name"]]} | row) for row in [*ROWS, GONE | {"names": []}]),
    "rows.jsonl": "\n".join(map(json.dumps, [GONE, *ROWS])),
    "fhir.json": json.dumps(
        {
            "resourceType": "CodeSystem",
            "concept": [
                {
                    "code": "D1",
                    "display": "old pain",
                    "property": [{"code": "inactive", "valueBoolean": True}, *PROPERTIES],
                },
                *CODES,
            ],
        }
    ),
    "robot.tsv": "Id\tName\tGone\tBy\nID\tLABEL\tA owl:deprecated\tAI IAO:0100001 SPLIT=|\n"
    "D1\told pain\ttrue\tD2|D3\nD2\tpain 2\t\t\nD3\tpain 3\t\t\n",
}
WRITERS = [name for name, one in FORMATS.items() if TERMINOLOGY in one.writes and "obsolete" not in one.loses]


def replaced(path: Path) -> tuple[str, dict[str, list[str]]]:
    found = {one.id: one for one in read_file(path).concepts}
    assert found["D1"].obsolete and set(found) == {"D1", "D2", "D3"}
    return found["D1"].replaced_by, found["D1"].notes


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_names_several(tmp_path: Path, name: str) -> None:
    """Tables, FHIR and ROBOT kept the first alone, and JSON Lines made one id of both."""
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    assert replaced(path) == SPLIT


@pytest.mark.parametrize("format", WRITERS)
def test_both_come_back_from_an_export(tmp_path: Path, format: str) -> None:
    path = tmp_path / f"pains{next(iter(FORMATS[format].written), '.csv')}"
    source = tmp_path / "cell.csv"
    source.write_text(FILES["cell.csv"], encoding="utf-8")
    about = Terminology("pains", "Pains", "", "", "", "", "", 0, 0, 0)
    FORMATS[format].load().write(path, iter(read_file(source).concepts), about)
    assert replaced(path) == SPLIT


@pytest.mark.parametrize(
    ("gone", "successor"),
    [
        (Concept("D1", "old", obsolete=True, replaced_by="D2"), ("D2", REPLACED_BY)),
        (Concept("D1", "old", notes={CONSIDER: ["D3"]}, obsolete=True, replaced_by="D2"), ("D2", TO_CONSIDER)),
        (Concept("D1", "old", notes={CONSIDER: ["D3"]}, obsolete=True), ("D3", TO_CONSIDER)),
        (Concept("D1", "old", notes={CONSIDER: ["D3"]}, obsolete=True, replaced_by="D4"), ("D3", TO_CONSIDER)),
    ],
)
def test_of_a_split_a_person_says_where(gone: Concept, successor: tuple[str, str]) -> None:
    concepts = [gone, Concept("D2", "pain 2"), Concept("D3", "pain 3"), Concept("D4", "older", obsolete=True)]
    version = Version({one.id: one for one in concepts})
    assert version.successor("D1", None) == successor
    assert version.is_replaced("D1") == (successor[1] == REPLACED_BY)
