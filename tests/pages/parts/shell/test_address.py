"""The address of a page: what is written into it, and that what it leaves out cannot change its meaning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.terminology import importing
from engine.workbench import Workbench


def _page() -> None:
    import streamlit as st

    from pages.parts.shell.address import Address

    st.session_state["arrived"] = "been" not in st.session_state
    st.session_state["been"] = True
    address = Address("p", {"with": ["new"], "view": "tasks", "open": ""}, pinned=("with",))
    address.read()
    st.text_input("View", key=address.key("view"))
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


def _cut_short() -> None:
    import streamlit as st

    from pages.parts.shell.address import Address

    st.session_state["arrived"] = "been" not in st.session_state
    st.session_state["been"] = True
    address = Address("p", {"view": "tasks"})
    address.read()
    st.text_input("View", key=address.key("view"))
    if st.session_state["arrived"]:
        st.stop()  # as a newer request cuts a drawing short
    address.write()


def test_what_is_chosen_before_the_page_was_drawn_whole_stays() -> None:
    app = AppTest.from_function(_cut_short).run()
    app.text_input(key="p_view").set_value("names").run()
    assert app.session_state["p_view"] == "names"
    assert dict(app.query_params) == {"view": "names"}


def test_what_was_chosen_outlives_an_address_from_before() -> None:
    app = AppTest.from_function(_page).run()
    app.text_input(key="p_view").set_value("names").run()
    app.query_params.clear()  # the window had not heard of the new address when something else was pressed
    app.run()
    assert dict(app.query_params) == {"view": "names", "with": "new"}


@pytest.mark.parametrize(
    ("page", "key"),
    [
        *(("audit", "audit_in"), ("place", "place_in"), ("compare", "compare_of")),
        *(("export", "export_terminology"), ("mappings", "mappings_source")),
    ],
)
def test_the_menu_comes_back_to_the_terminology_that_was_left(
    page: str, key: str, workbench: Workbench, open_page: Callable[..., AppTest], tmp_path: Path
) -> None:
    """A look at History, and the page showed the first terminology again."""
    file = tmp_path / "flat.csv"
    file.write_text("id,name\nA,Crimson\nB,Scarlet\n", encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "flat", "title": "Flat"}):
        pass
    app = open_page(page)
    app.selectbox(key=key).set_value("flat").run()
    app.query_params.clear()
    app.switch_page("pages/history.py").run()
    app.query_params.clear()  # as a link of the menu does
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception and app.selectbox(key=key).value == "flat"
    assert "flat" in str(dict(app.query_params))


@pytest.mark.parametrize(
    ("page", "field"),
    [
        *(("audit", "in"), ("audit", "terminology"), ("place", "in"), ("place", "terminology")),
        *(("models", "model"), ("models", "version"), ("history", "by"), ("history", "who")),
        ("terminologies", "terminology"),
    ],
)
def test_a_name_that_there_is_not_is_said_and_leaves_the_address(
    page: str, field: str, workbench: Workbench, open_page: Callable[..., AppTest]
) -> None:
    """Something else was shown without a word."""
    app = open_page(page, **{field: "nobody"})

    assert not app.exception
    assert "The address names “nobody”, which is not here" in app.info[0].value
    assert "nobody" not in str(dict(app.query_params))
    app.run()
    assert not any("The address names" in one.value for one in app.info)


def test_a_field_that_other_pages_call_otherwise_is_read(
    workbench: Workbench, open_page: Callable[..., AppTest], tmp_path: Path
) -> None:
    file = tmp_path / "flat.csv"
    file.write_text("id,name\nA,Crimson\nB,Scarlet\n", encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "flat", "title": "Flat"}):
        pass
    workbench.labels.relabel("topics", [("knee pain", "knee")], "Ann")

    assert open_page("place", terminology="flat").selectbox(key="place_in").value == "flat"
    assert open_page("history", who="Ann").selectbox(key="by").value == "Ann"


@pytest.mark.parametrize(
    ("page", "field"),
    [
        *(("rankings", field) for field in ("in", "with", "unit", "concept", "sort")),
        *(("history", "change"), ("labels", "show")),
        *(("map", field) for field in ("terminology", "names", "encoder", "beside", "layout", "colour", "set")),
    ],
)
def test_what_streamlit_drops_of_an_address_is_said(
    page: str, field: str, workbench: Workbench, open_page: Callable[..., AppTest]
) -> None:
    """Another terminology or encoder was shown without a word."""
    app = open_page(page, **{field: "nobody"})
    assert not app.exception
    assert "The address names “nobody”, which is not here" in app.info[0].value
    app.run()
    assert not any("The address names" in one.value for one in app.info)


def test_what_streamlit_takes_of_an_address_is_not_said_to_be_missing(
    workbench: Workbench, open_page: Callable[..., AppTest]
) -> None:
    every = {"in": "Organs", "with": "Shipped vectors", "unit": "Names", "concept": "organs/H1", "sort": "vectors"}
    app = open_page("rankings", q="heart", **every)
    assert not app.exception and not app.info
    assert (app.selectbox(key="in").value, app.segmented_control(key="unit").value) == ("organs", "name")
    app = open_page("map", terminology="Organs", names="Branch", layout="PCA", colour="Level", branch="H")
    assert not any("The address names" in one.value for one in app.info)
    assert app.selectbox(key="layout").value == "pca"
