"""Terminologies in the formats that others read: each is parsed by its own library, and holds what was written."""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import BadInput
from engine.formats.changes import Changes
from engine.formats.ontologies.obo import read as read_obo
from engine.formats.reading import read_file
from engine.formats.registry import FORMATS, TERMINOLOGY
from engine.formats.releases.hpo import package_file
from engine.formats.rf2.rf2_writing import check_digit
from engine.formats.rf2.rf2_writing import write as write_rf2
from store.records.terminology import Concept, Edit, Name, Terminology
from tests.budget import examples

ABOUT = Terminology("hearts", "Hearts & more", "2026-11", "CC0 “so”", "hearts.obo", "", "", 0, 0, 0)
SKOS = "http://www.w3.org/2004/02/skos/core#"
NOM = "urn:nomenclator:skos:"
OBO_IN_OWL = "http://www.geneontology.org/formats/oboInOwl#"
OWL, RDFS, DCT = rdflib.OWL, rdflib.RDFS, rdflib.DCTERMS
CONCEPTS = (
    Concept("H:1", "Heart disease", (Name("Heart disease", "preferred"),), definition='Any "disease" of the heart.\\'),
    Concept(
        "H:2",
        "Heart attack",
        (
            Name("Heart attack", "preferred"),
            Name("Heart attack", "synonym"),
            Name("Infarctus | du myocarde", "preferred", language="fr"),
            Name("MI!", "synonym", "related", "synonym, abbreviation"),
            Name("cardiac {event}", "synonym", "broad"),
            Name("pump failure", source="added by mira"),
        ),
        ("H:1", "H:3"),
        notes={"Comment": ["see above"], "Excludes1": ["angina", "old ones"]},
    ),
    Concept("H:3", "Acute <thing> & more", (Name("Acute <thing> & more", "preferred"),)),
    Concept("H:4", "obsolete Old", (), obsolete=True, replaced_by="H:2"),
)
MOMENT = "2026-05-03T14:05:00.000+00:00"
SEEN = ("mira", MOMENT, 'heard "it"', "pump", 0.75, "best-1")
EDITS = (
    Edit(7, 1, "add", "hearts", "H:2", "pump failure", *SEEN, model_sha256="ab" * 32),
    Edit(8, 2, "add", "hearts", "H:2", "H:3", "olu", MOMENT, kind="parent"),
)
WRITERS = [name for name, one in FORMATS.items() if TERMINOLOGY in one.writes and one.says_who]
TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t", exclude_characters="\ufffe\uffff")
)
NAMES = TEXT.filter(lambda text: text.strip())


@st.composite
def terminologies(draw: st.DrawFn) -> list[Concept]:
    """Up to four concepts with any texts, each with a parent before it."""
    concepts: list[Concept] = []
    for number in range(draw(st.integers(1, 4))):
        texts = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
        scopes = draw(st.lists(st.sampled_from(["exact", "broad", "narrow", "related"]), min_size=4, max_size=4))
        names = [Name(texts[0], "preferred")]
        names += [
            Name(text, "synonym", scope, language="fr-CA") for text, scope in zip(texts[1:], scopes, strict=False)
        ]
        parents = (concepts[-1].id,) if concepts and draw(st.booleans()) else ()
        concepts.append(Concept(f"X:{number}", texts[0], tuple(names), parents, draw(TEXT)))
    return concepts


def written(folder: Path, format: str, concepts: object = CONCEPTS) -> Path:
    """The file that a format's writer makes of the concepts, with who changed what."""
    path = folder / f"hearts{FORMATS[format].written[0]}"
    FORMATS[format].load().write(path, iter(concepts), ABOUT, Changes(EDITS))  # type: ignore[call-overload]
    return path


def graph(path: Path, format: str) -> rdflib.Graph:
    return rdflib.Graph().parse(path, format=format)


