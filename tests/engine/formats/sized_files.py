"""A file of each format with as many concepts as are wanted: three names each, and a parent each but for the first."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from engine.formats.registry import FORMATS
from store.records.terminology import Concept, Name, Terminology
from tests.engine.formats.large.metathesaurus import write_metathesaurus
from tests.engine.formats.large.rf2_release import Size, write_release
from tests.engine.formats.large.terms import term

ABOUT = Terminology("sized", "Sized", "1", "CC0", "sized", "", "", 0, 0, 0)
SKOS, RDF = "http://www.w3.org/2004/02/skos/core#", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
WRITTEN = {
    "obo": ".obo",
    "owl": ".owl",
    "skos": ".ttl",
    "fhir": ".json",
    "jsonl": ".jsonl",
    "robot": ".tsv",
    "own": ".csv",
}
TABLES = {"xlsx": ".xlsx", "parquet": ".parquet", "csv": ".csv"}
NAMES = 3  # of a concept
ABOVE = 40  # children of a concept


def code(place: int) -> str:
    """The id of a concept by its place."""
    return f"X:{place:07}"


def names(place: int) -> list[str]:
    """Its three names."""
    return [term(place, wording) for wording in range(NAMES)]


def concepts(count: int) -> Iterator[Concept]:
    """The concepts themselves."""
    for place in range(count):
        first, *others = names(place)
        given = (Name(first, "preferred"), *(Name(text) for text in others))
        parents = (code(place // ABOVE),) if place else ()
        yield Concept(code(place), first, given, parents, f"What {first} is.")


def made(format: str, folder: Path, count: int) -> Path:
    """The file of a format; KeyError for one that none is made of."""
    if format in WRITTEN:
        path = folder / f"sized{WRITTEN[format]}"
        FORMATS[format].load().write(path, concepts(count), ABOUT)
        return path
    if format in TABLES:
        path = folder / f"sized{TABLES[format]}"
        heading = ["id", "name", "synonyms", "parents", "definition"]
        FORMATS[format].load().write_rows(path, heading, map(_row, concepts(count)))
        return path
    return OTHERS[format](folder, count)


def _row(one: Concept) -> list[str]:
    return [one.id, one.preferred, "|".join(name.text for name in one.names[1:]), "|".join(one.parents), one.definition]


def _lines(path: Path, lines: Iterable[str]) -> Path:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
    return path


def _between(head: str, each: Callable[[Concept], str], foot: str, name: str) -> Callable[[Path, int], Path]:
    def make(folder: Path, count: int) -> Path:
        return _lines(folder / name, [head, *map(each, concepts(count)), foot])

    return make


def _skos_json(folder: Path, count: int) -> Path:
    nodes = [
        {
            "@id": f"http://example.org/x/{one.id[2:]}",
            "@type": [SKOS + "Concept"],
            SKOS + "prefLabel": [{"@value": one.preferred, "@language": "en"}],
            SKOS + "altLabel": [{"@value": name.text, "@language": "en"} for name in one.names[1:]],
            SKOS + "broader": [{"@id": f"http://example.org/x/{parent[2:]}"} for parent in one.parents],
        }
        for one in concepts(count)
    ]
    path = folder / "sized.jsonld"
    path.write_text(json.dumps({"@graph": nodes}, indent=1), encoding="utf-8")
    return path


def _obographs(folder: Path, count: int) -> Path:
    listed = list(concepts(count))
    nodes = [
        {
            "id": f"http://purl.obolibrary.org/obo/{one.id.replace(':', '_')}",
            "lbl": one.preferred,
            "type": "CLASS",
            "meta": {"synonyms": [{"pred": "hasExactSynonym", "val": name.text} for name in one.names[1:]]},
        }
        for one in listed
    ]
    edges = [{"sub": one.id, "pred": "is_a", "obj": parent} for one in listed for parent in one.parents]
    path = folder / "sized.json"
    path.write_text(json.dumps({"graphs": [{"id": "x", "nodes": nodes, "edges": edges}]}, indent=1), encoding="utf-8")
    return path


def _tbx(one: Concept) -> str:
    terms = "".join(f"<termSec><term>{escape(name.text)}</term></termSec>" for name in one.names)
    broader = "".join(f'<ref type="broaderConceptGeneric" target="{parent}"/>' for parent in one.parents)
    return f'<conceptEntry id="{one.id}">{broader}<langSec xml:lang="en">{terms}</langSec></conceptEntry>'


def _claml(one: Concept) -> str:
    above = "".join(f'<SuperClass code="{parent}"/>' for parent in one.parents)
    first, *others = (f'><Label xml:lang="en">{escape(name.text)}</Label></Rubric>' for name in one.names)
    rubrics = "".join(f'<Rubric kind="inclusion"{rest}' for rest in others)
    return f'<Class code="{one.id}" kind="category">{above}<Rubric kind="preferred"{first}{rubrics}</Class>'


def _skos_xml(one: Concept) -> str:
    labels = "".join(f'<skos:altLabel xml:lang="en">{escape(name.text)}</skos:altLabel>' for name in one.names[1:])
    above = "".join(f'<skos:broader rdf:resource="http://example.org/x/{parent[2:]}"/>' for parent in one.parents)
    return (
        f'<skos:Concept rdf:about="http://example.org/x/{one.id[2:]}"><skos:prefLabel xml:lang="en">'
        f"{escape(one.preferred)}</skos:prefLabel>{labels}{above}</skos:Concept>"
    )


def _mesh(one: Concept) -> str:
    place = int(one.id[2:])
    numbers = [f"{place:07}"]
    while place:
        place //= ABOVE
        numbers.append(f"{place:07}")
    terms = "".join(f"<Term><String>{escape(name.text)}</String></Term>" for name in one.names)
    return (
        f"<DescriptorRecord><DescriptorUI>{one.id}</DescriptorUI><DescriptorName><String>{escape(one.preferred)}</String>"
        f"</DescriptorName><TreeNumberList><TreeNumber>{'.'.join(reversed(numbers))}</TreeNumber></TreeNumberList>"
        f'<ConceptList><Concept PreferredConceptYN="Y"><TermList>{terms}</TermList></Concept></ConceptList>'
        "</DescriptorRecord>"
    )


def _tabular(one: Concept) -> str:
    notes = "".join(f"<inclusionTerm><note>{escape(name.text)}</note></inclusionTerm>" for name in one.names[1:])
    return f"<diag><name>{one.id}</name><desc>{escape(one.preferred)}</desc>{notes}</diag>"


def _chapters(folder: Path, count: int) -> Path:
    lines = ["<ICD10CM.tabular>"]
    for place, one in enumerate(concepts(count)):
        if not place % ABOVE:
            end = "</section></chapter>" if place else ""
            lines.append(f'{end}<chapter><name>{place}</name><desc>x</desc><section id="A{place}"><desc>y</desc>')
        lines.append(_tabular(one))
    return _lines(folder / "sized.xml", [*lines, "</section></chapter></ICD10CM.tabular>"])


def _order(folder: Path, count: int) -> Path:
    made = (_icd_code(place) for place in range(count))
    lines = (f"{place:05} {code:7} 1 {term(place, 1)[:60]:60} {term(place)}" for place, code in enumerate(made))
    return _lines(folder / "sized.txt", lines)


def _icd_code(place: int) -> str:
    return f"{chr(65 + place // 100_000)}{place // 1_000 % 100:02}{place % 1_000:03}"


def _loinc(folder: Path, count: int, packed: bool = False) -> Path:
    heading = '"LOINC_NUM","COMPONENT","STATUS","SHORTNAME","LONG_COMMON_NAME","DisplayName"'
    rows = (
        f'"{place}-0","x","ACTIVE",' + ",".join(f'"{text}"' for text in (texts[1], texts[0], texts[2]))
        for place, texts in ((place, names(place)) for place in range(count))
    )
    table = _lines(folder / "Loinc.csv", [heading, *rows])
    parts = [f",{part},,LP{part},part {part}" for part in range(count // ABOVE + 1)]
    codes = [f"LP{place // ABOVE},{place},LP{place // ABOVE},{place}-0,x" for place in range(count)]
    hierarchy = folder / "ComponentHierarchyBySystem.csv"
    _lines(hierarchy, ["PATH_TO_ROOT,SEQUENCE,IMMEDIATE_PARENT,CODE,CODE_TEXT", *parts, *codes])
    return _zipped(folder / "loinc.zip", [table, hierarchy]) if packed else table


def _zipped(path: Path, files: Iterable[Path]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for file in files:
            archive.write(file, f"release/{file.name}")
    return path


def _release(folder: Path, count: int) -> Path:
    return write_release(folder / "release", Size(count, NAMES * count, count - 1), "20260131")


def _release_zip(folder: Path, count: int) -> Path:
    return _zipped(folder / "rf2.zip", sorted(_release(folder, count).rglob("*.txt")))


def _annotated(folder: Path, count: int) -> Path:
    lines: list[str] = []
    for place, one in enumerate(concepts(count)):
        text = one.preferred
        lines += [f"{place}|t|{text}", f"{place}|a|", f"{place}\t0\t{len(text)}\t{text}\tDisease\tD{place}", ""]
    return _lines(folder / "sized.pubtator", lines)


def _bioc(one: Concept) -> str:
    text = escape(one.preferred)
    return (
        f'<document><id>{one.id}</id><passage><offset>0</offset><text>{text}</text><annotation id="1"><infon '
        f'key="identifier">{one.id}</infon><location offset="0" length="{len(one.preferred)}"/><text>{text}</text>'
        "</annotation></passage></document>"
    )


XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
OTHERS: dict[str, Callable[[Path, int], Path]] = {
    "skos RDF/XML": _between(
        f'{XML}<rdf:RDF xmlns:rdf="{RDF}" xmlns:skos="{SKOS}">', _skos_xml, "</rdf:RDF>", "sized.rdf"
    ),
    "skos JSON-LD": _skos_json,
    "obographs": _obographs,
    "tbx": _between(f'{XML}<tbx type="TBX-Core" style="dca"><text><body>', _tbx, "</body></text></tbx>", "sized.tbx"),
    "claml": _between(f'{XML}<ClaML version="2.0.0">', _claml, "</ClaML>", "sized.xml"),
    "mesh": _between(f"{XML}<DescriptorRecordSet>", _mesh, "</DescriptorRecordSet>", "sized.xml"),
    "icd10cm-tabular": _chapters,
    "icd10cm-order": _order,
    "umls": lambda folder, count: write_metathesaurus(folder, NAMES * count),
    "rf2": _release,
    "rf2 zip": _release_zip,
    "loinc": _loinc,
    "loinc zip": lambda folder, count: _loinc(folder, count, packed=True),
    "medic": lambda folder, count: _lines(
        folder / "sized.txt", (f"{one.id}||{'|'.join(name.text for name in one.names)}" for one in concepts(count))
    ),
    "pubtator": _annotated,
    "bioc": _between(f"{XML}<collection><source>x</source>", _bioc, "</collection>", "sized.xml"),
}
KINDS = (*WRITTEN, *TABLES, *OTHERS)  # all files that are made
