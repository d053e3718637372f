"""ROBOT templates: those that this program writes, and those that ontologists do."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.ontologies import robot
from engine.formats.ontologies.obo import read as read_obo
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.formats.releases.hpo import package_file
from engine.terminology.importing import record_of

TEMPLATE = """\
Term ID,Label,Danish,Synonyms,Narrower,Parent,Part of,Type,Text,Obsolete,Instead
ID,LABEL,AL rdfs:label@da,A oboInOwl:hasExactSynonym SPLIT=;,A narrow_synonym,SC %,SC 'part of' some %,TYPE,\
A IAO:0000115,AT owl:deprecated^^xsd:boolean,AI IAO:0100001
EX:1,organ,organ,,,,,owl:Class,"A part, as of a body",,
EX:2,heart,hjerte,cor;pump,left heart,organ,EX:1,class,,,
EX:3,old heart,,,,EX:1,,,,true,EX:2
EX:4,part of,,,,,,owl:ObjectProperty,,,
EX:2,heart,,ticker,,EX:9,,,,,
,nobody,,,,,,,,,
"""


def test_a_template_of_an_ontologist(tmp_path: Path) -> None:
    path = tmp_path / "terms.txt"
    path.write_text(TEMPLATE, encoding="utf-8")
    assert format_of(path) == "robot"
    parsed = read_file(path)
    found = {one.id: one for one in parsed.concepts}
    assert set(found) == {"EX:1", "EX:2", "EX:3"}
    assert [(name.text, name.kind, name.scope, name.language) for name in found["EX:2"].names] == [
        ("heart", "preferred", "exact", "en"),
        ("hjerte", "preferred", "exact", "da"),
        ("cor", "synonym", "exact", "en"),
        ("pump", "synonym", "exact", "en"),
        ("left heart", "synonym", "narrow", "en"),
        ("ticker", "synonym", "exact", "en"),
    ]
    assert found["EX:2"].parents == ("EX:1",) and found["EX:1"].definition == "A part, as of a body"
    assert (found["EX:3"].obsolete, found["EX:3"].replaced_by) == (True, "EX:2")
    assert [(one.row, one.sentence) for one in parsed.problems] == [
        (8, "The ID is empty; fill it in. The row is left out."),
        (4, "EX:2 has the parent EX:9, which is not in the file or not in use; the link is left out."),
    ]


@pytest.mark.slow
def test_hpo_out_and_in_again_keeps_concepts_names_and_links(tmp_path: Path) -> None:
    obo = tmp_path / "hp.obo"
    whole = package_file().read_text(encoding="utf-8")
    obo.write_text(whole[: whole.index("\n[Term]", 900_000) + 1], encoding="utf-8")
    before = read_obo(obo)
    path = tmp_path / "hp.robot.tsv"
    robot.write(path, before.concepts, record_of("hpo", before))
    assert format_of(path) == "robot"
    after = read_file(path)
    assert (after.live, after.distinct_names, after.edges) == (before.live, before.distinct_names, before.edges)
    names = [{(c.id, name.text, name.scope) for c in one.concepts for name in c.names} for one in (before, after)]
    assert names[0] == names[1]
    assert {c.id: (set(c.parents), c.obsolete, c.replaced_by) for c in before.concepts} == {
        c.id: (set(c.parents), c.obsolete, c.replaced_by) for c in after.concepts
    }


def test_other_tables_are_no_templates(tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    path.write_text("id,name\nID,LABEL of something\nA,heart\n", encoding="utf-8")
    assert format_of(path) == "csv"
    with pytest.raises(BadInput, match="which column is the ID"):
        robot.read(tmp_path / "codes.csv") if path.write_text("a,b\nx,y\n", encoding="utf-8") else None
