"""SKOS: labels in several languages, SKOS-XL, what is broader however it is said, and what others' programs wrote."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.terminology import importing
from engine.workbench import Workbench
from tests.engine.formats.small_files import PREFIXES

OTHERS = Path(__file__).parents[5] / "shared" / "data" / "formats"
TURTLE = (
    PREFIXES
    + """@prefix skosxl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix dct: <http://purl.org/dc/terms/> .
ex:scheme a skos:ConceptScheme ; dct:title "Organs"@en ; owl:versionInfo "3" ; skos:hasTopConcept ex:organ .
ex:organ a skos:Concept ; skos:prefLabel "Organ"@en , "Organ"@da ; skos:narrower ex:heart , ex:gone , ex:missing .
ex:heart a skos:Concept ; skos:prefLabel "Heart"@en , "Hjerte"@da ; skos:altLabel "Cor"@la ;
  skos:hiddenLabel "hart"@en ; skosxl:altLabel ex:l1 ; skos:definition "Pumps."@en , "Pumper."@da .
ex:l1 skosxl:literalForm "Cardia"@en .
ex:lung a skos:Concept ; skos:prefLabel "Lung"@en ; skos:broader ex:organ , ex:nowhere , ex:lung .
ex:gone a skos:Concept ; skos:prefLabel "Gland"@en ; owl:deprecated true ; dct:isReplacedBy ex:heart .
ex:group a skos:Collection ; skos:prefLabel "Group"@en ; skos:member ex:heart .
"""
)
XML = """<?xml version="1.0" encoding="utf-16"?>
<!DOCTYPE rdf:RDF [<!ENTITY ex "http://example.org/organs/">]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
<skos:Concept rdf:about="&ex;heart"><skos:prefLabel xml:lang="da">Hjerte</skos:prefLabel>
<skos:broader rdf:resource="&ex;organ"/></skos:Concept>
<rdf:Description rdf:about="&ex;organ"><rdf:type rdf:resource="http://www.w3.org/2004/02/skos/core#Concept"/>
<skos:prefLabel>Organ</skos:prefLabel></rdf:Description></rdf:RDF>
"""
JSON_LD = """{"@context": ["https://example.org/skos.jsonld", {"ex": "http://example.org/organs/"}], "@graph": [
{"@id": "ex:heart", "@type": "Concept", "prefLabel": [{"@value": "Heart", "@language": "en"}], "broader": "ex:organ"},
{"id": "ex:organ", "type": "skos:Concept", "skos:prefLabel": {"@value": "Organ", "@language": "en"}}]}
"""


def read(folder: Path, content: str, name: str = "organs.ttl", encoding: str = "utf-8"):  # type: ignore[no-untyped-def]
    path = folder / name
    path.write_text(content, encoding=encoding)
    assert format_of(path) == "skos"
    return read_file(path)


def test_labels_languages_and_broader(tmp_path: Path) -> None:
    parsed = read(tmp_path, TURTLE)
    found = {concept.id: concept for concept in parsed.concepts}
    assert (parsed.title, parsed.version, parsed.live, parsed.edges) == ("Organs", "3", 3, 2)
    assert [(name.text, name.language, name.kind) for name in found["heart"].names] == [
        ("Heart", "en", "preferred"),
        ("Hjerte", "da", "preferred"),
        ("Cardia", "en", "synonym"),
        ("Cor", "la", "synonym"),
        ("hart", "en", "synonym"),
    ]
    assert found["heart"].definition == "Pumps."
    assert parsed.distinct_names == 8  # the two of the organ differ by language
    assert (found["gone"].obsolete, found["gone"].replaced_by, found["gone"].names) == (True, "heart", ())
    said = [(problem.row, problem.sentence) for problem in parsed.problems]
    line = TURTLE.split("ex:lung a")[0].count("\n") + 1
    assert (line, "lung is its own parent; the link is left out.") in said
    assert any(row == line and "nowhere, which is not in the file" in sentence for row, sentence in said)


def test_the_same_in_other_syntaxes(tmp_path: Path) -> None:
    parsed = read(tmp_path, XML, "organs.xml", "utf-16")
    names = {concept.id: [(name.text, name.language) for name in concept.names] for concept in parsed.concepts}
    assert names == {"heart": [("Hjerte", "da")], "organ": [("Organ", "")]} and parsed.edges == 1
    parsed = read(tmp_path, JSON_LD, "organs.jsonld")  # whose context is not fetched
    names = {concept.id: [(name.text, name.language) for name in concept.names] for concept in parsed.concepts}
    assert names == {"heart": [("Heart", "en")], "organ": [("Organ", "en")]} and parsed.edges == 1


@pytest.mark.parametrize(
    "content",
    [
        "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<a> a s:Concept ; s:prefLabel 'Heart'@en .\n",
        XML.replace("skos:", "").replace("xmlns:skos", "xmlns").replace("utf-16", "utf-8").replace("Hjerte", "Heart"),
        '<http://e.org/a> <http://www.w3.org/2004/02/skos/core#prefLabel> "Heart"@en .\n'
        "<http://e.org/b> <http://www.w3.org/2004/02/skos/core#narrower> <http://e.org/a> .\n",
    ],
    ids=["another prefix", "no prefix", "no type"],
)
def test_it_is_known_whatever_its_prefixes(tmp_path: Path, content: str) -> None:
    assert "Heart" in {concept.preferred for concept in read(tmp_path, content, "organs.txt").concepts}


def test_two_preferred_labels_of_a_language_are_told(tmp_path: Path) -> None:
    """One of them became a synonym without a word."""
    two = '"heart attack"@en , "myocardial infarction"@en , "Herzinfarkt"@de'
    parsed = read(tmp_path, PREFIXES + f"ex:a a skos:Concept ; skos:prefLabel {two} .\n")
    assert [(name.text, name.kind) for name in parsed.concepts[0].names] == [
        ("heart attack", "preferred"),
        ("Herzinfarkt", "preferred"),
        ("myocardial infarction", "synonym"),
    ]
    (told,) = parsed.problems
    assert told.row == PREFIXES.count("\n") + 1 and not told.left_out
    assert told.sentence == (
        "a has 2 preferred labels in “en”, “heart attack” and “myocardial infarction”; keep one. “heart attack” counts "
        "as preferred, the rest as synonyms."
    )


def test_notations_are_ids_where_each_concept_has_one(tmp_path: Path) -> None:
    some = PREFIXES + 'ex:a a skos:Concept ; skos:prefLabel "A" ; skos:notation "A01.5" .\n'
    assert [concept.id for concept in read(tmp_path, some).concepts] == ["A01.5"]
    two = some + 'ex:b a skos:Concept ; skos:prefLabel "B" .\n'
    assert [concept.id for concept in read(tmp_path, two).concepts] == ["a", "b"]
    apart = two + '<http://other.org/b> a skos:Concept ; skos:prefLabel "C" .\n'
    ids = [concept.id for concept in read(tmp_path, apart).concepts]
    assert ids == ["http://example.org/organs/a", "http://example.org/organs/b", "http://other.org/b"]


def test_a_concept_without_a_label_stands_in_the_hierarchy(tmp_path: Path) -> None:
    parsed = read(
        tmp_path, PREFIXES + 'ex:a a skos:Concept .\nex:b a skos:Concept ; skos:prefLabel "B" ; skos:broader ex:a .'
    )
    assert (parsed.live, parsed.names, parsed.edges, parsed.skipped) == (2, 1, 1, 0)
    assert "a has no label" in parsed.problems[0].sentence


@pytest.mark.parametrize(
    "content, said",
    [
        (TURTLE[:-40], r"not well-formed Turtle \(line 1\d\)"),
        (XML[:-40].replace("utf-16", "utf-8"), "not well-formed XML"),
        (
            XML.replace("utf-16", "utf-8").replace('"http://example.org/organs/"', 'SYSTEM "file:///etc/passwd"'),
            "entity",
        ),
        (JSON_LD[:-9], "not well-formed JSON"),
    ],
)
def test_a_cut_file_is_refused(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "organs.x").write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        read_file(tmp_path / "organs.x", "skos")


def test_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "organs.ttl").write_bytes(TURTLE.replace("Hjerte", "Æ").encode("latin-1"))
    with pytest.raises(BadInput, match=r"not UTF-8 text \(line \d+\)"):
        read_file(tmp_path / "organs.ttl")


def test_a_cycle_is_named_and_kept(tmp_path: Path) -> None:
    content = PREFIXES + "".join(
        f'ex:{one} a skos:Concept ; skos:prefLabel "{one}" ; skos:broader ex:{other} .\n' for one, other in ("ab", "ba")
    )
    parsed = read(tmp_path, content)
    assert (parsed.edges, parsed.skipped) == (2, 0)
    assert [problem.sentence for problem in parsed.problems] == [
        "a and b stand above one another; take a parent from one of them."
    ]


def test_each_language_is_in_the_workspace(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "organs.ttl"
    path.write_text(TURTLE, encoding="utf-8")
    (*_, end) = importing.import_file(workbench.workspace, {"path": str(path), "name": "skos"})
    assert (end.result["names"], end.result["format"], end.result["columns"]) == (8, "skos", {})
    names = workbench.terminologies.concept("skos", "heart").concept.names
    assert {name.language for name in names} == {"en", "da", "la"}


@pytest.mark.parametrize("path", sorted(OTHERS.glob("skos-*.ttl")), ids=lambda path: path.stem)
def test_files_of_other_programs_hold_what_they_say(path: Path) -> None:
    """Counted by hand in the text: lines that make a concept, and deprecated ones."""
    text = path.read_text(encoding="utf-8")
    parsed = read_file(path)
    made = len(re.findall(r"(?:\ba|rdf:type)\s+[^;.]*skos:Concept\b(?!S)", text))
    assert parsed.live + sum(concept.obsolete for concept in parsed.concepts) == made
    assert sum(concept.obsolete for concept in parsed.concepts) == text.count("owl:deprecated true")
    labels = re.findall(r'"((?:[^"\\]|\\.)*)"@([\w-]+)', text)
    found = {(name.text, name.language) for c in parsed.concepts for name in c.names if name.language}
    assert found <= {(re.sub(r"\\(.)", r"\1", text), language) for text, language in labels}


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "half.ttl"
    head = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
    path.write_text(head + '<urn:a> a skos:Concept ; skos:prefLabel "hea\\uD800rt"@en .\n', "utf-8")
    with pytest.raises(BadInput, match=r"half\.ttl is not well-formed Turtle"):
        read_file(path)


def test_a_hundred_thousand_blank_lines_are_gone_over_once(tmp_path: Path) -> None:
    """Each blank line was the start of a look for the brace of a named graph behind all that follow."""
    path = tmp_path / "blank.ttl"
    head = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
    path.write_text(head + "\n" * 100_000 + '<urn:a> a skos:Concept ; skos:prefLabel "a"@en .\n', encoding="utf-8")
    assert read_file(path).live == 1
    path.write_text(head + "\n" * 100_000 + "<urn:g>\n{ <urn:a> a skos:Concept }\n", encoding="utf-8")
    assert read_file(path).live == 1


SUB_PROPERTIES = """
@prefix ex: <http://example.org/organs/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

