"""CodeSystem/$validate-code: whether a code is there, and whether a text is one of its names."""

from __future__ import annotations

from engine.errors import BadInput, NotFound
from engine.serving.calls import Call, Reply
from engine.serving.fhir.given import with_body
from engine.serving.fhir.resources import parameters, part, scores
from engine.serving.fhir.systems import ServedSystem, asked_system
from engine.text import normalise
from engine.workbench import Workbench
from store.records.terminology import Candidate


def validated(workbench: Workbench, call: Call) -> Reply:
    """{result, message, display}; where the code or the display is wrong, the message says what may be meant."""
    call = with_body(call)
    system = asked_system(workbench, call, "url", "system")
    return validated_code(workbench, system, call.needed("code"), call.one("display").strip())


def validated_code(workbench: Workbench, system: ServedSystem, code: str, display: str, in_use: bool = False) -> Reply:
    """The same of a code of this system, for a display unless it is ""; with `in_use` an obsolete code is wrong."""
    slug, gone = system.terminology.slug, ""
    try:
        concept = workbench.terminologies.concept_as_typed(slug, code).concept
    except NotFound as missing:
        retired = workbench.terminologies.retired_concept(slug, code)
        if retired is None:
            return refused(f"{missing}", _meant(workbench, system, display))
        concept, gone = retired, f"{missing}"
    if concept.id != code:
        return refused(f"The code is written {concept.id}, not {code}.", None, concept.preferred)
    texts = [name.text for name in concept.names] or [concept.preferred]
    if display and normalise(display) not in map(normalise, texts):
        sentence = f"“{display}” is no name of {concept.id}, which is “{concept.preferred}”."
        meant = _meant(workbench, system, display)
        return refused(sentence, meant if meant and meant.concept_id != concept.id else None, concept.preferred)
    found = [part("result", "Boolean", not (in_use and concept.obsolete))]
    if concept.obsolete:
        more = f" and replaced by {concept.replaced_by}" if concept.replaced_by else ""
        found.append(part("message", "String", gone or f"{concept.id} is obsolete{more}."))
    return parameters([*found, part("display", "String", concept.preferred)])


def refused(sentence: str, meant: Candidate | None = None, display: str = "") -> Reply:
    """That a code or its display is wrong: why, the concept that may be `meant`, and what the code's own display is."""
    message = part("message", "String", sentence)
    if meant:
        message["valueString"] += f" What is meant may be {meant.concept_id}, “{meant.preferred_name}”."
        message["extension"] = scores(meant.score, meant.probability)
    more = [part("display", "String", display)] if display else []
    return parameters([part("result", "Boolean", False), message, *more])


def _meant(workbench: Workbench, system: ServedSystem, display: str) -> Candidate | None:
    """The likeliest concept for a display, under the current encoder; None where nothing can be searched."""
    if not display:
        return None
    try:
        found = workbench.rankings.rank(display, system.terminology.slug, top=1).candidates
    except BadInput:
        return None
    return found[0] if found else None
