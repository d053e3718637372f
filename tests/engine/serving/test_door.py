"""Who may ask: this machine under its own address, with the token; of pages only those that are named."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest

from engine.errors import BadInput, Unavailable
from engine.serving.application import LARGEST
from engine.serving.operations import OPERATIONS
from engine.serving.server import check_origins, listen
from engine.workbench import Workbench
from tests.connections import sends_at_once
from tests.engine.serving.asking import PORT, TOKEN, Visitor

NAMED = "http://127.0.0.1:3333"


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", ""])
def test_a_foreign_name_stays_outside(visitor: Visitor, host: str) -> None:
    answered = visitor.get("/", {"host": host})

    assert answered.status == 403 and TOKEN not in answered.text and "organs" not in answered.text


@pytest.mark.parametrize("path", ["/", "/openapi.json", f"/{TOKEN[:-1]}/", f"/x/{TOKEN}/", f"//{TOKEN}/", "", "/é/"])
def test_there_is_nothing_without_the_token(visitor: Visitor, path: str) -> None:
    answered = visitor.send("GET", path, b"", b"", {})

    assert answered.status == 404 and TOKEN not in answered.text


def test_only_pages_that_are_named_are_let_in(served: Workbench) -> None:
    visitor = Visitor(served, [NAMED])
    theirs, named = visitor.get("/fhir/metadata", {"origin": "http://evil.example"}), {"origin": NAMED}

    assert theirs.status == 403 and "--allow-origin http://evil.example" in theirs.text
    assert "access-control-allow-origin" not in theirs.headers
    assert visitor.get("/fhir/metadata", {"origin": "null"}).status == 403
    assert visitor.get("/fhir/metadata", named).headers["access-control-allow-origin"] == NAMED
    assert visitor.get("/fhir/metadata", {"origin": f"http://127.0.0.1:{PORT}"}).status == 200
    before = visitor.send("OPTIONS", f"/{TOKEN}/reconcile/organs", b"", b"", named)
    assert (before.status, before.headers["access-control-allow-methods"]) == (204, "GET, POST")
    assert Visitor(served).get("/", named).status == 403
    assert f" {NAMED}" in visitor.get("/reconcile/organs/preview", id="H1").headers["content-security-policy"]


def test_what_is_not_there_and_what_is_too_large_is_said(visitor: Visitor) -> None:
    assert visitor.get("/fhir/Patient").status == 404
    assert visitor.send("DELETE", f"/{TOKEN}/reconcile/organs", b"", b"", {}).status == 405
    large = visitor.send("POST", f"/{TOKEN}/fhir/CodeSystem/$lookup", b"", b" " * (LARGEST + 1), {})
    assert large.status == 413 and large.json["resourceType"] == "OperationOutcome"


def test_the_page_and_the_description_name_every_service(visitor: Visitor) -> None:
    front, described = visitor.get("/"), visitor.get("/openapi.json").json

    assert f"{Visitor.base}/reconcile/my_signs" in front.text and f"{Visitor.base}/fhir" in front.text
    assert set(described["paths"]) == {one.path for one in OPERATIONS}
    names = [method["operationId"] for path in described["paths"].values() for method in path.values()]
    assert len(names) == len(set(names))
    for one in OPERATIONS:
        filled = re.sub(r"\{\w+\}", "organs", one.path)
        assert visitor.get(filled).status in (200, 400), filled


def test_the_server_listens_on_loopback_alone_with_a_new_token() -> None:
    first, second = listen(0), listen(0)
    try:
        assert first.socket.getsockname()[0] == "127.0.0.1" and first.token != second.token
        parts = urlsplit(first.address)
        assert (parts.hostname, parts.port, parts.path) == (
            "127.0.0.1", first.socket.getsockname()[1], f"/{first.token}")  # fmt: skip
        with pytest.raises(Unavailable, match="--port"):
            listen(first.socket.getsockname()[1])
        with pytest.raises(BadInput, match="is no port"):
            listen(70_000)
    finally:
        first.socket.close()
        second.socket.close()


@pytest.mark.parametrize("origin", ["*", "127.0.0.1:3333", "http://127.0.0.1:3333/", "ftp://x", "null", ""])
def test_an_origin_is_written_as_browsers_write_it(origin: str) -> None:
    check_origins([NAMED, "https://tool.example"])
    with pytest.raises(BadInput, match="is no origin"):
        check_origins([origin])


def test_an_answer_waits_for_no_confirmation_of_the_one_before() -> None:
    assert sends_at_once(listen(0).socket)