def uri(id: str) -> rdflib.URIRef:
    return rdflib.URIRef("http://purl.obolibrary.org/obo/" + id.replace(":", "_"))


def labels(found: rdflib.Graph, id: str, *properties: str) -> set[tuple[str, str]]:
    """(text, language) of what these properties say of a concept."""
    values = (value for one in properties for value in found.objects(uri(id), rdflib.URIRef(one)))
    return {(str(value), value.language or "") for value in values}  # type: ignore[attr-defined]


def test_skos_says_labels_links_scopes_and_who(tmp_path: Path) -> None:
    found = graph(written(tmp_path, "skos"), "turtle")
    assert labels(found, "H:2", SKOS + "prefLabel") == {("Heart attack", "en"), ("Infarctus | du myocarde", "fr")}
    alternatives = {("MI!", "en"), ("cardiac {event}", "en"), ("pump failure", "en")}
    assert labels(found, "H:2", SKOS + "altLabel") == alternatives
    assert set(found.objects(uri("H:2"), rdflib.URIRef(SKOS + "broader"))) == {uri("H:1"), uri("H:3")}
    assert str(found.value(uri("H:1"), rdflib.URIRef(SKOS + "definition"))) == CONCEPTS[0].definition
    assert found.value(uri("H:4"), DCT.isReplacedBy) == uri("H:2")
    scheme = rdflib.URIRef("urn:nomenclator:hearts")
    assert str(found.value(scheme, DCT.license)) == "CC0 “so”" and str(found.value(scheme, DCT.title)) == ABOUT.title
    more = {
        str(found.value(node, rdflib.URIRef(NOM + "text"))): node
        for node in found.objects(uri("H:2"), rdflib.URIRef(NOM + "name"))
    }
    assert set(more) == {"Heart attack", "MI!", "cardiac {event}", "pump failure"}  # the first repeats the preferred
    assert str(found.value(more["MI!"], rdflib.URIRef(NOM + "scope"))) == "related"
    pump = more["pump failure"]
    assert str(found.value(pump, DCT.creator)) == "mira" and str(found.value(pump, DCT.created)) == EDITS[0].when
    assert found.value(pump, rdflib.URIRef(NOM + "score")).toPython() == 0.75  # type: ignore[union-attr]
    assert str(found.value(pump, rdflib.URIRef(NOM + "modelSha256"))) == "ab" * 32


def test_owl_says_labels_links_scopes_and_who(tmp_path: Path) -> None:
    found = graph(written(tmp_path, "owl"), "xml")
    assert labels(found, "H:2", str(RDFS.label)) == {("Heart attack", "en"), ("Infarctus | du myocarde", "fr")}
    assert ("Heart attack", "en") in labels(found, "H:2", OBO_IN_OWL + "hasExactSynonym")
    assert labels(found, "H:2", OBO_IN_OWL + "hasBroadSynonym") == {("cardiac {event}", "en")}
    assert set(found.objects(uri("H:2"), RDFS.subClassOf)) == {uri("H:1"), uri("H:3")}
    assert labels(found, "H:3", str(RDFS.label)) == {("Acute <thing> & more", "en")}
    assert found.value(uri("H:4"), OWL.deprecated).toPython() is True  # type: ignore[union-attr]
    axioms = {str(found.value(node, OWL.annotatedTarget)): node for node in found.subjects(rdflib.RDF.type, OWL.Axiom)}
    assert set(axioms) == {"pump failure", str(uri("H:3"))}
    assert str(found.value(axioms["pump failure"], RDFS.comment)) == 'heard "it"'
    assert str(found.value(axioms[str(uri("H:3"))], DCT.creator)) == "olu"


