"""Whatever is asked: never a status of 500 or above, always an answer of the promised form, nothing written."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from fhir.resources.R4B import get_fhir_model_class
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.serving.calls import HTML, Operation
from engine.serving.fhir.resources import MEDIA
from engine.serving.operations import OPERATIONS
from engine.workbench import Workbench
from tests.budget import examples
from tests.engine.serving import schemas
from tests.engine.serving.asking import FORM, TOKEN, Visitor

KNOWN = (
    *("organs", "my_signs", "urn:nomenclator:organs", "urn:nomenclator:my_signs?fhir_vs"),
    *("urn:nomenclator:organs?fhir_vs=isa/H", "urn:nomenclator:organs?fhir_cm=my_signs", "H1", "S1", "R", "heart"),
    *("asthma", "0", "1", "5", "1000", "true", "json", "terminology", "parent", "child", "*", ",", "|"),
)
OFTEN = 150  # examples an operation
TEXTS = st.sampled_from(KNOWN) | st.text(max_size=30) | st.sampled_from(["", " ", "\x00", "\ud7ff", "é" * 300, "９"])
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
QUERY = st.fixed_dictionaries(
    {},
    optional={
        "query": TEXTS | TREES,
        "type": TEXTS | st.lists(TEXTS, max_size=2) | TREES,
        "limit": st.integers(-2, 200) | TREES,
        "type_strict": st.sampled_from(["any", "should", "all"]) | TREES,
        "properties": st.lists(st.fixed_dictionaries({"pid": TEXTS, "v": TREES}), max_size=2) | TREES,
    },
)
JSONS = {
    "queries": st.dictionaries(TEXTS, QUERY | TREES, max_size=3) | TREES,
    "extend": st.fixed_dictionaries(
        {"ids": st.lists(TEXTS, max_size=3) | TREES},
        optional={"properties": st.lists(st.fixed_dictionaries({"id": TEXTS, "settings": TREES}), max_size=3) | TREES},
    )
    | TREES,
}
CODING = st.fixed_dictionaries({}, optional={"system": TEXTS, "code": TEXTS, "display": TEXTS})
PART = st.fixed_dictionaries(
    {"name": st.sampled_from(["system", "code", "url", "coding", "filter", "count", "display"]) | TEXTS},
    optional={"valueString": TEXTS, "valueCoding": CODING | TREES, "valueInteger": st.integers(), "resource": TREES,
              "valueCodeableConcept": st.fixed_dictionaries({"coding": st.lists(CODING, max_size=2) | TREES})},
)  # fmt: skip
BODIES = st.fixed_dictionaries({"resourceType": st.just("Parameters"), "parameter": st.lists(PART | TREES, max_size=4)})


def values_of(one: Operation) -> st.SearchStrategy[dict[str, str]]:
    """Values for the parameters that an operation takes, some of them as it wants them, and a stray one."""
    as_text = partial(json.dumps, ensure_ascii=False)
    given = {
        known.name: JSONS[known.name].map(as_text) | TEXTS if known.name in JSONS else TEXTS for known in one.parameters
    }
    return st.fixed_dictionaries({}, optional={**given, "stray": TEXTS, "_format": st.sampled_from(["json", "xml"])})


def check(one: Operation, answered: Any) -> None:
    """An answer of the form that the operation promises, or a problem of its form."""
    assert answered.status < 500, answered.text
    kind = answered.headers["content-type"].partition(";")[0]
    if answered.status in (404, 405) and kind == "text/plain":  # a path that is none
        return
    if one.media == MEDIA:
        assert kind == MEDIA
        resource = answered.json
        assert (resource["resourceType"] == "OperationOutcome") == (answered.status != 200)
        get_fhir_model_class(resource["resourceType"]).model_validate(resource)
    elif one.media == HTML:
        assert kind == HTML and answered.text.startswith("<!doctype html>")
    elif answered.status != 200 and one.path.startswith("/reconcile"):
        assert answered.json["status"] == "error" and answered.json["message"]
    elif one.name == "reconcile":
        found = answered.json
        schema = schemas.MANIFEST if "versions" in found else schemas.EXTENSION if "rows" in found else schemas.RESULTS
        schemas.check(found, schema)


@pytest.mark.parametrize("one", OPERATIONS, ids=lambda one: one.name)
def test_no_request_breaks_an_operation(one: Operation, served: Workbench) -> None:
    visitor = Visitor(served)
    names = re.findall(r"\{(\w+)\}", one.path)

    @settings(max_examples=examples(OFTEN), deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(st.sampled_from(["organs", "my_signs", "my-signs"]) | TEXTS, min_size=len(names), max_size=len(names)),
        values_of(one),
        st.sampled_from(["GET", "POST", "HEAD", "PUT"]),
        BODIES.map(json.dumps).map(str.encode) | TREES.map(json.dumps).map(str.encode) | st.binary(max_size=40),
        st.booleans(),
    )
    def send(places: list[str], values: dict[str, str], method: str, body: bytes, form: bool) -> None:
        path = one.path
        for name, place in zip(names, places, strict=True):
            path = path.replace(f"{{{name}}}", place)
        given = urlencode(values, errors="replace").encode()
        headers = {"content-type": FORM if form else MEDIA}
        query, content = (b"", given) if form and method == "POST" else (given, body if method == "POST" else b"")
        check(one, visitor.send(method, f"/{TOKEN}{path}", query, content, headers))

    before = state(served.workspace.folder)
    send()
    assert state(served.workspace.folder) == before


@given(st.binary(max_size=60), st.binary(max_size=60))
@settings(max_examples=examples(OFTEN), deadline=None, suppress_health_check=list(HealthCheck))
def test_bytes_that_are_no_form_are_refused(served: Workbench, query: bytes, body: bytes) -> None:
    answered = Visitor(served).send("POST", f"/{TOKEN}/reconcile/organs", query, body, {"content-type": FORM})

    assert answered.status in (200, 400)


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file with its time and size, but for the locks of SQLite."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(("-shm", "-wal")))
    return {str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.stat().st_size) for path in files}
