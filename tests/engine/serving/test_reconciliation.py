"""The Reconciliation API 0.2: what OpenRefine asks, and what it gets."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.placement.tree import Node
from engine.workbench import Workbench
from store.records.terminology import Ranking
from tests.engine.serving import schemas
from tests.engine.serving.asking import Answered, Visitor

SERVICE = "/reconcile/organs"


def results_of(visitor: Visitor, **queries: Any) -> dict[str, list[dict[str, Any]]]:
    answered = visitor.post(SERVICE, queries=json.dumps(queries))
    assert answered.status == 200, answered.text
    schemas.check(answered.json, schemas.RESULTS)
    return {key: one["result"] for key, one in answered.json.items()}


def test_the_manifest_names_services_that_answer(visitor: Visitor) -> None:
    manifest = visitor.get(SERVICE).json
    schemas.check(manifest, schemas.MANIFEST)

    assert manifest["name"] == "Organs (Nomenclator)"
    for kind, place in manifest["suggest"].items():
        address = place["service_url"] + place["service_path"]
        assert visitor.get(address.removeprefix(Visitor.base), prefix="heart").status == 200, kind
    shown = manifest["preview"]["url"].removeprefix(Visitor.base).partition("?")[0]
    assert "Asthma" in visitor.get(shown, id="L1").text


def test_a_query_finds_the_concept_by_a_synonym_first_and_surely(visitor: Visitor) -> None:
    found = results_of(visitor, q0={"query": "heart attack", "limit": 3}, q1={"query": "bronchial asthma"})

    first = found["q0"][0]
    assert (first["id"], first["name"], first["match"], first["score"]) == ("H1", "Myocardial infarction", True, 100)
    assert first["description"] == "as “heart attack”"
    assert first["type"] == [{"id": "H", "name": "Heart disorders"}, {"id": "R", "name": "Disorders"}]
    assert len(found["q0"]) == 3 and not any(one["match"] for one in found["q0"][1:])
    assert [one["score"] for one in found["q0"]] == sorted((one["score"] for one in found["q0"]), reverse=True)
    features = {one["id"]: one["value"] for one in first["features"]}
    assert features["exact"] is True and 0.9 <= features["probability"] <= 1
    assert found["q1"][0]["id"] == "L1"


def test_a_get_answers_as_a_post(visitor: Visitor) -> None:
    queries = json.dumps({"q0": {"query": "asthma"}})

    assert visitor.get(SERVICE, queries=queries).json == visitor.post(SERVICE, queries=queries).json


def test_a_type_holds_the_answer_to_what_stands_below_it(visitor: Visitor) -> None:
    found = results_of(visitor, lung={"query": "heart attack", "type": "L"},
                  both={"query": "asthma", "type": ["H", "L"]},
                  every={"query": "asthma", "type": ["R", "L"], "type_strict": "all"},
                  none={"query": "asthma", "type": ["H", "L"], "type_strict": "all"})  # fmt: skip

    assert found["lung"] and {one["id"] for one in found["lung"]} <= {"L", "L1", "L2", "L3"}
    assert found["both"][0]["id"] == found["every"][0]["id"] == "L1"
    assert found["none"] == []


def test_a_value_that_disagrees_keeps_a_person_in_between(visitor: Visitor) -> None:
    right = {"query": "asthma", "properties": [{"pid": "parent", "v": {"id": "L", "name": "?"}}]}
    wrong = {"query": "asthma", "properties": [{"pid": "parent", "v": ["Heart disorders"]}]}
    found = results_of(visitor, right=right, wrong=wrong)

    assert found["right"][0]["match"] and {"id": "agrees_parent", "value": True} in found["right"][0]["features"]
    assert not found["wrong"][0]["match"] and {"id": "agrees_parent", "value": False} in found["wrong"][0]["features"]


def test_an_empty_cell_spoils_no_batch(visitor: Visitor) -> None:
    found = results_of(
        visitor, none={"query": ""}, empty={"query": "  "}, long={"query": "heart " * 2_000}, good={"query": "asthma"}
    )

    assert found["none"] == found["empty"] == found["long"] == [] and found["good"][0]["id"] == "L1"


@pytest.mark.parametrize(
    ("queries", "said"),
    [
        ("[]", "no JSON object"),
        ("{", "not well-formed JSON"),
        ('{"a": []}', "Query “a” is no object"),
        ('{"a": {"query": 5}}', "no text under “query”"),
        ('{"a": {"query": "x", "limit": 0}}', "“limit” is no number from 1 on"),
        ('{"a": {"query": "x", "type": 7}}', "“type” is no id"),
        (
            '{"a": {"query": "x"}, "b": {"query": "x", "type": "Q5"}}',
            "Query “b”: organs has no concept “Q5” to be a type",
        ),
        ('{"a": {"query": "x", "type_strict": "often"}}', "none of any, should, all"),
        ('{"a": {"query": "x", "properties": [{"pid": "parent"}]}}', "needs a “pid” and a “v”"),
    ],
)
def test_a_query_that_the_api_does_not_allow_is_refused_in_a_sentence(
    visitor: Visitor, queries: str, said: str
) -> None:
    answered = visitor.post(SERVICE, queries=queries)

    assert answered.status == 400 and said in answered.json["message"]


def test_the_terminology_is_a_type_of_all_its_concepts(visitor: Visitor) -> None:
    """It is told as the type of those that nothing stands above, and had no concept."""
    assert results_of(visitor, a={"query": "asthma", "type": "organs"})["a"][0]["id"] == "L1"


def test_a_property_that_there_is_not_is_refused_in_a_sentence(visitor: Visitor) -> None:
    """A table got an empty column."""
    answered = visitor.post(SERVICE, extend=json.dumps({"ids": ["H1"], "properties": [{"id": "nothing"}]}))
    assert answered.status == 400
    assert answered.json["message"].startswith("“extend” asks for “nothing”, which is no property; choose among name,")


def test_suggestions_while_somebody_types(visitor: Visitor) -> None:
    def suggested(kind: str, prefix: str, **more: str) -> list[dict[str, Any]]:
        content = visitor.get(f"{SERVICE}/suggest/{kind}", prefix=prefix, **more).json
        schemas.check(content, schemas.SUGGESTIONS)
        found: list[dict[str, Any]] = content["result"]
        return found

    concepts = suggested("entity", "pneu")
    assert concepts[0]["id"] == "L2" and concepts[0]["notable"][0]["id"] == "L"
    assert suggested("entity", "chest pain of the heart")[0]["id"] == "H3"
    every = [one["id"] for one in suggested("entity", "heart")]
    assert [one["id"] for one in suggested("entity", "heart", cursor="1")][: len(every) - 1] == every[1:]
    assert [one["id"] for one in suggested("type", "lung")] == ["L"]
    assert [one["id"] for one in suggested("type", "")] == ["R"]
    assert [one["id"] for one in suggested("property", "par")] == ["parent"]


def test_a_type_with_one_concept_below_it_is_told_so(served: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It had “1 concepts below it”."""
    nodes = [Node("A", "One below", 1, 1, False), Node("B", "Many", 1, 1200, False)]
    monkeypatch.setattr(served.hierarchy, "find", lambda *_: nodes)
    found = Visitor(served).get(f"{SERVICE}/suggest/type", prefix="x").json["result"]
    assert [one["description"] for one in found] == ["1 concept below it", "1,200 concepts below it"]


