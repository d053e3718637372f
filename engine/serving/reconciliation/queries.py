"""Queries: names of a person's table, and the concepts that may be meant."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from engine.errors import BadInput
from engine.formats.opening.json_text import read_json
from engine.retrieval.cosines import clipped
from engine.serving.calls import Call, Reply, json_reply
from engine.serving.reconciliation.properties import said_of
from engine.serving.terminologies import chosen, classes
from engine.text import normalise
from engine.workbench import Workbench
from store.records.terminology import Candidate

USUAL_LIMIT, HIGHEST_LIMIT = 10, 100  # candidates of a query
MOST_QUERIES = 500  # of a batch
WIDER = 10  # times as many are ranked where only those of a type count
MATCH_FROM = 0.9  # the probability from which the first is a match without a person
WORDS = ("query", "type", "limit", "properties", "type_strict")
STRICT = ("any", "should", "all")


@dataclass(frozen=True)
class Query:
    """One query: the text, the types that concepts must stand below, and values that they should have."""

    text: str
    limit: int
    types: tuple[str, ...] = ()
    every_type: bool = False
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()


def reconciled(workbench: Workbench, call: Call) -> Reply:
    """The candidates of each query of a batch; BadInput, with the query's key, for one that the API does not allow."""
    terminology = chosen(workbench, call.path["terminology"])
    given = read_json(call.one("queries"), "“queries”", "send a JSON object of queries")
    if not isinstance(given, dict):
        raise BadInput("“queries” is no JSON object; give each query a key, as q0.")
    if len(given) > MOST_QUERIES:
        raise BadInput(f"“queries” holds {len(given):,} queries; send at most {MOST_QUERIES} at a time.")
    queries = {key: query_of(key, value) for key, value in given.items()}
    for key, one in queries.items():
        _check_types(workbench, terminology.slug, key, one.types)
    return json_reply({key: {"result": answer(workbench, terminology.slug, one)} for key, one in queries.items()})


def query_of(key: str, given: Any) -> Query:
    """A query as it came in JSON; BadInput for one that the API does not allow."""
    place = f"Query “{key[:40]}”"
    if not isinstance(given, dict) or set(given) - {*WORDS}:
        raise BadInput(f"{place} is no object with some of {', '.join(WORDS)}; see the specification.")
    text, limit, types, strict = (given.get(word) for word in ("query", "limit", "type", "type_strict"))
    properties = given.get("properties", [])
    if not isinstance(text or "", str):
        raise BadInput(f"{place} has no text under “query”; give it one.")
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, (int, float)) or limit < 1):
        raise BadInput(f"{place}: “limit” is no number from 1 on; correct it, or leave it out.")
    types = [types] if isinstance(types, str) else [] if types is None else types
    if not isinstance(types, list) or not all(isinstance(one, str) for one in types):
        raise BadInput(f"{place}: “type” is no id of a concept and no list of them; correct it, or leave it out.")
    if strict is not None and strict not in STRICT:
        raise BadInput(f"{place}: “type_strict” is none of {', '.join(STRICT)}; correct it, or leave it out.")
    if not isinstance(properties, list) or not all(_is_property(one) for one in properties):
        raise BadInput(f"{place}: each of “properties” needs a “pid” and a “v”; correct them, or leave them out.")
    values = tuple((one["pid"], tuple(_texts(one["v"]))) for one in properties)
    most = USUAL_LIMIT if limit is None else int(min(limit, HIGHEST_LIMIT))
    return Query((text or "").strip(), most, tuple(one for one in types if one), strict == "all", values)


def _check_types(workbench: Workbench, slug: str, key: str, types: Collection[str]) -> None:
    """BadInput for a type that is neither a concept nor the terminology itself, the type of what stands below none."""
    there = workbench.hierarchy.family(slug).titles
    if unknown := [one for one in types if one != slug and one not in there]:
        raise BadInput(
            f"Query “{key[:40]}”: {slug} has no concept “{unknown[0][:100]}” to be a type; choose one that "
            "“suggest/type” gives, or leave it out."
        )


def _is_property(given: Any) -> bool:
    return isinstance(given, dict) and isinstance(given.get("pid"), str) and "v" in given


def _texts(value: Any) -> list[str]:
    """The texts of a value: of an object its id, of a list those of its parts."""
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    if isinstance(value, dict):
        value = value.get("id")
    return [] if value is None or isinstance(value, (list, dict)) else [str(value)]


def answer(workbench: Workbench, slug: str, query: Query) -> list[dict[str, Any]]:
    """The candidates of a query, best first, as the API has them; none for a text that cannot be searched."""
    top = min(HIGHEST_LIMIT * WIDER, query.limit * WIDER) if query.types else query.limit
    try:
        ranking = workbench.rankings.rank(query.text, slug, top=top)
    except BadInput:  # an empty cell, or one with a whole report in it: the others are answered all the same
        return []
    family = workbench.hierarchy.family(slug)
    fitting = [
        one
        for one in ranking.candidates
        if not query.types or _fits(query, {slug, one.concept_id, *family.lineage([one.concept_id])})
    ][: query.limit]
    found = [_entity(workbench, slug, one, query) for one in fitting]
    if found:  # of the candidate that is the best by all that speaks for it, which need not have the highest score
        agrees = (one["value"] for one in found[0]["features"] if one["id"].startswith("agrees_"))
        found[0]["match"] = _is_sure(fitting[0]) and all(agrees)
    return sorted(found, key=lambda one: -one["score"])


def _fits(query: Query, lineage: Collection[str]) -> bool:
    return (all if query.every_type else any)(one in lineage for one in query.types)


def _is_sure(one: Candidate) -> bool:
    return one.likelihood >= MATCH_FROM and not one.differs and not one.obsolete


def _entity(workbench: Workbench, slug: str, one: Candidate, query: Query) -> dict[str, Any]:
    features: list[dict[str, Any]] = []
    if one.probability is not None:
        features.append({"id": "probability", "value": round(one.probability, 6)})
    if one.cosine is not None:
        features.append({"id": "cosine", "value": round(clipped(one.cosine), 6)})
    features.append({"id": "exact", "value": one.exact})
    for name, values in query.values:
        there = {normalise(text) for text in said_of(workbench, slug, one.concept_id, name)}
        features.append({"id": f"agrees_{name}", "value": any(normalise(value) in there for value in values)})
    return {
        "id": one.concept_id,
        "name": one.preferred_name,
        "description": f"as “{one.name}”" if one.name != one.preferred_name else "",
        "type": classes(workbench, slug, one.concept_id) or [{"id": slug, "name": slug}],
        "score": round(100 * min(1.0, max(0.0, one.score)), 3),
        "match": False,
        "features": features,
    }
