"""What people changed in a terminology, as its writers look it up: an edit of each added name, parent and concept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from store.edits import ADD, CONCEPT, NAME, PARENT
from store.records.terminology import Edit


class Changes:
    """The edits that change something now, in the order in which they were made."""

    def __init__(self, edits: Sequence[Edit] = ()) -> None:
        self.edits = tuple(edits)
        self._added = {(one.kind, one.concept_id, one.name): one for one in edits if one.action == ADD}

    def of_name(self, concept: str, text: str) -> Edit | None:
        """The edit that gave a concept this name, that which made the concept included; None for an imported one."""
        if not self._added:
            return None
        return self._added.get((NAME, concept, text)) or self._added.get((CONCEPT, concept, text))

    def of_parent(self, concept: str, parent: str) -> Edit | None:
        """The edit that put a concept under this parent; None for an imported link."""
        return self._added.get((PARENT, concept, parent)) if self._added else None


def provenance(edit: Edit) -> Iterator[tuple[str, Any]]:
    """(heading, value) of what is known of an edit: by, at, why, query, score, model and model sha256."""
    model = (("model", edit.model), ("model sha256", edit.model_sha256))
    about = (("by", edit.who), ("at", edit.when), ("why", edit.reason), ("query", edit.query), ("score", edit.score))
    return (pair for pair in (*about, *model) if pair[1] not in (None, ""))


def in_a_line(edit: Edit) -> str:
    """What is known of an edit beside who and when, for formats that have one comment: 'why: heard; score: 0.75'."""
    return "; ".join(f"{heading}: {value}" for heading, value in provenance(edit) if heading not in ("by", "at"))
