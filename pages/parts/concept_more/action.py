"""One action of “More”: its button, its reason, and that its entry of the history was made here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from engine.workbench import ConceptCard, Workbench

CarryOut = Callable[[Callable[[], str], str], None]
ENTRIES = "concept_more_entries"  # the entries of the history that were made here
REASON = "more_reason"


@dataclass(frozen=True)
class Action:
    """The concept to which something is done; `carry_out` gets what does it and the concept to open then."""

    workbench: Workbench
    card: ConceptCard
    key: str  # what tells the widgets of this concept from those of another
    carry_out: CarryOut

    def button(
        self, label: str, name: str, act: Callable[[], str], then: str | None = None, disabled: bool = False
    ) -> None:
        """Draws the button of `act`, which gives a sentence; the concept `then` is open after it, "" for none, None for
        this one."""
        shown = self.card.concept.id if then is None else then
        press = partial(self.carry_out, partial(self._remembered, act), shown)
        st.button(label, key=f"{name}_{self.key}", width="stretch", disabled=disabled, on_click=press)

    def reason(self) -> str:
        """What stands in the field at the moment of the press, which may be what takes the field's text in."""
        return str(st.session_state.get(f"{REASON}_{self.key}") or "").strip()

    def _remembered(self, act: Callable[[], str]) -> str:
        """What `act` says, its entry of the history remembered as made here."""
        sentence = act()
        st.session_state[ENTRIES] = (*entries_made_here(), self.workbench.history.last())
        return sentence


def entries_made_here() -> tuple[int, ...]:
    """The entries of the history that “More” made in this session."""
    made: tuple[int, ...] = st.session_state.get(ENTRIES, ())
    return made
