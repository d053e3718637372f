"""The operations of FHIR that are offered."""

from __future__ import annotations

from engine.serving.calls import Answered, Operation, Parameter
from engine.serving.fhir.capabilities import capabilities, found_systems, read_system
from engine.serving.fhir.expansion import expanded
from engine.serving.fhir.lookup import looked_up
from engine.serving.fhir.membership import validated_in_set
from engine.serving.fhir.resources import MEDIA, outcome
from engine.serving.fhir.subsumption import subsumed
from engine.serving.fhir.translation import translated
from engine.serving.fhir.validation import validated

FORM = "application/x-www-form-urlencoded"
TAKES = (FORM, MEDIA)
SYSTEM = Parameter("system", "the code system: urn:nomenclator:NAME, the publisher's address, or the short name")
CODE = Parameter("code", "the code", True)
URL = "the address of the {}"
VERSION = Parameter("version", "the version that the code system must have")
LOOKUP = (
    SYSTEM,
    CODE,
    VERSION,
    Parameter("property", "only these: definition, parent, child, inactive, note, designation"),
)
VALIDATE = (
    Parameter("url", URL.format("code system")),
    CODE,
    VERSION,
    Parameter("display", "a name that it should have"),
)
SUBSUMES = (
    SYSTEM,
    Parameter("codeA", "the code that may be the broader one", True),
    Parameter("codeB", "the code that may stand below it", True),
    VERSION,
)
IN_SET = (
    Parameter("url", "a code system's address, with ?fhir_vs or ?fhir_vs=isa/CODE"),
    Parameter("code", "the code", True),
    Parameter("system", "the code's system (that of the value set)"),
    Parameter("systemVersion", "the version that the code system must have"),
    Parameter("display", "a name that it should have"),
)
EXPAND = (
    Parameter("url", "a code system's address, with ?fhir_vs or ?fhir_vs=isa/CODE"),
    Parameter("filter", "a name to rank the concepts for", example="heart attack"),
    Parameter("count", "how many (100)"),
    Parameter("offset", "how many to pass over (0)"),
    Parameter("includeDesignations", "true: with every name"),
)
TRANSLATE = (
    Parameter("url", "the map: the system's address, ?fhir_cm= and the target's short name"),
    SYSTEM,
    CODE,
    Parameter("targetsystem", "the code system to translate to (every other)"),
    Parameter("count", "how many of each target (5)"),
)


def _operation(path: str, name: str, about: str, answer: Answered, parameters: tuple[Parameter, ...]) -> Operation:
    return Operation(f"/fhir/{path}", name, about, answer, outcome, parameters, True, TAKES, MEDIA)


OPERATIONS = (
    Operation("/fhir/metadata", "capabilities", "What is offered", capabilities, outcome, media=MEDIA),
    Operation("/fhir/CodeSystem", "code_systems", "The code systems", found_systems, outcome, media=MEDIA),
    _operation("CodeSystem/$lookup", "lookup", "What is known of a code", looked_up, LOOKUP),
    _operation("CodeSystem/$validate-code", "validate_code", "Whether a code is there", validated, VALIDATE),
    _operation("CodeSystem/$subsumes", "subsumes", "Whether a code stands below another", subsumed, SUBSUMES),
    _operation("CodeSystem/{id}/$lookup", "lookup_in", "What is known of a code", looked_up, LOOKUP[1:]),
    _operation(
        "CodeSystem/{id}/$validate-code", "validate_code_in", "Whether a code is there", validated, VALIDATE[1:]
    ),
    _operation(
        "CodeSystem/{id}/$subsumes", "subsumes_in", "Whether a code stands below another", subsumed, SUBSUMES[1:]
    ),
    Operation(
        "/fhir/CodeSystem/{id}", "code_system", "A code system, without its concepts", read_system, outcome, media=MEDIA
    ),
    _operation("ValueSet/$expand", "expand", "Concepts, or the best of them for a name", expanded, EXPAND),
    _operation("ValueSet/{id}/$expand", "expand_in", "Concepts, or the best of them for a name", expanded, EXPAND[1:]),
    _operation("ValueSet/$validate-code", "validate_in", "Whether a code is in a value set", validated_in_set, IN_SET),
    _operation(
        "ValueSet/{id}/$validate-code",
        "validate_in_set",
        "Whether a code is in a code system",
        validated_in_set,
        IN_SET[1:],
    ),
    _operation("ConceptMap/$translate", "translate", "A code in another terminology", translated, TRANSLATE),
)
