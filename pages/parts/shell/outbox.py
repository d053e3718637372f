"""What was done in a browser, carried out once each: an act comes again until the browser knows that it is kept.

The browser's half is outbox.js. An act is {"token", "n", …}: n counts what was done since the window of that token was
loaded. How far a token has come is known to the whole server, not to one session, for after a reload the same acts
come from a new session.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.workbench import default_workspace

Result = TypeVar("Result")
Act = dict[str, Any]
MOST_TOKENS = 10_000  # tokens that are remembered; the oldest go first


@dataclass
class _Turn:
    """How far one token has come; one session at a time goes on with it."""

    last: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


_turns: dict[str, _Turn] = {}
_guard = threading.Lock()


def place_of(name: str) -> str:
    """What the outbox of a page is called in the browser: another workspace at the same address has another one."""
    return f"{name} {hashlib.sha256(str(default_workspace().resolve()).encode()).hexdigest()[:16]}"


def once(act: Act, carry_out: Callable[[], Result]) -> Result | None:
    """What `carry_out` gives, or None when the act was carried out before.

    An act whose carrying out raises is not kept and comes again. `carry_out` must not touch the session's state, for
    Streamlit may break off there, between what was done and the note that it was.
    """
    turn, number = _turn(str(act["token"])), int(act["n"])
    with turn.lock:
        if number <= turn.last:
            return None
        result = carry_out()
        turn.last = number
    return result


def last_stored(tokens: Collection[str]) -> dict[str, int]:
    """token -> the number of its last act that is kept; what the browser's outbox forgets."""
    return {token: turn.last for token in tokens if (turn := _turns.get(token)) is not None}


def _turn(token: str) -> _Turn:
    with _guard:
        if token not in _turns and len(_turns) >= MOST_TOKENS:
            del _turns[next(iter(_turns))]
        return _turns.setdefault(token, _Turn())
