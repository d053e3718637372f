"""Choices by their titles, which a widget keeps between pages, when what was chosen may have gone meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import streamlit as st


def forget_unknown(key: str, options: Iterable[str]) -> None:
    """Drops from the widget `key`, before it is drawn, what is no longer among its options: a deleted version, say."""
    value, known = st.session_state.get(key), list(options)
    if isinstance(value, list) and any(one not in known for one in value):
        st.session_state[key] = [one for one in value if one in known]
    elif isinstance(value, str) and value not in known:
        del st.session_state[key]


def follow_default(key: str, default: str) -> None:
    """Before the widget `key` is drawn: what it shows because that was the default becomes what is the default now.

    What was chosen stays, and so does a list of several.
    """
    default_key = f"{key}_default"
    before, shown = st.session_state.get(default_key, default), st.session_state.get(key)
    st.session_state[default_key] = default
    if before != default and shown in (before, [before]):
        st.session_state[key] = [default] if isinstance(shown, list) else default


def emptied(*keys: str) -> None:
    """Empties the text fields that hold something, in a callback.

    A field that is set is sent to the window, an empty one too; it would take away what was typed there meanwhile.
    """
    for key in keys:
        if st.session_state.get(key):
            st.session_state[key] = ""


def choose(place: Any, label: str, titles: Mapping[str, str], key: str, **more: Any) -> Any:
    """The one of `titles` (value -> what is shown) that is chosen in a select box at `place`, a column or st."""
    forget_unknown(key, titles)
    return place.selectbox(label, list(titles), key=key, format_func=titles.__getitem__, **more)


def choose_some(place: Any, label: str, titles: Mapping[str, str], key: str, most: int, **more: Any) -> list[str]:
    """The values chosen of `titles`, at most `most`."""
    forget_unknown(key, titles)
    settings = {"max_selections": most, "select_all": False, **more}
    return list(place.multiselect(label, list(titles), key=key, format_func=titles.__getitem__, **settings))


def switch(place: Any, label: str, titles: Mapping[str, str], key: str, **more: Any) -> Any:
    """The same in a row of buttons, one of which is always pressed."""
    show = titles.__getitem__
    return place.segmented_control(label, list(titles), key=key, required=True, format_func=show, **more)


def turned_switch(place: Any, label: str, titles: Mapping[str, str], key: str, **more: Any) -> None:
    """The same for what the program turns too: what is chosen stands in the session under `key`, which is no widget's.

    A busy window still sends what its switch showed before, with a look at a run that goes on, say, and that would turn
    the page back. So the switch is another widget each time the program has turned it: what is sent for the one before
    turns nothing.
    """
    turn, last = st.session_state.get(f"{key}_turn", (0, st.session_state[key]))
    chosen = st.session_state[key]
    turn += chosen != last
    st.session_state[f"{key}_turn"] = turn, chosen
    widget = f"{key}_{turn}"

    def taken() -> None:
        if st.session_state[f"{key}_turn"][0] == turn:  # Streamlit asks the one before, too
            st.session_state[key] = st.session_state[widget]
            st.session_state[f"{key}_turn"] = turn, st.session_state[widget]

    with place.container(key=key, width="content"):
        switch(st, label, titles, widget, default=chosen, on_change=taken, **more)
