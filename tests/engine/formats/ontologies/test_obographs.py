"""OBO Graphs: the same concepts as the OBO of the same ontology, and what others' programs wrote."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.formats.recognition import format_of

OTHERS = Path(__file__).parents[5] / "shared" / "data" / "formats"
BASE = "http://purl.obolibrary.org/obo/"
OBO = """format-version: 1.2
data-version: 2026

[Term]
id: X:1
name: heart attack
def: "Dead muscle." [A:1]
comment: common
synonym: "MI" EXACT []
synonym: "attack" RELATED layperson []
synonym: "heart attack" BROAD []
alt_id: X:9

[Term]
id: X:2
name: acute heart attack
is_a: X:1 ! heart attack
relationship: part_of X:1

[Term]
id: X:3
name: obsolete attack
is_obsolete: true
replaced_by: X:1
"""


def graphs() -> dict:  # type: ignore[type-arg]
    oio = "http://www.geneontology.org/formats/oboInOwl#"
    synonyms = [
        {"pred": "hasExactSynonym", "val": "MI"},
        {"pred": oio + "hasRelatedSynonym", "val": "attack", "synonymType": BASE + "x#layperson"},
        {"pred": "hasBroadSynonym", "val": "heart attack"},
    ]
    alternative = [{"pred": oio + "hasAlternativeId", "val": "X:9"}]
    first = {
        "definition": {"val": "Dead muscle.", "xrefs": ["A:1"]},
        "comments": ["common"],
        "synonyms": synonyms,
        "basicPropertyValues": alternative,
    }
    gone = {"deprecated": True, "basicPropertyValues": [{"pred": BASE + "IAO_0100001", "val": BASE + "X_1"}]}
    nodes = [
        {"id": BASE + "X_1", "lbl": "heart attack", "type": "CLASS", "meta": first},
        {"id": BASE + "X_2", "lbl": "acute heart attack", "type": "CLASS"},
        {"id": BASE + "X_3", "lbl": "obsolete attack", "type": "CLASS", "meta": gone},
        {"id": BASE + "BFO_0000050", "lbl": "part of", "type": "PROPERTY"},
    ]
    edges = [
        {"sub": BASE + "X_2", "pred": "is_a", "obj": BASE + "X_1"},
        {"sub": BASE + "X_2", "pred": BASE + "BFO_0000050", "obj": BASE + "X_1"},
    ]
    return {"graphs": [{"id": BASE + "x.owl", "meta": {"version": "2026"}, "nodes": nodes, "edges": edges}]}


def written(folder: Path, value: object) -> Path:
    path = folder / "x.json"
    path.write_text(json.dumps(value, indent=1), encoding="utf-8-sig")
    return path


def test_it_gives_what_obo_gives(tmp_path: Path) -> None:
    (tmp_path / "x.obo").write_text(OBO, encoding="utf-8")
    path = written(tmp_path, graphs())
    assert format_of(path) == "obographs"
    one, other = read_file(path), read_file(tmp_path / "x.obo")
    assert one.concepts == other.concepts
    assert (one.fingerprint(), one.version) == (other.fingerprint(), "2026")
    assert (one.live, one.distinct_names, one.names, one.edges) == (2, 4, 5, 1)  # a synonym repeats the name


def test_what_cannot_be_used_is_named(tmp_path: Path) -> None:
    value = graphs()
    value["graphs"][0]["nodes"].append({"id": BASE + "X_4", "type": "CLASS"})
    value["graphs"][0]["edges"].append({"sub": BASE + "X_2", "pred": "is_a", "obj": BASE + "Y_1"})
    problems = read_file(written(tmp_path, value)).problems
    assert [problem.sentence for problem in problems] == [
        "X:2 has the parent Y:1, which is not in the file or not in use; the link is left out.",
        "X:4 has no label; add “lbl”. It is left out.",
    ]
    assert all(problem.row for problem in problems)


@pytest.mark.parametrize("value", [{"graphs": []}, {"graphs": [1], "nodes": "x"}, [], {"graphs": [{"nodes": [1, {}]}]}])
def test_other_json_is_refused(tmp_path: Path, value: object) -> None:
    with pytest.raises(BadInput, match=r"x\.json"):
        read_file(written(tmp_path, value), "obographs")


@pytest.mark.parametrize("path", sorted(OTHERS.glob("obographs-*.json")), ids=lambda path: path.stem)
def test_files_of_other_programs_hold_what_they_say(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))["graphs"]
    nodes = [node for graph in found for node in graph["nodes"]]
    live = {
        node["id"]: node
        for node in nodes
        if node.get("type", "CLASS") == "CLASS" and "lbl" in node and not node.get("meta", {}).get("deprecated")
    }
    names = {
        (id, text)
        for id, node in live.items()
        for text in [node["lbl"], *(one["val"] for one in node.get("meta", {}).get("synonyms", []))]
    }
    links = {
        (edge["sub"], edge["obj"])
        for graph in found
        for edge in graph.get("edges", [])
        if edge["pred"] == "is_a" and {edge["sub"], edge["obj"]} <= set(live)
    }
    parsed = read_file(path)
    assert (parsed.live, parsed.distinct_names, parsed.edges) == (len(live), len(names), len(links))
