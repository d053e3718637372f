"""A request as an operation sees it, the reply that it gives, and the description that both the routes and the
OpenAPI document are made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import BadInput, Damaged, NomenclatorError, NotFound, Unavailable
from engine.workbench import Workbench

JSON, HTML = "application/json", "text/html"
LONGEST = 100_000  # characters of one value that is given


@dataclass(frozen=True)
class Call:
    """What was asked: `base` is the address of this server with its token, `values` what the query and a form give."""

    base: str
    path: Mapping[str, str]
    values: Mapping[str, list[str]]
    body: bytes = b""

    def one(self, name: str, default: str = "") -> str:
        """The value given under a name; BadInput where two are given that differ."""
        given = self.values.get(name, [])
        if len(set(given)) > 1:
            raise BadInput(f"“{name}” is given as {given[0][:40]} and as {given[-1][:40]}; give one of them.")
        return given[0] if given else default

    def needed(self, name: str) -> str:
        """The same; BadInput where it is not given."""
        if not (found := self.one(name).strip()):
            raise BadInput(f"“{name}” is missing; give it.")
        return found

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number within bounds; BadInput for anything else."""
        text = self.one(name).strip()
        if not text:
            return default
        if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
            raise BadInput(f"“{name}” is {text[:40]}; give a whole number from {least} to {most:,}.")
        return int(text)


@dataclass(frozen=True)
class Reply:
    """What is sent back."""

    content: str
    media: str = JSON
    status: int = 200


Answered = Callable[[Workbench, Call], Reply]


@dataclass(frozen=True)
class Parameter:
    """A value that an operation takes, for the OpenAPI document and the page."""

    name: str
    about: str
    required: bool = False
    example: str = ""


@dataclass(frozen=True)
class Operation:
    """An operation at a path such as /reconcile/{terminology}; `problem` makes the reply of what went wrong.

    `posts` says that its values may come as the body of a POST, in one of the media types `takes`. Only what is
    `framed` may be shown in a frame of another page.
    """

    path: str
    name: str
    about: str
    answer: Answered
    problem: Callable[[int, str], Reply]
    parameters: tuple[Parameter, ...] = ()
    posts: bool = False
    takes: tuple[str, ...] = ("application/x-www-form-urlencoded",)
    media: str = JSON
    framed: bool = False


def json_reply(content: Any, media: str = JSON, status: int = 200) -> Reply:
    """A reply in JSON."""
    return Reply(json.dumps(content, ensure_ascii=False, allow_nan=False), media, status)


def status_of(error: NomenclatorError) -> int:
    """The status of HTTP that says what kind of error it was."""
    kinds = ((NotFound, 404), (BadInput, 400), (Unavailable, 503), (Damaged, 503))
    return next((status for kind, status in kinds if isinstance(error, kind)), 500)
