"""Data extension: what is known of the concepts of a table, as further columns of it."""

from __future__ import annotations

from typing import Any

from engine.errors import BadInput, NotFound
from engine.formats.opening.json_text import read_json
from engine.serving.calls import Call, Reply, json_reply
from engine.serving.reconciliation.properties import NAMES, Value, values_of
from engine.serving.terminologies import chosen
from engine.workbench import ConceptCard, Workbench

MOST_IDS, MOST_PROPERTIES = 1_000, 50
SETTINGS = [
    {
        "name": "limit",
        "label": "At most",
        "type": "number",
        "default": 0,
        "help_text": "How many values a concept gets in the table; 0 is all.",
    }
]


def extended(workbench: Workbench, call: Call) -> Reply:
    """{"meta", "rows"}: the values of each property of each concept; none for a concept that is not there."""
    slug = chosen(workbench, call.path["terminology"]).slug
    ids, properties = _asked_for(call.one("extend"))
    cards = {id: _card(workbench, slug, id) for id in ids}
    rows = {id: {name: _values(card, name, most) for name, most in properties.items()} for id, card in cards.items()}
    return json_reply({"meta": [{"id": name, "name": NAMES.get(name, name)} for name in properties], "rows": rows})


def proposed(workbench: Workbench, call: Call) -> Reply:
    """{"properties"}: what a table may be extended by, whatever the type of its concepts."""
    chosen(workbench, call.path["terminology"])
    most = call.number("limit", len(NAMES), 1, 10_000)
    properties = [{"id": id, "name": name} for id, name in NAMES.items()][:most]
    about = {"type": call.one("type")} if call.one("type") else {}
    return json_reply({**about, "limit": most, "properties": properties})


def _asked_for(text: str) -> tuple[list[str], dict[str, int]]:
    """The ids, and the most values of each property; BadInput for what the API does not allow."""
    given = read_json(text, "“extend”", "send a JSON object with “ids” and “properties”")
    ids, properties = (given.get("ids"), given.get("properties")) if isinstance(given, dict) else (None, None)
    if not isinstance(ids, list) or not all(isinstance(one, str) for one in ids) or not isinstance(properties, list):
        raise BadInput("“extend” needs a list of texts under “ids” and a list under “properties”.")
    if len(ids) > MOST_IDS or len(properties) > MOST_PROPERTIES:
        raise BadInput(f"“extend” takes {MOST_IDS:,} ids and {MOST_PROPERTIES} properties at a time; ask for less.")
    wished = dict(_wished(one) for one in properties)
    if unknown := [name for name in wished if name not in NAMES]:
        raise BadInput(
            f"“extend” asks for “{unknown[0][:100]}”, which is no property; choose among {', '.join(NAMES)}."
        )
    return ids, wished


def _wished(given: Any) -> tuple[str, int]:
    if not isinstance(given, dict) or not isinstance(given.get("id"), str):
        raise BadInput("Each of the “properties” of “extend” needs an “id”.")
    settings = given.get("settings")
    most = settings.get("limit") if isinstance(settings, dict) else 0
    if isinstance(most, str) and most.isascii() and most.isdigit():
        most = int(most[:9])
    return given["id"], int(most) if isinstance(most, (int, float)) and most > 0 else 0


def _card(workbench: Workbench, slug: str, id: str) -> ConceptCard | None:
    try:
        return workbench.terminologies.concept(slug, id)
    except NotFound:
        return None


def _values(card: ConceptCard | None, name: str, most: int) -> list[Value]:
    found = values_of(card, name) if card else []
    return found[:most] if most else found
