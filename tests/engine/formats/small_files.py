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
CLAML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE ClaML SYSTEM "ClaML.dtd">
<ClaML version="2.0.0"><Title name="Hearts" version="2026">Hearts</Title>
<Class code="D1" kind="category"><Rubric kind="preferred"><Label xml:lang="en">heart attack</Label></Rubric>
<Rubric kind="inclusion"><Label xml:lang="en">MI</Label></Rubric></Class>
<Class code="D2" kind="category"><Rubric kind="preferred"><Label xml:lang="en">angina</Label></Rubric></Class></ClaML>
"""
MESH = """<?xml version="1.0"?>
<!DOCTYPE DescriptorRecordSet SYSTEM "https://www.nlm.nih.gov/databases/dtd/nlmdescriptorrecordset_20200101.dtd">
<DescriptorRecordSet LanguageCode="eng">
<DescriptorRecord><DescriptorUI>D1</DescriptorUI><DescriptorName><String>heart attack</String></DescriptorName>
<ConceptList><Concept PreferredConceptYN="Y"><TermList><Term><String>heart attack</String></Term>
<Term><String>MI</String></Term></TermList></Concept></ConceptList></DescriptorRecord>
<DescriptorRecord><DescriptorUI>D2</DescriptorUI><DescriptorName><String>angina</String></DescriptorName>
</DescriptorRecord></DescriptorRecordSet>
"""
FHIR = """{"resourceType": "CodeSystem", "status": "active", "content": "complete", "language": "en", "concept": [
{"code": "D1", "display": "heart attack", "designation": [{"value": "MI", "language": "en"}]},
{"code": "D2", "display": "angina"}]}
"""
BIOC = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE collection SYSTEM "BioC.dtd">
<collection><source>x</source><date>2026</date><key>k</key>
<document><id>1</id><passage><infon key="type">title</infon><offset>0</offset>
<text>heart attack, heart attack, MI, angina</text>
<annotation id="1"><infon key="type">Disease</infon><infon key="identifier">D1</infon>
<location offset="0" length="12"/><text>heart attack</text></annotation>
<annotation id="2"><infon key="type">Disease</infon><infon key="identifier">D1</infon>
<location offset="14" length="12"/><text>heart attack</text></annotation>
<annotation id="3"><infon key="identifier">D1</infon><location offset="28" length="2"/><text>MI</text></annotation>
<annotation id="4"><infon key="identifier">MESH:D2</infon>
<location offset="32" length="6"/><text>angina</text></annotation>
</passage></document></collection>
"""
ROBOT = (
    "Id\tName\tAlso\tAbove\nID\tLABEL\tA oboInOwl:hasExactSynonym SPLIT=|\tSC %\n"
    "D1\theart attack\tMI\t\nD2\tangina\t\t\n"
)
LOINC = "LOINC_NUM,LONG_COMMON_NAME,SHORTNAME,STATUS\nD1,heart attack,MI,ACTIVE\nD2,angina,,ACTIVE\n"
LOINC_HIERARCHY = "PATH_TO_ROOT,SEQUENCE,IMMEDIATE_PARENT,CODE,CODE_TEXT\n"  # beside it
EXAMPLES = {
    "loinc": LOINC,
    "robot": ROBOT,
    "fhir": FHIR,
    "jsonl": JSONL,
    "claml": CLAML,
    "mesh": MESH,
    "skos": SKOS,
    "owl": OWL,
    "tbx": TBX,
}
EXAMPLES |= {"obographs": OBOGRAPHS, "bioc": BIOC}
