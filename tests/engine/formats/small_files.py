"""The same two concepts, a heart attack that is also called MI and angina, in the formats that have many brackets."""

PREFIXES = (
    "@prefix ex: <http://example.org/organs/> .\n@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
    "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    "@prefix oboInOwl: <http://www.geneontology.org/formats/oboInOwl#> .\n"
)
SKOS = (
    PREFIXES
    + 'ex:D1 a skos:Concept ; skos:prefLabel "heart attack"@en ; skos:altLabel "MI"@en .\n'
    + 'ex:D2 a skos:Concept ; skos:prefLabel "angina"@en .\n'
)
OWL = (
    PREFIXES
    + 'ex:D1 a owl:Class ; rdfs:label "heart attack"@en ; oboInOwl:hasExactSynonym "MI"@en .\n'
    + 'ex:D2 a owl:Class ; rdfs:label "angina"@en .\n'
)
OBOGRAPHS = """{"graphs": [{"id": "hearts", "nodes": [
{"id": "D1", "lbl": "heart attack", "type": "CLASS", "meta": {"synonyms": [{"pred": "hasExactSynonym", "val": "MI"}]}},
{"id": "D2", "lbl": "angina", "type": "CLASS"}],
"edges": []}]}
"""
TBX = """<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Core" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
<conceptEntry id="D1"><langSec xml:lang="en"><termSec><term>heart attack</term></termSec>
<termSec><term>MI</term></termSec></langSec></conceptEntry>
<conceptEntry id="D2"><langSec xml:lang="en"><termSec><term>angina</term></termSec></langSec></conceptEntry>
</body></text></tbx>
"""
JSONL = '{"id": "D1", "name": "heart attack", "synonyms": ["MI"]}\n{"id": "D2", "name": "angina"}\n'
FHIR = """{"resourceType": "CodeSystem", "status": "active", "content": "complete", "concept": [
{"code": "D1", "display": "heart attack", "designation": [{"value": "MI"}]},
{"code": "D2", "display": "angina"}]}
"""
EXAMPLES = {"fhir": FHIR, "jsonl": JSONL, "skos": SKOS, "owl": OWL, "obographs": OBOGRAPHS, "tbx": TBX}
