"""FHIR R4 terminology: each answer is a resource that the models of fhir.resources take."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from fhir.resources.R4B import get_fhir_model_class

from engine.jobs import worker
from engine.normalisation.request import NormalisationRequest
from engine.serving.fhir.systems import SYSTEMS
from engine.workbench import SourceFile, Workbench
from store.records.training import COMPLETED
from tests.coded import with_codes
from tests.engine.serving.asking import TOKEN, Answered, Visitor
from tests.tables import with_table

MEDIA = "application/fhir+json"
ORGANS, SIGNS = "urn:nomenclator:organs", "urn:nomenclator:my_signs"


def resource(answered: Answered, kind: str, status: int = 200) -> dict[str, Any]:
    """The content, which must be a valid resource of this kind."""
    assert (answered.status, answered.headers["content-type"]) == (status, f"{MEDIA}; charset=utf-8"), answered.text
    found: dict[str, Any] = answered.json
    assert found["resourceType"] == kind
    get_fhir_model_class(kind).model_validate(found)
    return found


def parts(content: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [one for one in content.get("parameter", content.get("part", [])) if one["name"] == name]


def value(content: dict[str, Any], name: str) -> Any:
    (one,) = parts(content, name)
    return next(one[key] for key in one if key.startswith("value"))


def extension(content: dict[str, Any], name: str) -> Any:
    found = {one["url"].rpartition(":")[2]: one for one in content.get("extension", [])}
    return next(found[name][key] for key in found[name] if key.startswith("value"))


def resource_of(visitor: Visitor, operation: str, **values: str) -> dict[str, Any]:
    return resource(visitor.get(f"/fhir/{operation}", **values), "Parameters")


def test_what_is_offered_is_there(visitor: Visitor) -> None:
    offered = resource(visitor.get("/fhir/metadata"), "CapabilityStatement")
    resource(visitor.get("/fhir/metadata", mode="terminology"), "TerminologyCapabilities")
    bundle = resource(visitor.get("/fhir/CodeSystem"), "Bundle")

    for kind in offered["rest"][0]["resource"]:
        for operation in kind["operation"]:
            answered = visitor.get(f"/fhir/{kind['type']}/${operation['name']}")
            assert (
                answered.status == 400
                and "missing" in resource(answered, "OperationOutcome", 400)["issue"][0]["diagnostics"]
            )
    assert [one["resource"]["url"] for one in bundle["entry"]] == [ORGANS, SIGNS]
    for one in bundle["entry"]:
        assert resource(visitor.get(one["fullUrl"].removeprefix(Visitor.base)), "CodeSystem") == one["resource"]
    assert resource(visitor.get("/fhir/CodeSystem", url=SIGNS), "Bundle")["total"] == 1


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [("H", "H1", "subsumes"), ("H1", "R", "subsumed-by"), ("H", "L", "not-subsumed"), ("H", "H", "equivalent")],
)
def test_a_code_stands_below_another(visitor: Visitor, first: str, second: str, outcome: str) -> None:
    """It was taken for a code system called “$subsumes”."""
    for operation in ("CodeSystem/$subsumes", "CodeSystem/organs/$subsumes"):
        given = {} if "organs" in operation else {"system": ORGANS}
        assert value(resource_of(visitor, operation, codeA=first, codeB=second, **given), "outcome") == outcome
    missing = visitor.get("/fhir/CodeSystem/organs/$subsumes", codeA="H", codeB="ZZ")
    assert "no concept “ZZ”" in resource(missing, "OperationOutcome", 404)["issue"][0]["diagnostics"]
    unknown = resource(visitor.get("/fhir/CodeSystem/$find-matches"), "OperationOutcome", 404)["issue"][0]
    assert unknown["diagnostics"].startswith("There is no operation “$find-matches” of code systems here; there are")


def test_a_code_system_is_found_by_its_publishers_address(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "organs", "http://example.org/organs")
    bundle = resource(visitor.get("/fhir/CodeSystem", url="http://example.org/organs"), "Bundle")
    assert [one["resource"]["url"] for one in bundle["entry"]] == ["http://example.org/organs"]


def test_a_code_is_looked_up_in_every_spelling_that_a_ranking_takes(workbench: Workbench, tmp_path: Path) -> None:
    """“i209” was not there, though rankings took it for I20.9."""
    visitor, system = Visitor(with_codes(workbench, tmp_path)), "urn:nomenclator:codes"
    found = resource_of(visitor, "CodeSystem/$lookup", system=system, code="i209")
    assert value(found, "display") == "Angina pectoris unspecified"
    refused = resource_of(visitor, "CodeSystem/$validate-code", url=system, code="i209")
    assert value(refused, "message") == "The code is written I20.9, not i209."


def test_a_lookup_and_a_file_say_the_same_texts(workbench: Workbench, tmp_path: Path) -> None:
    """The server put blanks where the file had �, and took what joins letters out of Persian words."""
    texts = {"X1": "heart\u00a0attack", "X2": "قلب\u200cها", "X3": "lung\x01 disease", "X4": "asthma\u2003mild"}
    with_table(workbench, tmp_path, "odd_texts", "id,name\n" + "".join(f"{code},{code}\n" for code in texts))
    with workbench.workspace.writing() as db:
        for code, name in texts.items():
            db.execute("UPDATE concepts SET preferred = ?, definition = ? WHERE code = ?", [name, name, code])
    workbench.exports.write_terminology(tmp_path / "odd.json", "odd_texts", "fhir")
    content = json.loads((tmp_path / "odd.json").read_text(encoding="utf-8"))
    assert content["id"] == resource(
        Visitor(workbench).get("/fhir/CodeSystem/odd_texts"), "CodeSystem"
    )["id"]  # fmt: skip
    for one in content["concept"]:
        found = resource_of(Visitor(workbench), "CodeSystem/$lookup", system="odd_texts", code=one["code"])
        (defined,) = [part for part in parts(found, "property") if value(part, "code") == "definition"]
        assert value(found, "display") == one["display"] == value(defined, "value") == one["definition"]
    assert [one["display"] for one in content["concept"]] == [text.replace("\x01", "�") for text in texts.values()]


def test_two_short_names_with_one_id_are_told_apart(workbench: Workbench, tmp_path: Path) -> None:
    """a-b was answered for by a_b, which was there before it."""
    for name in ("a_b", "a-b"):
        with_table(workbench, tmp_path, name, f"id,name\nX,{name}\n")
    visitor = Visitor(workbench)
    for system, shown in (
        ("a_b", "a_b"),
        ("a-b", "a-b"),
        ("urn:nomenclator:a_b", "a_b"),
        ("urn:nomenclator:a-b", "a-b"),
    ):
        assert value(resource_of(visitor, "CodeSystem/$lookup", system=system, code="X"), "display") == shown
    for name in ("c_d_e", "c-d_e"):
        with_table(workbench, tmp_path, name, f"id,name\nX,{name}\n")
    refused = resource(visitor.get("/fhir/CodeSystem/c-d-e"), "OperationOutcome", 400)
    assert refused["issue"][0]["diagnostics"] == (
        "“c-d-e” may be any of c_d_e and c-d_e; ask with the short name or the address."
    )


def test_a_chosen_name_is_served_and_a_merged_code_says_where_it_went(workbench: Workbench) -> None:
    workbench.concept_edits.prefer("organs", "H1", "heart attack", "ann")
    workbench.concept_edits.define("organs", "H1", "Death of heart muscle.", "ann")
    workbench.concept_edits.merge("organs", "H2", "H1", "ann")
    visitor = Visitor(workbench)
    found = resource_of(visitor, "CodeSystem/$lookup", system=ORGANS, code="H1")
    assert value(found, "display") == "heart attack"
    properties = [one for one in parts(found, "property") if value(one, "code") == "definition"]
    assert [value(one, "value") for one in properties] == ["Death of heart muscle."]
    uses = {value(one, "value"): value(one, "use")["code"] for one in parts(found, "designation")}
    assert (uses["heart attack"], uses["Myocardial infarction"]) == ("display", "900000000000013009")
    told = resource_of(visitor, "CodeSystem/$validate-code", url=ORGANS, code="H2")
    assert "H2 “Heart failure” of Organs was merged into H1 “heart attack” by ann" in value(told, "message")
    assert value(told, "result") is True
    of_a_value_set = resource_of(visitor, "ValueSet/$validate-code", url=f"{ORGANS}?fhir_vs", system=ORGANS, code="H2")
    assert value(of_a_value_set, "result") is False
    merged = resource_of(visitor, "CodeSystem/$lookup", system=ORGANS, code="H2")
    about = {value(one, "code"): value(one, "value") for one in parts(merged, "property")}
    assert (value(merged, "display"), about["inactive"], about["replacedBy"]) == ("Heart failure", True, "H1")
    workbench.concept_edits.retire("organs", "L1", "ann")
    retired = resource_of(visitor, "CodeSystem/$lookup", system=ORGANS, code="L1")
    about = {value(one, "code"): value(one, "value") for one in parts(retired, "property")}
    assert (value(retired, "display"), about) == ("Asthma", {"inactive": True})
    retired = resource_of(visitor, "CodeSystem/$validate-code", url=ORGANS, code="L1", display="Dyspnoea")
    assert "“Dyspnoea” is no name of L1, which is “Asthma”" in value(retired, "message")


def test_lookup_gives_designations_and_properties(visitor: Visitor) -> None:
    found = resource_of(visitor, "CodeSystem/$lookup", system=ORGANS, code="H1")

    assert (value(found, "name"), value(found, "display")) == ("Organs", "Myocardial infarction")
    designations = [value(one, "value") for one in parts(found, "designation")]
    assert designations == ["Myocardial infarction", "heart attack", "cardiac infarction"]
    properties = [(value(one, "code"), value(one, "value")) for one in parts(found, "property")]
    assert properties == [("parent", "H"), ("inactive", False)]
    short = resource_of(visitor, "CodeSystem/organs/$lookup", code="H", property="child")
    assert [value(one, "value") for one in parts(short, "property")] == ["H1", "H2", "H3"]
    assert not parts(short, "designation")
    (defined,) = parts(
        resource_of(visitor, "CodeSystem/my-signs/$lookup", code="S1", property="definition"), "property"
    )
    assert value(defined, "value") == "Death of heart muscle."


def test_parameters_come_in_the_address_in_a_form_or_as_a_resource(visitor: Visitor) -> None:
    first = visitor.get("/fhir/CodeSystem/$lookup", system=ORGANS, code="L1").json
    given = {"resourceType": "Parameters", "parameter": [
        {"name": "coding", "valueCoding": {"system": ORGANS, "code": "L1"}}]}  # fmt: skip
    body, headers = json.dumps(given).encode(), {"content-type": MEDIA}
    path = f"/{Visitor.base.rpartition('/')[2]}/fhir/CodeSystem/$lookup"

    assert visitor.post("/fhir/CodeSystem/$lookup", system=ORGANS, code="L1").json == first
    assert visitor.send("POST", path, b"", body, headers).json == first
    assert visitor.get("/fhir/CodeSystem/$lookup", coding=f"{ORGANS}|L1").json == first


def test_validation_says_what_may_be_meant(visitor: Visitor) -> None:
    def checked(**values: str) -> dict[str, Any]:
        return resource_of(visitor, "CodeSystem/$validate-code", url=ORGANS, **values)

    right = checked(code="H1", display="Heart attack")
    wrong_name, wrong_code = checked(code="L1", display="heart attack"), checked(code="Z9", display="asthma")

    assert (value(right, "result"), value(right, "display")) == (True, "Myocardial infarction")
    assert value(wrong_name, "result") is value(wrong_code, "result") is False
    assert value(wrong_name, "message").endswith("What is meant may be H1, “Myocardial infarction”.")
    assert extension(parts(wrong_code, "message")[0], "probability") > 0.9
    assert "L1" in value(wrong_code, "message")
    assert value(checked(code="l1"), "message") == "The code is written L1, not l1."


def test_a_code_is_in_a_value_set_that_can_be_expanded(visitor: Visitor) -> None:
    """There was no such operation."""

    def checked(**values: str) -> dict[str, Any]:
        return resource_of(visitor, "ValueSet/$validate-code", **values)

    for url in (ORGANS, f"{ORGANS}?fhir_vs", f"{ORGANS}?fhir_vs=isa/H", f"{ORGANS}?fhir_vs=isa/H1"):
        held = checked(url=url, system=ORGANS, code="H1", display="heart attack")
        assert (value(held, "result"), value(held, "display")) == (True, "Myocardial infarction"), url
    assert value(resource_of(visitor, "ValueSet/organs/$validate-code", coding=f"{ORGANS}|L1"), "result") is True
    elsewhere = checked(url=f"{ORGANS}?fhir_vs=isa/H", code="L1")
    assert value(elsewhere, "result") is False
    assert value(elsewhere, "message") == "L1, “Asthma”, does not stand below H, “Heart disorders”."
    other = checked(url=ORGANS, system=SIGNS, code="H1")
    assert value(other, "result") is False and value(other, "message").startswith(f"{SIGNS} is not the code system")
    wrong = checked(url=ORGANS, code="L1", display="heart attack")
    assert value(wrong, "result") is False and "What is meant may be H1" in value(wrong, "message")
    assert value(checked(url=ORGANS, code="ZZ"), "result") is False


def test_a_terminology_is_served_under_the_address_of_its_file(workbench: Workbench, tmp_path: Path) -> None:
    """It was urn:nomenclator:NAME alone, and unknown under its own url."""
    url, file = "http://example.org/CodeSystem/parts", tmp_path / "parts.fhir.json"
    concept = {"code": "P1", "display": "Part"}
    old = {"code": "P0", "display": "Old part", "property": [{"code": "inactive", "valueBoolean": True}]}
    content = {"resourceType": "CodeSystem", "url": url, "version": "1", "concept": [concept, old]}
    for version in ("1", "2"):
        more = [{"code": "P2", "display": "Further part"}] if version == "2" else []
        file.write_text(json.dumps(content | {"version": version, "concept": [concept, old, *more]}), encoding="utf-8")
        queue = workbench.versions.queue if more else workbench.terminologies.queue_import
        assert worker.execute(workbench.workspace, queue(SourceFile(file), "parts", who="ann")).status == COMPLETED
    visitor = Visitor(workbench)

    for address in (url, "urn:nomenclator:parts", "parts"):
        assert value(resource_of(visitor, "CodeSystem/$lookup", system=address, code="P1"), "version") == "2"
        assert value(resource_of(visitor, "CodeSystem/$validate-code", url=address, code="P2"), "result") is True
    first = resource_of(visitor, "CodeSystem/$lookup", system=url, code="P1", version="1")
    assert value(first, "version") == "1"
    bundle = resource(visitor.get("/fhir/CodeSystem", url=url), "Bundle")
    assert [one["resource"]["version"] for one in bundle["entry"]] == ["2", "1"]
    expansion = resource(visitor.get("/fhir/ValueSet/$expand", url=f"{url}?fhir_vs"), "ValueSet")
    assert expansion["url"] == f"{url}?fhir_vs"
    assert {one["system"] for one in expansion["expansion"]["contains"]} == {url}
    gone = resource_of(visitor, "ValueSet/$validate-code", url=url, system=url, code="P0")
    assert (value(gone, "result"), value(gone, "message")) == (False, "P0 is obsolete.")
    manifest = visitor.get("/reconcile/parts").json
    assert (manifest["identifierSpace"], manifest["schemaSpace"]) == (f"{url}/", url)


def test_expansion_lists_and_with_a_filter_ranks(visitor: Visitor) -> None:
    def expansion(**values: str) -> dict[str, Any]:
        found: dict[str, Any] = resource(visitor.get("/fhir/ValueSet/$expand", **values), "ValueSet")["expansion"]
        return found

    whole, page = expansion(url=ORGANS), expansion(url=f"{ORGANS}?fhir_vs", count="2", offset="1")
    assert whole["total"] == page["total"] == len(whole["contains"]) == 9
    assert page["contains"] == whole["contains"][1:3]
    below = expansion(url=f"{ORGANS}?fhir_vs=isa/L")
    assert {one["code"] for one in below["contains"]} == {"L", "L1", "L2", "L3"}
    ranked = expansion(url=ORGANS, filter="heart attack", count="3")
    assert ranked["contains"][0]["code"] == "H1" and "total" not in ranked
    scores = [extension(one, "score") for one in ranked["contains"]]
    assert scores == sorted(scores, reverse=True) and extension(ranked["contains"][0], "probability") > 0.9
    held = expansion(url=f"{ORGANS}?fhir_vs=isa/L", filter="heart attack")
    assert {one["code"] for one in held["contains"]} <= {"L", "L1", "L2", "L3"}
    named = expansion(url=ORGANS, count="1", includeDesignations="true")["contains"][0]
    assert [one["value"] for one in named["designation"]] == ["Disorders"]
    assert "contains" not in expansion(url=ORGANS, count="0")


def test_translation_ranks_the_names_of_a_concept(visitor: Visitor) -> None:
    found = resource_of(visitor, "ConceptMap/$translate", system=ORGANS, code="H1", targetsystem=SIGNS)

    first = parts(found, "match")[0]
    assert value(found, "result") is True
    assert value(first, "concept") == {"system": SIGNS, "code": "S1", "display": "Heart attack"}
    assert value(first, "equivalence") == "equivalent" and extension(first, "probability") > 0.9
    by_map = resource_of(visitor, "ConceptMap/$translate", url=f"{ORGANS}?fhir_cm=my_signs", code="H1")
    by_sets = resource_of(visitor, "ConceptMap/$translate", source=ORGANS, target=f"{SIGNS}?fhir_vs", code="H1")
    everywhere = resource_of(visitor, "ConceptMap/$translate", system=ORGANS, code="H1")
    assert found == by_map == by_sets == everywhere


def test_what_people_decided_comes_before_the_ranking(visitor: Visitor, served: Workbench, tmp_path: Path) -> None:
    folder = tmp_path / "decided"
    shutil.copytree(served.workspace.folder, folder)
    writer = Workbench(folder)
    file = tmp_path / "names.csv"
    file.write_text("text\nheart attack\n", encoding="utf-8")
    request = NormalisationRequest(file=str(file), terminology="my_signs", calibrate=False)
    number = worker.execute(writer.workspace, writer.normalisation.queue(request)).result["normalisation"]
    (line,) = writer.answers.queue(number)
    writer.decisions.decide(number, [line], "other", "Ada", concept="S3")
    decided = Visitor(Workbench(folder, create=False, read_only=True))

    (match,) = parts(
        resource_of(decided, "ConceptMap/$translate", system=ORGANS, code="H1", targetsystem=SIGNS), "match"
    )
    assert value(match, "concept")["code"] == "S3" and value(match, "equivalence") == "equivalent"
    assert extension(match, "decided-by") == "Ada"


@pytest.mark.parametrize(
    ("path", "values", "status", "said"),
    [
        ("CodeSystem/$lookup", {"system": "urn:none", "code": "1"}, 404, "there are urn:nomenclator:organs"),
        ("CodeSystem/$lookup", {"system": ORGANS, "code": "nothing"}, 404, "Organs has no concept “nothing”"),
        ("CodeSystem/$lookup", {"system": ORGANS}, 400, "“code” is missing"),
        ("CodeSystem/$lookup", {"system": ORGANS, "code": "H1", "_format": "xml"}, 400, "JSON only"),
        ("ValueSet/$expand", {"url": ORGANS, "count": "-1"}, 400, "“count” is -1"),
        ("ValueSet/$expand", {"url": ORGANS, "filter": "x", "offset": "1000"}, 400, "narrow the filter"),
        ("ValueSet/$expand", {"url": f"{ORGANS}?fhir_vs=refset/1"}, 404, "?fhir_vs=isa/CODE"),
        ("ValueSet/$expand", {"url": f"{ORGANS}?fhir_vs=isa/none"}, 404, "no concept “none” in use"),
        ("ConceptMap/$translate", {"url": ORGANS, "code": "H1"}, 404, "?fhir_cm="),
        ("ConceptMap/$translate", {"system": ORGANS, "code": "H1", "reverse": "true"}, 400, "swap the two systems"),
        ("CodeSystem/livers", {}, 404, "no code system “livers”"),
        (
            "CodeSystem/$lookup",
            {"system": ORGANS, "code": "H1", "version": "2020"},
            404,
            "has no version here, and not",
        ),
        ("CodeSystem/organs/$lookup", {"system": SIGNS, "code": "H1"}, 400, f"{ORGANS} and {SIGNS}; give one of them"),
        ("CodeSystem/$validate-code", {"url": ORGANS, "system": SIGNS, "code": "H1"}, 400, "Two code systems"),
        ("CodeSystem/$validate-code", {"url": ORGANS, "system": "urn:x", "code": "H1"}, 404, "no code system “urn:x”"),
        ("ConceptMap/$translate", {"code": "H1"}, 400, "“system” is missing"),
        ("Patient", {}, 404, "nothing at this address"),
        ("CodeSystem/organs/$find-matches", {"code": "H"}, 404, "nothing at this address"),
    ],
)
def test_what_cannot_be_answered_is_an_outcome_with_a_remedy(
    visitor: Visitor, path: str, values: dict[str, str], status: int, said: str
) -> None:
    found = resource(visitor.get(f"/fhir/{path}", **values), "OperationOutcome", status)

    assert said in found["issue"][0]["diagnostics"]


def test_another_way_of_asking_is_an_outcome_too(visitor: Visitor) -> None:
    """It was a line of plain text, which programs of FHIR do not read."""
    asked = visitor.send("PUT", f"/{TOKEN}/fhir/CodeSystem/organs", b"", b"{}", {})
    issue = resource(asked, "OperationOutcome", 405)["issue"][0]
    assert "not asked in this way" in issue["diagnostics"] and issue["code"] == "not-supported"
    assert sorted(asked.headers["allow"].split(", ")) == ["GET", "HEAD"]


def test_a_value_that_is_given_twice_is_given_once_or_refused(visitor: Visitor) -> None:
    """The first of two codes counted, and the answer did not say so."""
    path, system = f"/{TOKEN}/fhir/CodeSystem/$lookup", f"system={ORGANS}&code=H1".encode()
    refused = resource(visitor.send("GET", path, system + b"&code=L1", b"", {}), "OperationOutcome", 400)
    assert "“code” is given as H1 and as L1" in refused["issue"][0]["diagnostics"]
    resource(visitor.send("GET", path, system + b"&code=H1", b"", {}), "Parameters")


def test_a_code_is_looked_up_in_the_version_asked_for(workbench: Workbench) -> None:
    """“version” was passed over: what was asked of one release was answered from another."""
    workbench.upkeep.describe("organs", "ann", version="2026")
    visitor = Visitor(workbench)
    found = resource_of(visitor, "CodeSystem/$lookup", system=ORGANS, code="H1", version="2026")
    assert value(found, "version") == "2026"
    refused = visitor.get("/fhir/CodeSystem/$validate-code", url=ORGANS, code="H1", version="2025")
    said = resource(refused, "OperationOutcome", 404)["issue"][0]["diagnostics"]
    assert said.startswith(f"{ORGANS} is of version “2026” here, and not “2025”; leave “version” out")
