"""Recipes of earlier versions in today's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def upgraded(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """A recipe in today's words: the first had no transform and no data selection, and centred inside the encoder."""
    parts = dict(recipe)
    centre = False
    if isinstance(parts.get("encoder"), Mapping):
        parts["encoder"] = dict(parts["encoder"])
        centre = parts["encoder"].pop("centre", False)
    parts.setdefault("front", {"name": "centre" if centre else "none"})
    parts.setdefault("data", {"name": "top-classes"})
    return parts
