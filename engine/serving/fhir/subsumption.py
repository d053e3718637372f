"""CodeSystem/$subsumes: whether one code is, or stands above or below, another."""

from __future__ import annotations

from engine.errors import NotFound
from engine.serving.calls import Call, Reply
from engine.serving.fhir.given import with_body
from engine.serving.fhir.resources import parameters, part
from engine.serving.fhir.systems import asked_system
from engine.workbench import Workbench

EQUIVALENT, SUBSUMES, SUBSUMED_BY, APART = "equivalent", "subsumes", "subsumed-by", "not-subsumed"


def subsumed(workbench: Workbench, call: Call) -> Reply:
    """{outcome}: what “codeA” is to “codeB” in the hierarchy with people's edits. NotFound for a code that is not in
    use. A code that stands above itself by way of the other is equivalent to it."""
    call = with_body(call)
    system = asked_system(workbench, call, "system")
    family = workbench.hierarchy.family(system.terminology.slug)
    first, second = codes = call.needed("codeA"), call.needed("codeB")
    for code in codes:
        if code not in family.titles:
            raise NotFound(f"{system.terminology.title} has no concept “{code[:100]}” in use; check the id.")
    above, below = second in family.branch(first), first in family.branch(second)
    outcome = EQUIVALENT if above and below else SUBSUMES if above else SUBSUMED_BY if below else APART
    return parameters([part("outcome", "Code", outcome)])
