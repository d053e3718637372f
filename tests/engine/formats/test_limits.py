"""What is longer than can be kept: it is left out with the links to it, each a problem with its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.formats.reading import LONGEST_ID, read_file
from engine.text import LONGEST_NAME

NAME, ID = "x" * (LONGEST_NAME + 1), "y" * (LONGEST_ID + 1)
CONCEPTS = [("A", NAME, []), (ID, "long id", []), ("B", "pain", ["A", ID]), ("C", "ache", ["B"])]
FILES = {  # its text and the lines of the first three concepts
    "rows.csv": (["id,name,parents", *(f"{id},{name},{'|'.join(over)}" for id, name, over in CONCEPTS)], (2, 3, 4)),
    "lines.jsonl": (
        [json.dumps({"id": id, "names": [name], "parents": over}) for id, name, over in CONCEPTS],
        (1, 2, 3),
    ),
    "terms.obo": (
        [
            "format-version: 1.4",
            *(
                line
                for id, name, over in CONCEPTS
                for line in ("", "[Term]", f"id: {id}", f"name: {name}", *(f"is_a: {one}" for one in over))
            ),
        ],
        (4, 8, 12),
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_a_link_to_what_is_too_long_is_a_problem_with_its_line(tmp_path: Path, name: str) -> None:
    """The links went without a word, and what they led to was said to stand in row 0."""
    lines, (first, second, third) = FILES[name]
    path = tmp_path / name
    path.write_text("\n".join(lines), encoding="utf-8")
    parsed = read_file(path)
    assert {one.id: one.parents for one in parsed.concepts} == {"B": (), "C": ("B",)}
    assert [(one.row, one.sentence.partition("; ")[0]) for one in parsed.problems] == [
        (first, f"A: every name has more than {LONGEST_NAME:,} characters"),
        (second, f"{ID[:40]}: id has more than {LONGEST_ID:,} characters"),
        (third, "B has the parent A, which is left out itself"),
        (third, f"B has the parent {ID[:40]}, which is left out itself"),
    ]
