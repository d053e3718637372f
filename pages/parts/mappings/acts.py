"""What a person does with lines of a mapping project; what came of it is said in one line that moves nothing."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import MappingCase, Workbench
from pages.parts.formatting import count, plain, shortened
from pages.parts.shell.profile import who
from pages.parts.shell.undo_redo import done_elsewhere, warned
from pages.parts.widget_state import emptied
from store.records.mapping import FLAG, MAPPED

LINE, CHOSEN, SEVERAL = "mappings_line", "mappings_chosen", "mappings_several"
HELD = "mappings_held"  # the project and the line drawn last, until the person goes on
REASON, ADDRESSED, OTHER = "mappings_reason", "mappings_addressed", "mappings_other"
MESSAGE = "mappings_said"
HERE = ("mapping", "assignment")  # the kinds of what is done on this page
UNFILTERED = {"mappings_whose": "", "mappings_branch": "", "mappings_find": ""}  # hides no line
WHOLE = "mappings_whole"  # the page beyond the queue is to be drawn too


def decide(
    workbench: Workbench, number: int, case: MappingCase, decision: str, targets: dict[str, str] | None, after: str
) -> None:
    """Decides a line as it was drawn and goes on to the one after it, unless it is to have several targets, or
    somebody else has answered it since."""
    several = bool(st.session_state.get(SEVERAL)) and decision == MAPPED
    reason, addressed = _typed(REASON), _typed(ADDRESSED)
    try:
        decision_text = workbench.mapping_decisions.decide(
            number,
            [case.line.source],
            decision,
            who(),
            targets=targets,
            reason=reason,
            addressed=addressed if decision == FLAG else "",
            add=several,
            seen=case.decisions,
        )
    except NomenclatorError as error:
        say("error", str(error))
        return
    say("success", f"{decision_text}.")
    if not several:
        _on(after)


def confirm(workbench: Workbench, number: int, case: MappingCase, after: str) -> None:
    """Says the same as the author, and goes on."""
    source, decisions = case.line.source, workbench.mapping_decisions
    try:
        say("success", f"{decisions.confirm(number, [source], who(), _typed(REASON), case.decisions)}.")
    except NomenclatorError as error:
        say("error", str(error))
        return
    _on(after)


def go(source: str) -> None:
    """To another line; decides nothing."""
    _on(source)


def choose_candidate(place: int) -> None:
    """The candidate with this number is the one that a relation is given to."""
    st.session_state[CHOSEN] = place


def step(workbench: Workbench, word: str) -> None:
    """Undo or redo of what the person did last; back to its line. What was done on another page is announced first."""
    turn = workbench.history.undo if word == "undo" else workbench.history.redo
    other = done_elsewhere(workbench.history.next_undo, HERE)(who()) if word == "undo" else None
    if warning := warned(MESSAGE, other):
        say("info", warning)
        return
    try:
        entry = turn(who())
    except NomenclatorError as error:
        say("error", str(error))
        return
    if entry is None:
        say("info", f"Nothing to {word} for {who()}.")
        return
    say("success", f"{entry.title}.")
    changed = workbench.history.changes(entry.id, 1)
    if entry.kind == "mapping" and entry.rows == 1 and changed:
        _on(changed[0].about)


def assign_all(workbench: Workbench, number: int) -> None:
    """Assigns the lines of the list to the person that was typed."""
    person = _typed("mappings_assignee")
    sources: Sequence[str] = st.session_state.get("mappings_sources", ())
    try:
        assigned = workbench.mapping_decisions.assign(number, sources, person, who())
        say("success", f"Assigned {count(assigned, 'line')} to {person or 'nobody'}. U takes it back.")
    except NomenclatorError as error:
        say("error", str(error))


def say(kind: str, sentence: str) -> None:
    """Keeps a sentence for the line above the panel."""
    st.session_state[MESSAGE] = (kind, sentence)


def last_message() -> str:
    """What was said last, in Markdown; a line that is always there, so that nothing moves."""
    kind, sentence = st.session_state.get(MESSAGE, ("", ""))
    sign = {"success": ":green[✓] ", "error": ":red[✗] "}.get(kind, "")
    return f"{sign}{plain(shortened(sentence, 150))}" if sentence else "Nothing decided yet in this window."


def whole() -> None:
    """More than the queue is to be drawn: another view, or a run that the page is to follow."""
    st.session_state[WHOLE] = True


def held(number: int, source: str) -> None:
    """Tells which line is drawn now: what was typed and chosen at another one is no part of it."""
    if st.session_state.get(HELD) != (number, source):
        emptied(REASON, ADDRESSED, OTHER)
        st.session_state.update({HELD: (number, source), CHOSEN: 0, SEVERAL: False})


def _on(source: str) -> None:
    st.session_state.update({LINE: source, HELD: None})


def _typed(key: str) -> str:
    return str(st.session_state.get(key) or "").strip()
