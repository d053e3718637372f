"""Small whole ontologies in the formats that come from elsewhere: what the broken ones are made of."""

from __future__ import annotations

import json

SKOS = (
    "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n@prefix e: <http://e.org/> .\n"
    "@prefix x: <http://www.w3.org/2008/05/skos-xl#> .\n# skos:Concept\n"
    'e:a a s:Concept ; s:prefLabel "heart"@en , "hjerte"@da ; s:notation "A1" ; s:narrower e:b .\n'
    'e:b a s:Concept ; s:prefLabel """fever\n\\u00e9"""@en ; s:altLabel "pyrexia" ; s:broader e:a ; '
    'x:altLabel [ x:literalForm "heat" ] .\n'
)
BIOC = """<?xml version="1.0"?>
<!DOCTYPE collection SYSTEM "BioC.dtd">
<collection><source>s</source><document><id>7</id><infon key="a">b</infon>
<passage><offset>0</offset><text>A heart attack.</text><annotation id="1"><infon key="type">Disease</infon>
<infon key="MESH">D1;D2</infon><location offset="2" length="12"/><text>heart attack</text></annotation>
<annotation id="3"><infon key="identifier">MESH:D3</infon>
<location offset="8" length="6"/><text>attack</text></annotation></passage>
<passage><offset>16</offset><sentence><offset>16</offset><text>Fieber é</text><annotation id="2">
<infon key="identifier">-</infon><location offset="99" length="6"/><text>Fieber</text></annotation></sentence></passage>
</document></collection>
"""
BIOC_JSON = json.dumps(
    {
        "source": "s",
        "documents": [
            {
                "id": "7",
                "passages": [
                    {
                        "offset": 0,
                        "text": "A heart attack.",
                        "annotations": [
                            {
                                "text": "heart attack",
                                "infons": {"identifier": "MESH:D1", "type": "Disease"},
                                "locations": [{"offset": 2, "length": 12}],
                            }
                        ],
                    }
                ],
            }
        ],
    },
    indent=1,
)
ROBOT = (
    "id\tname\tother\tdansk\tabove\tgone\nID\tLABEL\tA oboInOwl:hasBroadSynonym SPLIT=|\tAL rdfs:label@da\tSC %\t"
    'AT owl:deprecated^^xsd:boolean\nX:1\theart\tcor|"pump"\thjerte\t\t\n'
    "X:2\tfever\t\t\theart\t\nX:3\told\t\t\t\ttrue\n"
)
RDF_XML = (
    '<?xml version="1.0"?>\n<!DOCTYPE rdf:RDF [<!ENTITY e "http://e.org/">]>\n'
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://www.w3.org/2004/02/skos/core#" '
    'xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">\n'
)
SKOS_XML = RDF_XML + (
    '<s:Concept rdf:about="&e;a"><s:prefLabel xml:lang="en">heart</s:prefLabel></s:Concept>\n<rdf:Description '
    'rdf:about="&e;b"><rdf:type rdf:resource="http://www.w3.org/2004/02/skos/core#Concept"/><s:prefLabel>fever'
    '</s:prefLabel><s:broader rdf:resource="&e;a"/></rdf:Description>\n</rdf:RDF>\n'
)
SKOS_JSON = json.dumps(
    {
        "@context": ["https://e.org/skos", {"e": "http://e.org/", "skos": "http://www.w3.org/2004/02/skos/core#"}],
        "@graph": [
            {"@id": "e:a", "@type": "skos:Concept", "skos:prefLabel": [{"@value": "heart", "@language": "en"}]},
            {"@id": "e:b", "@type": "skos:Concept", "skos:prefLabel": "fever", "skos:broader": {"@id": "e:a"}},
        ],
    },
    indent=1,
)
OWL = RDF_XML + (
    '<owl:Ontology rdf:about="&e;o"><owl:versionInfo>1</owl:versionInfo></owl:Ontology>\n<owl:Class rdf:about="&e;a">'
    '<rdfs:label>heart</rdfs:label></owl:Class>\n<owl:Class rdf:about="&e;b">'
    '<rdfs:label xml:lang="en">fever</rdfs:label><rdfs:subClassOf rdf:resource="&e;a"/><rdfs:subClassOf><owl:Class>'
    '<owl:intersectionOf rdf:parseType="Collection"><owl:Class rdf:about="&e;a"/></owl:intersectionOf></owl:Class>'
    "</rdfs:subClassOf></owl:Class>\n</rdf:RDF>\n"
)
OBOGRAPHS = json.dumps(
    {
        "graphs": [
            {
                "id": "http://purl.obolibrary.org/obo/t.owl",
                "meta": {"version": "1", "basicPropertyValues": [{"pred": "dc:license", "val": "CC0"}]},
                "nodes": [
                    {
                        "id": "http://purl.obolibrary.org/obo/D_1",
                        "lbl": "heart attack",
                        "type": "CLASS",
                        "meta": {
                            "definition": {"val": "Dead."},
                            "comments": ["none"],
                            "synonyms": [{"pred": "hasExactSynonym", "val": "MI", "synonymType": "http://x#y"}],
                            "basicPropertyValues": [{"pred": "oboInOwl:hasAlternativeId", "val": "D:9"}],
                        },
                    },
                    {"id": "D:2", "lbl": "angina", "type": "CLASS", "meta": {"deprecated": True}},
                    {"id": "D:3", "lbl": "other", "type": "CLASS"},
                ],
                "edges": [{"sub": "D:3", "pred": "is_a", "obj": "http://purl.obolibrary.org/obo/D_1"}],
            }
        ]
    },
    indent=1,
)
ROWS = [["Kode", "Diagnosis", "synonyms", "name_da"], ["A1", "heart", "cor|=1", "hjerte"], ["A2", "fever", "", ""]]
JSONL = (
    '{"id": "a", "name": "heart", "names": [{"text": "heart", "kind": "preferred", "scope": "exact", "language": "en"}'
    ', {"text": "cor"}], "parents": ["b"], "notes": {"x": ["y"]}}\n{"id": "b", "name": "organ", "names": []}\n'
    '{"id": "c", "name": "old", "names": [], "obsolete": true, "replaced_by": "a"}\n'
)
TBX_2 = (
    '<?xml version="1.0"?>\n<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">\n<martif type="TBX" xml:lang="en"><text>'
    "<body>\n"
    '<termEntry id="c1"><descrip type="subjectField">x</descrip><langSet xml:lang="en"><ntig><termGrp><term>heart <hi>'
    'attack</hi></term></termGrp></ntig><tig><term>MI</term><termNote type="administrativeStatus">preferredTerm'
    '</termNote></tig></langSet></termEntry>\n<termEntry id="c2"><descrip type="broaderConceptGeneric" target="c1"/>'
    '<langSet xml:lang="da"><tig><term>angina</term></tig></langSet></termEntry>\n</body></text></martif>\n'
)
TBX_3 = (
    '<tbx type="TBX-Basic" style="dct" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:b="http://www.tbxinfo.net/ns/b">'
    '<text><body>\n<conceptEntry id="c1"><b:subjectField>x</b:subjectField><langSec xml:lang="en"><b:definition>Of it.'
    "</b:definition><termSec><term>heart</term><b:administrativeStatus>deprecatedTerm</b:administrativeStatus></termSec>"
    '</langSec></conceptEntry>\n<conceptEntry id="c2"><b:broaderConcept target="c1"/><langSec xml:lang="en"><termSec>'
    "<term>atrium</term></termSec></langSec></conceptEntry>\n</body></text></tbx>\n"
)
CLAML = (
    '<?xml version="1.0"?>\n<!DOCTYPE ClaML SYSTEM "ClaML.dtd">\n<ClaML version="2.0.0"><Title version="1">T</Title>\n'
    '<Class code="I" kind="chapter"><SubClass code="A00"/><Rubric kind="preferred"><Label xml:lang="en">heart</Label>'
    '</Rubric></Class>\n<Class code="A00" kind="category"><SuperClass code="I"/><Rubric kind="preferred"><Label '
    'xml:lang="da">feber <Reference>A1</Reference></Label></Rubric><Rubric kind="inclusion"><Label>fever</Label>'
    '</Rubric><Rubric kind="exclusion"><Label>other</Label></Rubric></Class>\n'
    '<ModifierClass code="1" modifier="m"/></ClaML>\n'
)
TABULAR = (
    "<ICD10CM.tabular><version>2026</version>\n<chapter><name>1</name><desc>Some</desc><includes><note>x</note>"
    '</includes><section id="A00-A09"><desc>Block</desc>\n<diag><name>A00</name><desc>Cholera</desc><inclusionTerm>'
    "<note>pest</note></inclusionTerm><diag><name>A00.9</name><desc>Cholera, unspecified</desc></diag></diag></section>"
    "</chapter>\n</ICD10CM.tabular>\n"
)
ORDER = "".join(
    f"{number:05} {code:7} {flag} {short:60} {long}\n"
    for number, (code, flag, short, long) in enumerate(
        [("A00", 0, "Cholera", "Cholera"), ("A009", 1, "Cholera, unsp", "Cholera, unspecified"), ("A01", 0, "F", "F")],
        1,
    )
)
MESH = (
    '<?xml version="1.0"?>\n<!DOCTYPE DescriptorRecordSet SYSTEM "d.dtd">\n<DescriptorRecordSet>\n<DescriptorRecord>'
    "<DescriptorUI>D1</DescriptorUI><DescriptorName><String>Heart</String></DescriptorName><TreeNumberList><TreeNumber>A1"
    "</TreeNumber></TreeNumberList></DescriptorRecord>\n<DescriptorRecord><DescriptorUI>D2</DescriptorUI><DescriptorName>"
    "<String>Atria</String></DescriptorName><TreeNumberList><TreeNumber>A1.2</TreeNumber></TreeNumberList><ConceptList>"
    '<Concept PreferredConceptYN="N"><ScopeNote>x</ScopeNote><ConceptRelationList><ConceptRelation RelationName="NRW"/>'
    '</ConceptRelationList><TermList><Term IsPermutedTermYN="N"><String>auricle</String></Term></TermList></Concept>'
    "</ConceptList></DescriptorRecord>\n</DescriptorRecordSet>\n"
)
MRCONSO = "".join(
    f"{cui}|{language}|P|L1|PF|S1|Y|A{number}||||SRC|PT|c|{term}|0|{suppress}||\n"
    for number, (cui, language, term, suppress) in enumerate(
        [("C0000001", "ENG", "heart", "N"), ("C0000002", "DAN", "hjerte", "N"), ("C0000002", "ENG", "atrium", "O")], 1
    )
)
LOINC = (
    "LOINC_NUM,COMPONENT,RELATEDNAMES2,SHORTNAME,LONG_COMMON_NAME,STATUS\n"
    '1-8,Sugar,Sug; Serum,Sugar Ser,Sugar in Serum,ACTIVE\n2-6,Sugar,,,"Sugar in Blood, old",DEPRECATED\n'
)
LOINC_HIERARCHY = (
    "PATH_TO_ROOT,SEQUENCE,IMMEDIATE_PARENT,CODE,CODE_TEXT\n,1,,LP1-1,Sugar\nLP1-1,1,LP1-1,1-8,Sugar Ser\n"
)
MRREL = "C0000002|A2|AUI|PAR|C0000001|A1|AUI|||R1||SRC|SRC|||N||\n"
FHIR = (
    '{"resourceType": "CodeSystem", "status": "active", "content": "complete", "language": "en", "concept": [\n'
    '{"code": "a", "display": "heart", "definition": "x", "designation": [{"value": "cor", "language": "la", '
    '"use": {"code": "display"}}], "concept": [{"code": "b", "display": "atrium"}]},\n'
    '{"code": "c", "display": "old", "property": [{"code": "inactive", "valueBoolean": true}, '
    '{"code": "parent", "valueCode": "a"}]}]}\n'
)
