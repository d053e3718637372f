"""OWL: the labels that a file uses, its synonyms with their scopes, and only what it calls above."""

from __future__ import annotations

from pathlib import Path

from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from tests.engine.formats.small_files import PREFIXES

XML = """<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [<!ENTITY obo "http://purl.obolibrary.org/obo/">]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
 xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:oboInOwl="http://www.geneontology.org/formats/oboInOwl#"
 xmlns:obo="http://purl.obolibrary.org/obo/" xmlns:dct="http://purl.org/dc/terms/">
<owl:Ontology rdf:about="&obo;x.owl"><dct:title>Hearts</dct:title><owl:versionInfo>7</owl:versionInfo></owl:Ontology>
<owl:Class rdf:about="&obo;X_1"><rdfs:label>heart disease</rdfs:label><obo:IAO_0000115>Of it.</obo:IAO_0000115>
<oboInOwl:hasExactSynonym>cardiopathy</oboInOwl:hasExactSynonym>
<oboInOwl:hasRelatedSynonym xml:lang="de">Herzleiden</oboInOwl:hasRelatedSynonym>
<oboInOwl:hasAlternativeId>X:9</oboInOwl:hasAlternativeId>
<rdfs:subClassOf rdf:resource="http://www.w3.org/2002/07/owl#Thing"/></owl:Class>
<owl:Class rdf:about="&obo;X_2"><rdfs:label>angina</rdfs:label>
<rdfs:subClassOf><owl:Class><owl:intersectionOf rdf:parseType="Collection"><rdf:Description rdf:about="&obo;X_1"/>
<owl:Restriction><owl:onProperty rdf:resource="&obo;P"/><owl:someValuesFrom rdf:resource="&obo;X_3"/></owl:Restriction>
</owl:intersectionOf></owl:Class></rdfs:subClassOf></owl:Class>
<owl:Class rdf:about="&obo;X_3"><rdfs:label>attack</rdfs:label><rdfs:subClassOf rdf:resource="&obo;X_1"/>
<rdfs:subClassOf rdf:resource="&obo;Y_1"/></owl:Class>
<owl:Class rdf:about="&obo;X_4"><rdfs:label>obsolete attack</rdfs:label>
<owl:deprecated rdf:datatype="http://www.w3.org/2001/XMLSchema#boolean">true</owl:deprecated>
<obo:IAO_0100001 rdf:resource="&obo;X_3"/></owl:Class>
<owl:Class rdf:about="&obo;X_5"/>
</rdf:RDF>
"""


def test_classes_of_an_obo_ontology(tmp_path: Path) -> None:
    path = tmp_path / "x.owl"
    path.write_text(XML, encoding="utf-8")
    assert format_of(path) == "owl"
    parsed = read_file(path)
    found = {concept.id: concept for concept in parsed.concepts}
    assert (parsed.title, parsed.version, parsed.live, parsed.names, parsed.edges) == ("Hearts", "7", 3, 5, 2)
    assert [(name.text, name.scope, name.language) for name in found["X:1"].names] == [
        ("heart disease", "exact", ""),
        ("cardiopathy", "exact", ""),
        ("Herzleiden", "related", "de"),
    ]
    assert (found["X:1"].definition, found["X:2"].parents, found["X:3"].parents) == ("Of it.", ("X:1",), ("X:1",))
    assert (found["X:4"].obsolete, found["X:4"].replaced_by) == (True, "X:3")
    assert (found["X:9"].obsolete, found["X:9"].replaced_by) == (True, "X:1")
    said = "\n".join(problem.sentence for problem in parsed.problems)
    assert "X:3 has the parent Y:1" in said and "X:5 has no label" in said


def test_labels_of_skos_where_a_file_uses_those(tmp_path: Path) -> None:
    path = tmp_path / "x.ttl"
    path.write_text(
        PREFIXES
        + 'ex:a a owl:Class ; skos:prefLabel "Heart"@en , "Hjerte"@da ; skos:altLabel "Cor"@la .\n'
        + "ex:b a owl:Class ; rdfs:label 'Lung' ; skos:prefLabel 'Lung' , 'Lungs' ; rdfs:subClassOf ex:a .\n",
        encoding="utf-8",
    )
    assert format_of(path) == "owl"
    found = {concept.id: [(n.text, n.language) for n in concept.names] for concept in read_file(path).concepts}
    assert found == {"a": [("Heart", "en"), ("Hjerte", "da"), ("Cor", "la")], "b": [("Lung", ""), ("Lungs", "")]}
