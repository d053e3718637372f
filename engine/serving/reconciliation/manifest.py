"""What a reconciliation service says of itself."""

from __future__ import annotations

from urllib.parse import quote

from engine.formats.ontologies.addresses import addressed
from engine.formats.ontologies.iris import iri_of_terminology
from engine.serving.calls import Call, Reply, json_reply
from engine.serving.reconciliation.extension import SETTINGS
from engine.serving.terminologies import chosen
from engine.workbench import Workbench

VERSION = "0.2"
WIDTH, HEIGHT = 400, 220  # of a preview, in pixels


def manifest(workbench: Workbench, call: Call) -> Reply:
    """The service manifest of a terminology; NotFound for one that is not there."""
    terminology = addressed(chosen(workbench, call.path["terminology"]))
    service = f"{call.base}/reconcile/{quote(terminology.slug, safe='')}"
    space = terminology.namespace or f"{iri_of_terminology(terminology.slug)}:"
    schema = terminology.address or space
    found = {
        "versions": [VERSION],
        "name": f"{terminology.title} (Nomenclator)",
        "identifierSpace": space,
        "schemaSpace": schema,
        "documentation": f"{call.base}/",
        "view": {"url": f"{service}/view?id={{{{id}}}}"},
        "preview": {"url": f"{service}/preview?id={{{{id}}}}", "width": WIDTH, "height": HEIGHT},
        "suggest": {
            kind: {"service_url": service, "service_path": f"/suggest/{kind}"}
            for kind in ("entity", "type", "property")
        },
        "extend": {
            "propose_properties": {"service_url": service, "service_path": "/properties"},
            "property_settings": SETTINGS,
        },
    }
    return json_reply(found)