def test_the_candidate_that_is_sure_is_the_match(served: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one with the highest score was, with the certainty of another."""
    ranking = served.rankings.rank("heart attack", "organs")
    first, second, *_ = ranking.candidates
    rising = replace(ranking, candidates=(replace(first, score=0.5), replace(second, score=0.9)))
    monkeypatch.setattr(served.rankings, "rank", lambda *given, **named: rising)
    found = results_of(Visitor(served), q={"query": "heart attack"})["q"]
    assert [one["id"] for one in found[:2]] == [second.concept_id, first.concept_id]
    assert [one["id"] for one in found if one["match"]] == [first.concept_id]


def test_a_cosine_is_never_above_one(served: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of short numbers gave 1.000087."""
    rank = served.rankings.rank

    def inexactly(*given: Any, **named: Any) -> Ranking:
        found = rank(*given, **named)
        return replace(found, candidates=tuple(replace(one, cosine=1.000087) for one in found.candidates))

    monkeypatch.setattr(served.rankings, "rank", inexactly)
    (first, *_) = results_of(Visitor(served), q0={"query": "asthma"})["q0"]
    assert {one["id"]: one["value"] for one in first["features"]}["cosine"] == 1


def test_a_table_is_extended_by_what_is_known(visitor: Visitor) -> None:
    proposals = visitor.get(f"{SERVICE}/properties", type="R", limit="3").json
    schemas.check(proposals, schemas.PROPOSALS)
    wanted = [{"id": "synonym", "settings": {"limit": 1}}, {"id": "parent"}]
    content = visitor.post(SERVICE, extend=json.dumps({"ids": ["H1", "none"], "properties": wanted})).json
    schemas.check(content, schemas.EXTENSION)

    assert [one["id"] for one in proposals["properties"]] == ["name", "synonym", "definition"]
    assert [one["id"] for one in content["meta"]] == ["synonym", "parent"]
    assert content["rows"] == {
        "H1": {"synonym": [{"str": "heart attack"}], "parent": [{"id": "H", "name": "Heart disorders"}]},
        "none": {"synonym": [], "parent": []},
    }


def test_every_property_that_is_proposed_has_values_somewhere(visitor: Visitor) -> None:
    names = [one["id"] for one in visitor.get("/reconcile/my_signs/properties").json["properties"]]
    wanted = [{"id": name} for name in names]
    content = visitor.post("/reconcile/my_signs", extend=json.dumps({"ids": ["S", "S1"], "properties": wanted})).json
    schemas.check(content, schemas.EXTENSION)

    assert [name for name in names if not any(row[name] for row in content["rows"].values())] == ["replaced_by", "note"]


def test_the_preview_is_a_page_and_the_only_one_that_may_be_framed(visitor: Visitor) -> None:
    def framing(answered: Answered) -> str:
        return answered.headers["content-security-policy"].partition("frame-ancestors ")[2]

    preview, view = visitor.get(f"{SERVICE}/preview", id="H1"), visitor.get(f"{SERVICE}/view", id="H1")

    assert "Myocardial infarction" in preview.text and "heart attack" in preview.text
    assert framing(preview).startswith("http://127.0.0.1:*") and "x-frame-options" not in preview.headers
    for other in (view, visitor.get("/"), visitor.get(SERVICE), visitor.get("/fhir/metadata")):
        assert framing(other) == "'none'" and other.headers["x-frame-options"] == "DENY"


def test_a_terminology_or_concept_that_is_not_there_is_said_so(visitor: Visitor) -> None:
    assert "organs, my_signs" in visitor.get("/reconcile/livers").json["message"]
    missing = visitor.get(f"{SERVICE}/preview", id="<b>")
    assert missing.status == 404 and "&lt;b&gt;" in missing.text and "<b>" not in missing.text
