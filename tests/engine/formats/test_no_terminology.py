"""A file that holds no terminology is told as what it is, with the place where it belongs."""

import gzip
import json
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.formats.recognition import chosen_format

SYSTEM = {"resourceType": "CodeSystem", "concept": [{"code": "a", "display": "gout"}]}
SSSOM = "#mapping_set_id: https://example.org\nsubject_id\tpredicate_id\tobject_id\nA:1\tskos:exactMatch\tB:1\n"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("m.sssom.tsv", SSSOM, r"m\.sssom\.tsv holds mappings and no terminology; load it on the page Mappings"),
        ("m.json", '{"resourceType": "ConceptMap", "group": []}', "m.json holds mappings and no terminology"),
        ("v.json", '{"resourceType" : "ValueSet", "compose": {}}', "v.json is a ValueSet of FHIR, .+ choose the CodeS"),
        ("b.json", json.dumps({"resourceType": "Bundle", "entry": [{"resource": SYSTEM}]}), "b.json is a Bundle of"),
        ("b.json", json.dumps({"entry": [{"resource": SYSTEM}], "resourceType": "Bundle"}), "b.json is a Bundle of"),
        ("v.json", json.dumps({"contained": [SYSTEM], "resourceType": "ValueSet"}), "v.json is a ValueSet of FHIR"),
        ("c.json", json.dumps({"entry": [{"resource": SYSTEM}]}), "c.json is no CodeSystem of FHIR"),
    ],
)
def test_what_it_is_and_where_it_belongs(tmp_path: Path, name: str, content: str, says: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        read_file(path)
    if "ValueSet" in content:  # the page asks for the format first
        with pytest.raises(BadInput, match=says):
            chosen_format(path)


@pytest.mark.parametrize(
    "within", [{"contained": [{"resourceType": "ValueSet"}]}, {"title": 'no "resourceType": "ValueSet" {', "x": [[]]}]
)
def test_what_a_code_system_contains_is_not_what_it_is(tmp_path: Path, within: dict[str, object]) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps(within | SYSTEM), encoding="utf-8")
    assert [one.id for one in read_file(path).concepts] == ["a"]


def test_columns_that_a_person_names_count(tmp_path: Path) -> None:
    path = tmp_path / "m.sssom.tsv"
    path.write_text(SSSOM.partition("\n")[2].replace("exactMatch", "gout"), encoding="utf-8")
    found = read_file(path, columns={"id": "subject_id", "name": "predicate_id"})
    assert [one.id for one in found.concepts] == ["A:1"]


def test_a_compressed_table_is_to_be_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"id,name\n1,gout\n"))
    with pytest.raises(BadInput, match=r"t\.csv\.gz is compressed, and what is in it tells no format; unpack it"):
        read_file(path)
