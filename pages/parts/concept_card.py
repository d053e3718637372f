"""One component that draws a concept: its path, names with their sources, notes, parents and children."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from engine.workbench import ConceptCard, ConceptRef
from store.records.terminology import Name

HERE = Path(__file__)
KEY = "concept_card"

_draw = st.components.v2.component(
    "nomenclator_concept_card",
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
)


def concept_card(
    card: ConceptCard,
    terminology: str,
    on_go: Callable[[], None],
    on_withdraw: Callable[[], None],
) -> None:
    """Draws `card`; a parent or child that is clicked goes to `on_go`, a name to withdraw to `on_withdraw`."""
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
    _draw(key=KEY, data=data, on_go_change=on_go, on_withdraw_change=on_withdraw)


def concept_gone_to() -> str:
    """The id of the concept that was clicked, inside `on_go`."""
    return str(st.session_state[KEY].go or "")


def name_to_withdraw() -> str:
    """The name whose withdrawal was asked for, inside `on_withdraw`."""
    return str(st.session_state[KEY].withdraw or "")


def _refs(refs: list[ConceptRef]) -> list[dict[str, str]]:
    return [{"id": ref.id, "preferred": ref.preferred} for ref in refs]


def _lines(lines: Any) -> list[str]:
    return [str(line) for line in lines] if isinstance(lines, (list, tuple)) else [str(lines)]


def _name(name: Name, added: set[str]) -> dict[str, Any]:
    return {
        "text": name.text,
        "preferred": name.kind == "preferred",
        "scope": name.scope,
        "source": name.source,
        "added": name.text in added,
    }
