"""The address of a page: what is written into it, and that what it leaves out cannot change its meaning."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from pages.parts.address import Address

    address = Address("p", {"with": ["new"], "view": "tasks", "open": ""}, pinned=("with",))
    address.read()
    st.text_input("View", key=address.key("view"), on_change=address.touched)
    address.write()


def test_defaults_are_left_out_but_for_what_is_pinned() -> None:
    app = AppTest.from_function(_page).run()
    assert dict(app.query_params) == {}
    app.text_input(key="p_view").set_value("names").run()
    assert dict(app.query_params) == {"view": "names", "with": "new"}
    app.text_input(key="p_view").set_value("tasks").run()
    assert dict(app.query_params) == {}


def test_an_address_from_before_a_new_default_shows_what_it_showed() -> None:
    app = AppTest.from_function(_page)
    app.query_params["with"], app.query_params["view"] = ["old"], ["names"]
    app.run()
    assert app.session_state["p_with"] == ["old"]
    assert dict(app.query_params) == {"view": "names", "with": "old"}
