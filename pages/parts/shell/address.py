"""What a page shows, kept in its address: it can be shared, and Back goes to what was shown before.

Streamlit's own binding replaces the address, so that Back leaves the page; here each change is a step of its own.
    address = Address("compare", {"view": "tasks"})     # fields with their defaults, which the address leaves out
    address.read({"view": VIEWS})                        # before the widgets, which have the keys address.key("view")
    st.radio(…, key=address.key("view"))
    address.write()                                      # after them
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.parts.formatting import plain

MOST_DIGITS = 15


def numbered(text: str) -> int:
    """The number that a field of the address holds; 0 for anything else, and for more digits than any row has."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else 0


def not_here(values: Collection[str]) -> str:
    """The sentence about names of the address that there are not."""
    named, are = " and ".join(f"“{plain(value)}”" for value in values), "is" if len(values) == 1 else "are"
    return f"The address names {named}, which {are} not here; something else is shown."


def own_fields(**theirs: str) -> None:
    """Before an address is read: a field that other pages call otherwise becomes this page's own, which goes before."""
    for other, own in theirs.items():
        if values := [value for value in st.query_params.get_all(other) if value]:
            del st.query_params[other]
            if own not in st.query_params:
                st.query_params[own] = values


def check_bound(bound: Mapping[str, Collection[str]], own: Mapping[str, Collection[str]] | None = None) -> None:
    """Before the widgets that Streamlit itself binds to the address: says what it names that is not here, as
    `Address.read` does.

    bound: field of a widget -> what the address may say, which is what is shown of each of its choices; Streamlit drops
    anything else. own: fields without a widget -> what they may be; what is unknown is dropped here.
    """
    place = st.empty()  # there without a sentence too, as in `Address.read`
    if not followed():
        return
    allowed = {**bound, **(own or {})}
    unknown = [(field, value) for field in allowed for value in st.query_params.get_all(field)]
    unknown = [(field, value) for field, value in unknown if value and value not in allowed[field]]
    for field in {field for field, _ in unknown if field not in bound}:
        del st.query_params[field]
    if unknown:
        place.info(not_here([value for _, value in unknown]))


def ids_shown(bound: Mapping[str, Mapping[str, str]]) -> None:
    """Before the widgets that Streamlit itself binds to the address, which then has what is shown of their choices: an
    address with ids, as other pages have them, is opened anew with that.

    bound: field of a widget -> id -> what is shown of it.
    """
    if not st.session_state["arrived"]:
        return
    written = {}
    for field, titles in bound.items():
        here = st.query_params.get_all(field)
        shown = [one if one in titles.values() else titles.get(one, one) for one in here]
        if shown != here:
            written[field] = shown
    if written:
        st.query_params.update(written)
        del st.session_state["page"]  # the page is arrived at by this address
        st.rerun()


def followed() -> bool:
    """Whether the page does as its address says: it has just been opened, or Back or Forward has been pressed.

    At any other time its widgets are newer: an answer to what was pressed a moment ago may not have reached the window
    yet, and what is pressed meanwhile comes with the address from before.
    """
    context = get_script_run_ctx()
    if context is None or gone_back():
        return True
    return bool(st.session_state["arrived"]) and not context.fragment_ids_this_run


def gone_back() -> bool:
    """Whether Back or Forward has been pressed: then an address that says nothing means what it meant at its time."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


@dataclass(frozen=True)
class Address:
    """The fields of a page's address with their defaults: texts, or lists of texts."""

    page: str
    fields: Mapping[str, Any]
    pinned: Collection[str] = ()  # written with any other, though they be the default: what is the default may change
    restored: Collection[str] = ()  # as they were when the page was left, where the menu comes back to it

    def key(self, field: str) -> str:
        """The key of the widget that shows a field."""
        return f"{self.page}_{field}"

    def read(self, options: Mapping[str, Collection[str]] | None = None, newer: bool = False) -> None:
        """Puts what the address says into the widgets when it was opened, or gone back to; unknown values are dropped,
        and said to be. An address that says nothing is the menu's: what is `restored` is shown as it was left.

        options: field -> what it may be; a field without is any text.
        newer: what the widgets have is newer, since another page has just set it.
        """
        place = st.empty()  # there without a sentence too: what stands below would be drawn anew when one goes
        if newer or not followed():
            for field, default in self.fields.items():  # what another page chose need not be everything
                st.session_state.setdefault(self.key(field), list(default) if isinstance(default, list) else default)
            return
        unknown: list[str] = []
        left = {} if gone_back() or any(field in st.query_params for field in self.fields) else self._left()
        for field, default in self.fields.items():
            allowed = (options or {}).get(field)
            here = st.query_params.get_all(field)
            here += [value for value in left.get(field, ()) if allowed is None or value in allowed]
            values = [value for value in here if allowed is None or value in allowed]
            unknown += [value for value in here if value and value not in values]
            if isinstance(default, list):
                st.session_state[self.key(field)] = values or list(default)
            else:
                st.session_state[self.key(field)] = values[0] if values else default
        if unknown:
            place.info(not_here(unknown))

    def _left(self) -> dict[str, list[str]]:
        """What the page showed of its `restored` fields when it was drawn last in this window."""
        return st.session_state.setdefault(f"{self.page} left", {})

    def write(self) -> None:
        """Puts what the widgets show into the address, where it is not the default."""
        shown = {}
        for field, default in self.fields.items():
            value = st.session_state.get(self.key(field), default)
            if field in self.restored:  # what is the default may change, and is not what somebody chose
                chosen = value if isinstance(value, list) else [str(value)]
                self._left()[field] = chosen if value and value != default else []
            if value != default and value not in ("", None, []):
                shown[field] = value if isinstance(value, list) else [str(value)]
        if shown:
            for field in self.pinned:
                value = st.session_state.get(self.key(field), self.fields[field])
                shown[field] = value if isinstance(value, list) else [str(value)]
        if shown != {field: st.query_params.get_all(field) for field in self.fields if field in st.query_params}:
            others = {name: st.query_params.get_all(name) for name in st.query_params if name not in self.fields}
            st.query_params.from_dict({**others, **shown})
