"""ValueSet/$expand: the concepts of a terminology or a branch; with a filter, ranked by the current encoder."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

from engine.errors import BadInput, NotFound
from engine.formats.fhir_values import DISPLAY, code_of
from engine.formats.ontologies.iris import language_tag
from engine.serving.calls import Call, Reply
from engine.serving.fhir.given import with_body
from engine.serving.fhir.lookup import SYNONYM
from engine.serving.fhir.resources import resource, scores, text
from engine.serving.fhir.systems import VALUE_SET, ServedSystem, value_set_of
from engine.workbench import Workbench

USUAL_COUNT, HIGHEST_COUNT, FURTHEST = 100, 1_000, 10_000_000
WIDER = 10  # times as many are ranked where only a branch counts


def expanded(workbench: Workbench, call: Call) -> Reply:
    """A ValueSet with its expansion; each concept that a filter found has its score and probability as extensions."""
    call = with_body(call)
    system, root = value_set_of(workbench, call.path.get("id") or call.needed("url"))
    filter = call.one("filter").strip()
    count, offset = call.number("count", USUAL_COUNT, 0, HIGHEST_COUNT), call.number("offset", 0, 0, FURTHEST)
    slug, family = system.terminology.slug, workbench.hierarchy.family(system.terminology.slug)
    if root and root not in family.titles:
        raise NotFound(f"{slug} has no concept “{root[:100]}” in use; check the id.")
    branch = family.branch(root) if root else None
    if filter:
        found, total = _ranked(workbench, system, filter, count, offset, branch), None
    else:
        codes = [code for code in family.titles if branch is None or code in branch]
        found = [_contained(system, code, family.titles[code]) for code in codes[offset : offset + count]]
        total = len(codes)
    if call.one("includeDesignations") == "true":
        found = [{**one, "designation": _designations(workbench, slug, one["code"])} for one in found]
    return resource(_value_set(system, root, filter, count, offset, total, found))


def _ranked(
    workbench: Workbench, system: ServedSystem, filter: str, count: int, offset: int, branch: set[str] | None
) -> list[dict[str, Any]]:
    end = offset + count
    if end > HIGHEST_COUNT:
        raise BadInput(f"With a filter, “offset” and “count” reach to {HIGHEST_COUNT:,}; narrow the filter.")
    if not end:
        return []
    top = min(HIGHEST_COUNT, end * WIDER) if branch is not None else end
    ranking = workbench.rankings.rank(filter, system.terminology.slug, top=top)
    fitting = [one for one in ranking.candidates if branch is None or one.concept_id in branch]
    return [
        {"extension": scores(one.score, one.probability), **_contained(system, one.concept_id, one.preferred_name)}
        | ({"inactive": True} if one.obsolete else {})
        for one in fitting[offset:end]
    ]


def _contained(system: ServedSystem, code: str, display: str) -> dict[str, Any]:
    return {"system": system.url, "code": code_of(code), "display": text(display)}


def _designations(workbench: Workbench, slug: str, code: str) -> list[dict[str, Any]]:
    found = []
    for name in workbench.terminologies.concept(slug, code).concept.names:
        tag = language_tag(name.language)
        use = DISPLAY if name.kind == "preferred" else SYNONYM
        found.append({**({"language": tag} if tag else {}), "use": use, "value": text(name.text)})
    return found


def _value_set(
    system: ServedSystem,
    root: str,
    filter: str,
    count: int,
    offset: int,
    total: int | None,
    found: list[dict[str, Any]],
) -> dict[str, Any]:
    given = [("filter", "String", filter)] if filter else []
    settings = [*given, ("count", "Integer", count), ("offset", "Integer", offset)]
    expansion: dict[str, Any] = {
        "identifier": f"urn:uuid:{uuid.uuid4()}",
        "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
        **({"total": total} if total is not None else {}),
        "offset": offset,
        "parameter": [{"name": name, f"value{kind}": _value(value)} for name, kind, value in settings],
    }
    if found:
        expansion["contains"] = found
    url = f"{system.url}{VALUE_SET}" + (f"=isa/{root}" if root else "")
    about = {"url": url, "status": "active", "title": text(system.terminology.title)}
    return {"resourceType": "ValueSet", **about, "expansion": expansion}


def _value(value: Any) -> Any:
    return text(value) if isinstance(value, str) else value
