"""Choices that a widget keeps between pages, when what was chosen may have gone meanwhile."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st


def forget_unknown(key: str, options: Iterable[str]) -> None:
    """Drops from the widget `key`, before it is drawn, what is no longer among its options: a deleted version, say."""
    kept, known = st.session_state.get(key), list(options)
    if isinstance(kept, list) and any(one not in known for one in kept):
        st.session_state[key] = [one for one in kept if one in known]
    elif isinstance(kept, str) and kept not in known:
        del st.session_state[key]
