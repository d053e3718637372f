"""ConceptMap/$translate: the concepts of another terminology that a code may be translated to."""

from __future__ import annotations

from typing import Any

from engine.errors import BadInput
from engine.formats.fhir_values import EXTENSION, code_of
from engine.serving.calls import Call, Reply
from engine.serving.fhir.given import with_body
from engine.serving.fhir.resources import nested, parameters, part, scores, text
from engine.serving.fhir.systems import CONCEPT_MAP, ServedSystem, concept_map_of, system_of, systems, value_set_of
from engine.workbench import Translation, Workbench

USUAL_COUNT, HIGHEST_COUNT = 5, 20


def translated(workbench: Workbench, call: Call) -> Reply:
    """{result, message, match}: what people decided, else what the current encoder finds, the likeliest first.

    Each match has its equivalence, and its score and probability as extensions. Without a target, every other
    terminology is one, in its newest version.
    """
    call = with_body(call)
    if call.one("reverse") == "true":
        raise BadInput("Maps are not read backwards; swap the two systems and leave “reverse” out.")
    source, targets = _sides(workbench, call)
    code, most = call.needed("code"), call.number("count", USUAL_COUNT, 1, HIGHEST_COUNT)
    matches = []
    for target in targets:
        found = workbench.translations.of_concept(source.terminology.slug, code, target.terminology.slug, top=most)
        matches += [(one, target) for one in found]
    matches.sort(key=lambda pair: (not pair[0].who, -(pair[0].probability or 0.0)))
    parts = [part("result", "Boolean", bool(matches))]
    if not matches:
        where = ", ".join(target.terminology.title for target in targets) or "no other terminology"
        parts.append(part("message", "String", f"{code} has no likely counterpart in {where}."))
    return parameters([*parts, *(_match(source, target, one) for one, target in matches)])


def _sides(workbench: Workbench, call: Call) -> tuple[ServedSystem, list[ServedSystem]]:
    if url := call.one("url"):
        source, target = concept_map_of(workbench, url)
        return source, [target]
    given = call.one("source") if not call.one("system") else ""
    source = value_set_of(workbench, given)[0] if given else system_of(workbench, call.needed("system"))
    if named := call.one("targetsystem"):
        targets = [system_of(workbench, named)]
    elif named := call.one("target"):
        targets = [value_set_of(workbench, named)[0]]
    else:
        targets = [one for one in systems(workbench) if not one.terminology.newer and not source.is_version_of(one)]
    return source, targets


def _match(source: ServedSystem, target: ServedSystem, one: Translation) -> dict[str, Any]:
    coding = {"system": target.url, "code": code_of(one.concept_id), "display": text(one.preferred)}
    how = scores(one.score, one.probability)
    if one.who:
        how.append({"url": EXTENSION + "decided-by", "valueString": text(one.who)})
        how.append({"url": EXTENSION + "decided-when", "valueDateTime": one.when})
    parts = [part("equivalence", "Code", one.equivalence), {"name": "concept", "valueCoding": coding}]
    parts.append(part("source", "Uri", f"{source.url}{CONCEPT_MAP}={target.terminology.slug}"))
    return nested("match", parts, how)