def test_fhir_is_a_code_system_that_the_standard_accepts(tmp_path: Path) -> None:
    from fhir.resources.R4B.codesystem import CodeSystem

    system = CodeSystem.model_validate_json(written(tmp_path, "fhir").read_text(encoding="utf-8"))
    assert (system.count, system.language, system.title) == (4, "en", "Hearts & more")
    attack = system.concept[1]
    assert (attack.code, attack.display) == ("H:2", "Heart attack")
    told = [(one.value, one.language, bool(one.use)) for one in attack.designation]
    assert told[:2] == [("Heart attack", "en", False), ("Infarctus | du myocarde", "fr", True)]
    pump = {one.url.rpartition(":")[2]: one.valueString or one.valueDecimal for one in attack.designation[-1].extension}
    assert pump["by"] == "mira" and float(pump["score"]) == 0.75 and pump["model-sha256"] == "ab" * 32
    assert [one.valueCode for one in attack.property if one.code == "parent"] == ["H:1", "H:3"]
    assert [one.code for one in system.concept[3].property] == ["inactive", "replacedBy"]


def test_json_lines_hold_every_field(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in written(tmp_path, "jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["id"] for line in lines] == ["H:1", "H:2", "H:3", "H:4"]
    told = [tuple(name[key] for key in ("text", "kind", "scope", "source", "language")) for name in lines[1]["names"]]
    assert told == [(one.text, one.kind, one.scope, one.source, one.language) for one in CONCEPTS[1].names]
    assert (lines[1]["names"][-1]["by"], lines[1]["names"][-1]["model sha256"]) == ("mira", "ab" * 32)
    assert lines[1]["notes"] == CONCEPTS[1].notes and lines[3]["replaced_by"] == "H:2"


def test_obo_keeps_every_name_type_and_who(tmp_path: Path) -> None:
    path = written(tmp_path, "obo")
    found = {concept.id: concept for concept in read_obo(path).concepts}
    told = [(name.text, name.kind, name.scope) for name in found["H:2"].names]
    assert told == [
        (one.text, "synonym" if place else "preferred", one.scope) for place, one in enumerate(CONCEPTS[1].names)
    ]
    assert found["H:2"].names[3].source == "synonym, abbreviation"
    assert found["H:2"].parents == ("H:1", "H:3") and found["H:1"].definition == CONCEPTS[0].definition
    assert found["H:2"].notes == {"Comment": ["see above | Excludes1: angina; old ones"]}
    text = path.read_text(encoding="utf-8")
    assert 'synonymtypedef: abbreviation "abbreviation"' in text.partition("[Term]")[0]
    assert '{dc:creator="mira", dc:date="2026-05-03T14:05:00.000+00:00"' in text


def robot_rows(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        heading, template, *rows = csv.reader(file, delimiter="\t")
    assert len(heading) == len(template) and template[:2] == ["ID", "LABEL"]
    return [dict(zip(heading, row, strict=True)) for row in rows]


def test_a_robot_template_parts_what_its_separator_would_tear(tmp_path: Path) -> None:
    rows = robot_rows(written(tmp_path, "robot"))
    attack = [row for row in rows if row["ID"] == "H:2"]
    assert attack[0]["Parents"] == "H:1|H:3" and attack[0]["exact synonyms"] == "Heart attack"
    assert [(row["exact synonym"], row["by"]) for row in attack[1:]] == [
        ("Infarctus | du myocarde", ""),
        ("pump failure", "mira"),
    ]
    assert rows[-1]["deprecated"] == "true" and rows[-1]["replaced by"] == "H:2"


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(terminologies())
def test_any_text_comes_back_from_every_format(tmp_path: Path, concepts: list[Concept]) -> None:
    names = {(one.id, name.text, name.language) for one in concepts for name in one.names}
    links = {(one.id, parent) for one in concepts for parent in one.parents}
    skos, owl = graph(written(tmp_path, "skos", concepts), "turtle"), graph(written(tmp_path, "owl", concepts), "xml")
    of_skos = (SKOS + "prefLabel", SKOS + "altLabel")
    of_owl = (str(RDFS.label), *(f"{OBO_IN_OWL}has{scope}Synonym" for scope in ("Exact", "Broad", "Narrow", "Related")))
    for found, properties, over in ((skos, of_skos, rdflib.URIRef(SKOS + "broader")), (owl, of_owl, RDFS.subClassOf)):
        assert {(one.id, *label) for one in concepts for label in labels(found, one.id, *properties)} == names
        assert {
            (one.id, parent) for one in concepts for _, parent in links if (uri(one.id), over, uri(parent)) in found
        } == links
    fhir = json.loads(written(tmp_path, "fhir", concepts).read_text(encoding="utf-8"))
    assert {(one["code"], one["display"]) for one in fhir["concept"]} == {(one.id, one.preferred) for one in concepts}
    designations = {
        (one["code"], more["value"], more["language"]) for one in fhir["concept"] for more in one.get("designation", [])
    }
    assert designations == {one for one in names if one[2] != "en"}
    lines = [
        json.loads(line) for line in written(tmp_path, "jsonl", concepts).read_text(encoding="utf-8").split("\n")[:-1]
    ]
    assert {(one["id"], name["text"], name["language"]) for one in lines for name in one["names"]} == names
    obo = read_obo(written(tmp_path, "obo", concepts)).concepts
    blank = lambda text: " ".join(text.split())  # noqa: E731  # OBO's lines end, and its reader closes wide gaps
    assert sorted((one.id, blank(name.text), name.scope) for one in obo for name in one.names) == sorted(
        (one.id, blank(name.text), name.scope) for one in concepts for name in one.names
    )
    rows = robot_rows(written(tmp_path, "robot", concepts))
    assert {row["ID"] for row in rows} == {one.id for one in concepts}


@pytest.fixture(scope="module")
def excerpt(tmp_path_factory: pytest.TempPathFactory) -> list[Concept]:
    """The first terms of HPO, with their scopes, types and repeated names."""
    path = tmp_path_factory.mktemp("hpo") / "hp.obo"
    whole = package_file().read_text(encoding="utf-8")
    path.write_text(whole[: whole.index("\n[Term]", 900_000) + 1], encoding="utf-8")
    return read_obo(path).concepts


def test_an_excerpt_of_hpo_keeps_every_name_and_link_through_obo(tmp_path: Path, excerpt: list[Concept]) -> None:
    repeated = [one for one in excerpt if sum(name.text == one.preferred for name in one.names) > 1]
    assert len(excerpt) > 1000 and repeated
    again = {one.id: one for one in read_obo(written(tmp_path, "obo", excerpt)).concepts}
    for one in excerpt:
        found = again[one.id]
        assert (found.names, found.parents, found.definition) == (one.names, one.parents, one.definition)
        assert (found.obsolete, found.replaced_by, found.notes) == (one.obsolete, one.replaced_by, one.notes)


@pytest.mark.parametrize(("format", "syntax"), [("skos", "turtle"), ("owl", "xml")])
def test_an_excerpt_of_hpo_keeps_every_name_and_link_through_rdf(
    tmp_path: Path, excerpt: list[Concept], format: str, syntax: str
) -> None:
    some = [
        replace(one, parents=tuple(p for p in one.parents if p in {o.id for o in excerpt[:300]}))
        for one in excerpt[:300]
    ]
    found = graph(written(tmp_path, format, some), syntax)
    over = rdflib.URIRef(SKOS + "broader") if format == "skos" else RDFS.subClassOf
    assert len(list(found.triples((None, over, None)))) == sum(len(one.parents) for one in some)
    properties = [SKOS + "prefLabel", SKOS + "altLabel", str(RDFS.label)]
    properties += [f"{OBO_IN_OWL}has{scope}Synonym" for scope in ("Exact", "Broad", "Narrow", "Related")]
    for one in some:
        texts = {(name.text, "en") for name in one.names} or {(one.preferred, "")}
        assert labels(found, one.id, *properties) == texts


PARTS = ("Concept_Delta", "Description_Delta-en", "Relationship_Delta")


def delta(path: Path) -> dict[str, list[dict[str, str]]]:
    """The files of a Delta by the third part of their names."""
    found = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            heading, *rows = (line.split("\t") for line in archive.read(name).decode().split("\r\n")[:-1])
            found["_".join(Path(name).name.split("_")[:3])] = [dict(zip(heading, row, strict=True)) for row in rows]
    return found


def test_rf2_is_a_delta_of_what_people_changed(tmp_path: Path) -> None:
    made = Edit(9, 3, "add", "hearts", "NEW:1", "Broken heart", "olu", "2026-05-05T10:00:00.000+00:00", kind="concept")
    under = replace(made, id=10, name="22298006", kind="parent")
    gone = replace(made, id=11, action="withdraw", concept_id="22298006", name="MI", kind="name")
    path = tmp_path / "hearts.rf2.zip"
    assert write_rf2(path, iter(()), ABOUT, Changes([made, under, gone]), "1000003") == 4
    found = delta(path)
    (concept,), (name,), (link,) = (found[f"sct2_{part}"] for part in PARTS)
    assert (name["term"], name["conceptId"], name["active"]) == ("Broken heart", concept["id"], "1")
    assert (link["sourceId"], link["destinationId"], link["typeId"]) == (concept["id"], "22298006", "116680003")
    for id, partition in ((concept["id"], "10"), (name["id"], "11"), (link["id"], "12"), (concept["moduleId"], "10")):
        assert id.endswith(f"1000003{partition}{id[-1]}") and int(id[-1]) == check_digit(id[:-1])
    (withdrawn,) = found["xsct2_Description_Inactivation"]
    assert (withdrawn["id"], withdrawn["active"], withdrawn["term"]) == ("", "0", "MI")
    assert [row["by"] for row in found["xder2_Provenance_1000003"]] == ["olu", "olu", "olu"]


def test_the_check_digit_is_that_of_snomed_ct() -> None:
    for id in ("900000000000003001", "116680003", "22298006", "999000011000000103"):
        assert check_digit(id[:-1]) == int(id[-1])


def test_rf2_without_a_namespace_or_edits_says_so(tmp_path: Path) -> None:
    """Seven digits of another script were taken, and stood in the identifiers."""
    for other in ("12", "١٢٣٤٥٦٧"):
        with pytest.raises(BadInput, match=f"needs your extension's namespace of seven digits, not “{other}”"):
            write_rf2(tmp_path / "x.zip", iter(CONCEPTS), ABOUT, Changes(EDITS), other)
    with pytest.raises(BadInput, match="Nobody has edited"):
        write_rf2(tmp_path / "x.zip", iter(CONCEPTS), ABOUT, Changes(), "1000003")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format", WRITERS)
def test_a_failing_writer_leaves_no_file(tmp_path: Path, format: str) -> None:
    def broken() -> Iterator[Concept]:
        yield CONCEPTS[0]
        raise RuntimeError

    with pytest.raises(RuntimeError):
        written(tmp_path, format, broken())
    assert list(tmp_path.iterdir()) == []


def test_a_nested_code_system_of_another_program_is_read(tmp_path: Path) -> None:
    path = tmp_path / "system.json"
    within = {"code": "B", "display": "Bee", "property": [{"code": "status", "valueCode": "retired"}]}
    first = {"code": "A", "concept": [within, {"code": "C", "property": [{"code": "parent", "valueCode": "gone"}]}]}
    path.write_text(
        json.dumps({"resourceType": "CodeSystem", "name": "Abc", "concept": [first, {"code": "A"}]}), "utf-8"
    )
    parsed = read_file(path)
    assert [(one.id, one.parents, one.obsolete) for one in parsed.concepts] == [
        ("A", (), False),
        ("B", (), True),
        ("C", ("A",), False),
    ]
    told = " ".join(problem.sentence for problem in parsed.problems)
    assert "A stands twice" in told and "gone" in told
