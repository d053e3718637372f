"""The operations of a reconciliation service."""

from __future__ import annotations

from engine.serving.calls import HTML, Call, Operation, Parameter, Reply, json_reply
from engine.serving.page import page_problem
from engine.serving.reconciliation.extension import extended, proposed
from engine.serving.reconciliation.manifest import manifest
from engine.serving.reconciliation.preview import previewed, viewed
from engine.serving.reconciliation.queries import reconciled
from engine.serving.reconciliation.suggestions import suggested_entities, suggested_properties, suggested_types
from engine.workbench import Workbench

SERVICE = "/reconcile/{terminology}"
PREFIX = Parameter("prefix", "what was typed so far", True, "heart")
CURSOR = Parameter("cursor", "how many to pass over", example="0")
ID = Parameter("id", "the id of a concept", True)


def problem(status: int, sentence: str) -> Reply:
    """What went wrong, as {"status": "error", "message"}."""
    return json_reply({"status": "error", "message": sentence}, status=status)


def service(workbench: Workbench, call: Call) -> Reply:
    """The manifest; the answers to queries or to an extension where some are given."""
    if call.one("queries"):
        return reconciled(workbench, call)
    if call.one("extend"):
        return extended(workbench, call)
    return manifest(workbench, call)


OPERATIONS = (
    Operation(
        SERVICE,
        "reconcile",
        "The manifest of the service; with “queries” the candidates for each, with “extend” values of concepts",
        service,
        problem,
        (
            Parameter("queries", "a JSON object of queries", example='{"q0": {"query": "heart attack", "limit": 3}}'),
            Parameter("extend", "a JSON object with “ids” and “properties”"),
        ),
        posts=True,
    ),
    Operation(
        SERVICE + "/suggest/entity",
        "suggest_entity",
        "Concepts for what was typed so far",
        suggested_entities,
        problem,
        (PREFIX, CURSOR),
    ),
    Operation(
        SERVICE + "/suggest/type",
        "suggest_type",
        "Concepts with others below them, which queries may be held to",
        suggested_types,
        problem,
        (PREFIX, CURSOR),
    ),
    Operation(
        SERVICE + "/suggest/property",
        "suggest_property",
        "What there is to know of a concept",
        suggested_properties,
        problem,
        (PREFIX, CURSOR),
    ),
    Operation(
        SERVICE + "/properties",
        "propose_properties",
        "What a table may be extended by",
        proposed,
        problem,
        (Parameter("type", "a concept whose concepts are extended"), Parameter("limit", "how many at most")),
    ),
    Operation(
        SERVICE + "/preview",
        "preview",
        "A concept in a small page that may be framed",
        previewed,
        page_problem,
        (ID,),
        media=HTML,
        framed=True,
    ),
    Operation(SERVICE + "/view", "view", "A concept in a page", viewed, page_problem, (ID,), media=HTML),
)
