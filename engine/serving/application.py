"""The ASGI application: a route for each operation, behind the door."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from engine.errors import BadInput, NomenclatorError
from engine.errors.log import in_one_sentence
from engine.serving.calls import LONGEST, Call, Operation, Reply, status_of
from engine.serving.door import FRAMED, Door
from engine.serving.fhir.resources import outcome
from engine.serving.operations import OPERATIONS
from engine.workbench import Workbench

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

LARGEST = 2_000_000  # bytes of a body
METHODS = {False: ["GET"], True: ["GET", "POST"]}  # by whether values may come as a body
MOST_VALUES = 2_000
TOO_LARGE = f"The body is larger than {LARGEST // 1_000_000} MB; ask for less at a time."


def application(workbench: Workbench, token: str, origins: Collection[str] = ()) -> ASGIApp:
    """The application over a workbench that is open for reading; `origins` are those whose pages may ask."""
    routes = [
        Route(f"/{token}{one.path}", _endpoint(workbench, one, token), methods=METHODS[one.posts]) for one in OPERATIONS
    ]
    inside = Starlette(routes=routes, exception_handlers={HTTPException: _refused})
    inside.router.redirect_slashes = False
    return Door(inside, token, origins)


def _endpoint(workbench: Workbench, operation: Operation, token: str) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        body = await _body(request)
        if body is None:
            return _response(operation, operation.problem(413, TOO_LARGE))
        base = f"http://{request.headers['host']}/{token}"
        query, path = request.scope["query_string"], dict(request.path_params)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        form = request.method == "POST" and kind == "application/x-www-form-urlencoded"

        def work() -> Reply:
            try:
                values = _values(query, body if form else b"")
                call = Call(base, path, values, b"" if form else body)
                return operation.answer(workbench, call)
            except NomenclatorError as error:
                return operation.problem(status_of(error), str(error))
            except Exception as error:
                found = in_one_sentence(error, workbench.workspace.folder)
                return operation.problem(status_of(found), str(found))

        return _response(operation, await run_in_threadpool(work))

    return endpoint


async def _body(request: Request) -> bytes | None:
    """The body; None where it is too large."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > LARGEST:
            return None
    return bytes(found)


def _values(query: bytes, form: bytes) -> dict[str, list[str]]:
    """What the query and a form give, by name; BadInput for what is no text of UTF-8, or too long."""
    found: dict[str, list[str]] = {}
    for part in (query, form):
        try:
            given = parse_qs(part.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_VALUES)
        except ValueError:
            raise BadInput("The values given are no form in UTF-8; encode them as a browser does.") from None
        for name, values in given.items():
            found.setdefault(name, []).extend(values)
    if any(len(value) > LONGEST for name, values in found.items() if name != "queries" for value in values):
        raise BadInput(f"A value has more than {LONGEST:,} characters; shorten it.")
    return found


def _response(operation: Operation, reply: Reply) -> Response:
    headers = {FRAMED: "yes"} if operation.framed else {}
    return Response(reply.content.encode(errors="replace"), reply.status, headers, f"{reply.media}; charset=utf-8")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentences = {404: "There is nothing at this address.", 405: "This address is not asked in this way."}
    sentence = sentences.get(error.status_code, "This cannot be answered.")
    message = f"{sentence} The first page, with the token, lists all there is."
    if request.url.path.split("/")[2:3] == ["fhir"]:
        reply = outcome(error.status_code, message)
        return Response(reply.content, reply.status, error.headers, f"{reply.media}; charset=utf-8")
    return PlainTextResponse(f"{message}\n", error.status_code, error.headers)
