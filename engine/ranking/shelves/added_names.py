"""The names that people added to a terminology, as a query meets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.ranking.shelves.shelf import Shelf
from store.records.terminology import Edit


@dataclass(frozen=True)
class AddedNames:
    """The names that people added to a terminology, and the preferred names of their concepts by id."""

    shelf: Shelf
    edits: Sequence[Edit]
    preferred: Mapping[str, str]
