"""Every operation there is: the server's own, reconciliation, FHIR."""

from __future__ import annotations

from engine.serving.calls import HTML, Call, Operation, Reply
from engine.serving.fhir import operations as fhir
from engine.serving.openapi import document
from engine.serving.page import front_page, page_problem
from engine.serving.reconciliation import operations as reconciliation
from engine.workbench import Workbench


def described(workbench: Workbench, call: Call) -> Reply:
    """The operations as an OpenAPI document."""
    return document(call, OPERATIONS)


OWN = (
    Operation("/", "front_page", "What there is to ask, with addresses to copy", front_page, page_problem, media=HTML),
    Operation("/openapi.json", "openapi", "This description", described, page_problem),
)
OPERATIONS: tuple[Operation, ...] = (*OWN, *reconciliation.OPERATIONS, *fhir.OPERATIONS)
