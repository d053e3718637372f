"""Whose name a change carries."""

from __future__ import annotations

import getpass

from engine.errors import BadInput

DECIDING = ("before deciding", "the decision")  # when a person's name is needed, and what it makes traceable


def named(who: str, when: str = "first", what: str = "what you do") -> str:
    """The person's name, stripped; BadInput without one, which says when it is needed and what it makes traceable."""
    if not who.strip():
        raise BadInput(f"Say who you are (the profile name) {when}, so that {what} can be traced.")
    return who.strip()


def account_name() -> str:
    """The name of this person's account on this computer; "" where the system knows none, as of a number alone."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
