"""What is read at the left, and beside it the detail of what is chosen, which gets the rest of a wide window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


def reading_and_detail(page: str, shares: tuple[float, float] = (7, 3.2)) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Two columns with these shares of a window of 1,280 pixels; the left one is at most as wide as what is read there.

    How wide that is stands in shell/frame.css.
    """
    with st.container(key=f"beside_{page}"):
        left, right = st.columns(list(shares), gap="medium")
    return left, right