ex:D2 a skos:Concept ; ex:title "heart attack"@en ; ex:short "MI"@en ; ex:partOf ex:D1 ; skos:broadMatch ex:D3 ;
    ex:says "Of the heart." .
ex:D1 a skos:Concept ; skos:prefLabel "heart disease"@en .
ex:D3 a skos:Concept ; skos:prefLabel "disease"@en .

ex:title rdfs:subPropertyOf skos:prefLabel .
ex:short rdfs:subPropertyOf ex:synonym .
ex:synonym rdfs:subPropertyOf skos:altLabel, ex:synonym .
ex:partOf rdfs:subPropertyOf ex:hangsTogether, skos:broader .
ex:says rdfs:subPropertyOf skos:definition .
skos:altLabel rdfs:subPropertyOf rdfs:label .
skos:broadMatch rdfs:subPropertyOf skos:broader, skos:mappingRelation .
"""


def test_properties_that_the_file_declares_below_those_of_skos_are_followed(tmp_path: Path) -> None:
    """Labels and parents under properties of a thesaurus's own were passed over."""
    path = tmp_path / "organs.ttl"
    path.write_text(SUB_PROPERTIES, encoding="utf-8")
    found = {one.id: one for one in read_file(path).concepts}
    assert [(name.text, name.kind) for name in found["D2"].names] == [("heart attack", "preferred"), ("MI", "synonym")]
    assert (found["D2"].parents, found["D2"].definition) == (("D1",), "Of the heart.")  # mappings are no hierarchy
