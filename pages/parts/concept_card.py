"""One component that draws a concept: its path, names with their sources, notes, parents and children."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.workbench import ConceptCard, ConceptRef
from pages.parts.component import component, heard
from store.records.terminology import Name

KEY = "concept_card"

_draw = component("concept_card", __file__)


def concept_card(
    card: ConceptCard,
    terminology: str,
    on_go: Callable[[str], None],
    on_withdraw: Callable[[str], None],
    on_prefer: Callable[[str], None],
) -> None:
    """Draws `card`; the id of a parent or child clicked goes to `on_go`, a name to withdraw to `on_withdraw`, and one
    that becomes the preferred one to `on_prefer`."""
    concept = card.concept
    data = {
        "id": concept.id,
        "preferred": concept.preferred,
        "terminology": terminology,
        "definition": concept.definition,
        "obsolete": concept.obsolete,
        "replaced_by": concept.replaced_by,
        "path": _refs(card.path[:-1]),
        "names": [_name(name, {edit.name for edit in card.added}) for name in concept.names],
        "withdrawn": [{"name": edit.name, "who": edit.who, "reason": edit.reason} for edit in card.withdrawn],
        "notes": [{"heading": heading, "lines": _lines(lines)} for heading, lines in concept.notes.items()],
        "parents": _refs(card.parents),
        "children": _refs(card.children),
    }
    go, withdraw, prefer = heard(KEY, "go", on_go), heard(KEY, "withdraw", on_withdraw), heard(KEY, "prefer", on_prefer)
    _draw(key=KEY, data=data, on_go_change=go, on_withdraw_change=withdraw, on_prefer_change=prefer)


def _refs(refs: list[ConceptRef]) -> list[dict[str, str]]:
    return [{"id": ref.id, "preferred": ref.preferred} for ref in refs]


def _lines(lines: Any) -> list[str]:
    return [str(line) for line in lines] if isinstance(lines, (list, tuple)) else [str(lines)]


def _name(name: Name, added: set[str]) -> dict[str, Any]:
    return {
        "text": name.text,
        "preferred": name.kind == "preferred",
        "scope": name.scope,
        "source": name.source.removeprefix("added ") if name.text in added else name.source,
        "added": name.text in added,
    }
