"""The queue of a release: people's work whose concept it has no longer, each moved, kept or withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.change_kinds import THINGS
from pages.parts.formatting import clock, count, plain
from pages.parts.paging import page_choice, page_of
from pages.parts.sheet import Col, sheet
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from pages.parts.terminologies.messages import MESSAGE

PAGE = 15
COLUMNS = (
    Col("what", "What"),
    Col("kind", "", "mark", spoken="Kind"),
    Col("concept", "Was on", "text", "The concept that the newest version does not have in use."),
    Col("replacement", "Replacement", "text", "What the release names in its place, or what has its name now."),
    Col("how", "", "quiet", spoken="How"),
    Col("who", "Who", "whole"),
    Col("when", "When", "when"),
    Col("where", "File or mapping", "quiet"),
)
KINDS = {**THINGS, "replacement": "merge", "mapping": "mapping"}
ANSWERS = {
    "move": ("Move", "On to the replacement; what is only to be considered waits until you pick it."),
    "keep": ("Keep", "It stays with the inactive concept, and is not asked again."),
    "withdraw": ("Withdraw", "It counts no more; a decision is open again."),
}


def held_in_words(held: dict[str, int]) -> str:
    """How much of people's work holds: “3 edits, 1 decision and 2 mappings hold”."""
    edits, decisions = count(held["edits"], "edit"), count(held["decisions"], "decision")
    return f"{edits}, {decisions} and {count(held['mappings'], 'mapping')} hold"


def renamed_targets(carried: Any) -> None:
    """Says what holds though its concept is called something else now, if anything does."""
    if not carried.renamed:
        return
    named = [f"{one.what}: “{one.before}” is “{one.after}” now ({one.differs})" for one in carried.renamed[:10]]
    many = count(len(carried.renamed), "edit, decision or mapping holds", "edits, decisions and mappings hold")
    st.warning(plain(f"{many}, but the concept’s name means something else now; look at it: {'; '.join(named)}."))


def invalid_targets(workbench: Workbench, slug: str, carried: Any) -> None:
    """Draws the queue of what is not `carried` over, with an answer for the row that is picked, and one for all."""
    lines = carried.invalid
    st.markdown(
        f"**{count(len(lines), 'edit, decision or mapping', 'edits, decisions and mappings')}** lost their concept; "
        f"{held_in_words(carried.held)}. Each answer is one undo."
    )
    renamed_targets(carried)
    _out_of_use(carried)
    picked = next((one for one in lines if one.id == st.session_state.get("invalid_picked")), None)
    page, pages = page_of("invalid_page", len(lines), PAGE)
    sheet(
        "invalid_targets",
        "What lost its concept",
        COLUMNS,
        [_row(one) for one in lines[(page - 1) * PAGE : page * PAGE]],
        picked=picked.id if picked else "",
        on_pick=_pick,
        empty="Everything holds.",
    )
    page_choice("invalid_page", pages)
    _answer_buttons(workbench, slug, lines, picked)


def _out_of_use(carried: Any) -> None:
    """Says which label classes, proposals and loaded mappings stand for a concept out of use, if any do."""
    classes = [f"{one.what} ({one.where})" for one in carried.unused if one.kind == "label class"]
    if classes:
        st.caption(plain(f"Classes of label sets that stand for a concept out of use: {', '.join(classes[:10])}."))
    if parents := sum(one.kind == "proposal" for one in carried.unused):
        st.caption(f"{count(parents, 'proposed parent')} out of use; place these names again.")
    if loaded := [f"{one.what} ({one.where})" for one in carried.unused if one.kind == "loaded mapping"]:
        st.caption(plain(f"{count(len(loaded), 'mapping')} of files out of use: {', '.join(loaded[:10])}."))


def _row(one: Any) -> dict[str, Any]:
    return {
        "id": one.id,
        "what": one.what,
        "kind": KINDS[one.kind],
        "concept": f"{one.concept_name} · {one.concept}".removeprefix(" · "),
        "concept_why": one.why,
        "replacement": f"{one.replacement_name} · {one.replacement}" if one.replacement else "none known",
        "how": one.how,
        "who": one.who,
        "when": clock(one.when),
        "where": one.where,
    }


def _answer_buttons(workbench: Workbench, slug: str, lines: Sequence[Any], picked: Any) -> None:
    """The answers for the row that is picked, with the concept that it may move to; without one for all rows."""
    to = ""
    if picked:
        to = st.text_input(
            "Move this one to the concept",
            value=picked.replacement,
            key=f"invalid_to_{picked.id}",
            placeholder="its id",
            width=420,
        )
    ids = [picked.id] if picked else []
    movable = [one for one in lines if one.movable]
    with st.container(horizontal=True, gap="small"):
        for answer, (label, help) in ANSWERS.items():
            number = len(movable) if answer == "move" else len(lines)
            st.button(
                f"{label} this one" if picked else f"{label} all {number:,}",
                key=f"invalid_{answer}",
                type="primary" if answer == "move" else "secondary",
                disabled=not (picked or number),
                help=help,
                on_click=_answer,
                args=(workbench, slug, answer, ids, to.strip()),
            )


def _pick(picked: str) -> None:
    state = st.session_state
    state["invalid_picked"] = "" if state.get("invalid_picked") == picked else picked


def _answer(workbench: Workbench, slug: str, answer: str, ids: list[str], to: str) -> None:
    if ids:  # as it stands in the field now
        to = st.session_state.get(f"invalid_to_{ids[0]}", to).strip()
    with reported(MESSAGE):
        resolved, left = workbench.versions.resolve(slug, answer, who(), ids, to if answer == "move" else "")
        words = {"move": "moved", "keep": "kept", "withdraw": "withdrawn"}[answer]
        still = f"{left:,} still open" if left else "nothing is open"
        report(MESSAGE, "success", f"{resolved:,} {words}, {still}; one undo in the History takes it back.")
