"""MEDIC: a concept a line, further ids pointing to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.learning.selection import Source
from engine.learning.selection.filters import ambiguous_texts

LINES = """C||Diseases
D1|600001||Heart attack|MI|infarct

D2|D3||Flu
D3||Influenza
D4||
||nothing
D1||Again
D5||Pox|Pox|pox
"""


def read(tmp_path: Path, text: str):
    path = tmp_path / "medic.txt"
    path.write_text(text, encoding="utf-8")
    return read_file(path, "medic")


def test_lines_become_concepts_and_what_cannot_is_reported(tmp_path):
    parsed = read(tmp_path, LINES)
    live = {concept.id: [name.text for name in concept.names] for concept in parsed.concepts if not concept.obsolete}
    assert live == {
        "C": ["Diseases"],
        "D1": ["Heart attack", "MI", "infarct"],
        "D2": ["Flu"],
        "D3": ["Influenza"],
        "D5": ["Pox", "pox"],
    }
    assert [(c.id, c.preferred, c.replaced_by) for c in parsed.concepts if c.obsolete] == [
        ("600001", "Heart attack", "D1")
    ]
    assert [(problem.row, problem.sentence) for problem in parsed.problems] == [
        (4, "D3, a further id of D2, stands in line 5 already."),
        (6, "There is no name after “||”; write “id||name|name”. The line is left out."),
        (7, "There is no id before “||”; write “id||name|name”. The line is left out."),
        (8, "D1 stands in line 2 already; join the lines. This one is left out."),
        (9, "A name of D5 stands twice in the line; it counts once."),
    ]
    assert parsed.edges == 0


def test_another_format_holds_no_concept(tmp_path):
    with pytest.raises(BadInput, match="holds no usable concept"):
        read(tmp_path, "id,name\n1,Flu\n")


def test_medic_as_it_is(shared: Path):
    parsed = read_file(shared / "normalisation" / "medic_2012-07-06.txt", "medic")
    assert (parsed.live, parsed.names) == (11_915, 76_237)
    assert [(problem.row, problem.sentence[:6]) for problem in parsed.problems] == [(5_006, "260350")]
    # 957 texts in two concepts when only lower-cased; one more is the same in NFKC
    assert len(ambiguous_texts(Source.of_parsed(parsed).names)) == 958


def test_entities_are_the_characters_they_stand_for(tmp_path):
    parsed = read(tmp_path, "D1||Beh&#231;et&apos;s disease|Gout &amp; pox\n")
    assert [name.text for name in parsed.concepts[0].names] == ["Behçet's disease", "Gout & pox"]
