"""ValueSet/$validate-code: whether a code is in a value set, and whether a text is one of its names."""

from __future__ import annotations

from engine.errors import NotFound
from engine.serving.calls import Call, Reply
from engine.serving.fhir.given import with_body
from engine.serving.fhir.systems import of_version, value_set_of
from engine.serving.fhir.validation import refused, validated_code
from engine.workbench import Workbench


def validated_in_set(workbench: Workbench, call: Call) -> Reply:
    """{result, message, display} for a code of a value set that `expanded` lists, by “url” or by the id in the path.

    A code of another system is in no such set; where no “system” is given it is the set's own. NotFound for a value set
    that is not there, and for a “systemVersion” that is not here.
    """
    call = with_body(call)
    system, root = value_set_of(workbench, call.path.get("id") or call.needed("url"))
    system = of_version(workbench, system, call.one("systemVersion"))
    code, given = call.needed("code"), call.one("system").strip()
    if given and not system.is_at(given) and given not in (system.terminology.slug, system.terminology.newer):
        return refused(f"{given[:200]} is not the code system of this value set, which is {system.url}.")
    family = workbench.hierarchy.family(system.terminology.slug)
    if root and root not in family.titles:
        raise NotFound(f"{system.terminology.slug} has no concept “{root[:100]}” in use; check the id.")
    if code in family.titles and root and code not in family.branch(root):
        above = f"{root}, “{family.titles[root]}”"
        return refused(f"{code}, “{family.titles[code]}”, does not stand below {above}.", None, family.titles[code])
    return validated_code(workbench, system, code, call.one("display").strip(), in_use=True)
