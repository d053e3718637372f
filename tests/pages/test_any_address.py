"""Whatever stands in the address bar, a page opens and says so in a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench

FIELDS = {
    "rankings": ("q", "concept", "with", "in"),
    "compare": ("view", "list", "with", "of"),
    "experiments": ("experiment", "run"),
    "export": ("kind", "of"),
    "history": ("entry", "moments", "who", "kind"),
    "labels": ("set", "queue", "run", "moved", "show"),
    "map": ("in", "with", "colour"),
    "mappings": ("project", "view", "state", "whose", "order", "branch", "find", "line"),
    "models": ("model",),
    "normalise": ("file", "beside"),
    "place": ("view", "in", "with", "name", "concept", "list", "open"),
    "terminologies": ("name",),
    "train": ("view", "run", "preset", "terminology", "input"),
}
ODD = (
    "²",
    "٣",
    "9" * 30,
    "9" * 5_000,
    "-1",
    "1e9",
    "../x",
    "\u2028",
    "organs/",
    "/",
    "..",
    "a..b",
    "organs",
    "vectors:",
)
VALUES = st.sampled_from(ODD) | st.text(st.characters(codec="utf-8"), max_size=20) | st.integers().map(str)


@pytest.mark.slow
@pytest.mark.parametrize("page", FIELDS)
def test_every_page_opens_with_any_address(page: str, workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    @settings(
        max_examples=5, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(st.dictionaries(st.sampled_from(FIELDS[page]), VALUES, min_size=1))
    @example(dict.fromkeys(FIELDS[page], "²"))
    @example(dict.fromkeys(FIELDS[page], "9" * 30))
    @example(dict.fromkeys(FIELDS[page], "9" * 5_000))
    def opens(query: dict[str, str]) -> None:
        app = open_page(page, **query)
        assert not app.exception, f"{query}: {app.exception[0].message}"

    opens()


def test_the_ids_of_other_pages_addresses_are_understood_everywhere(
    workbench: Workbench, open_page: Callable[..., AppTest]
) -> None:
    """`in=organs` as Audit and Place write it was “not here” on Rankings, whose own address has titles."""
    app = open_page("rankings", q="heart failure", **{"in": "organs", "with": "vectors"})
    assert not app.exception and not app.info
    assert (app.selectbox(key="in").value, app.query_params["in"]) == ("organs", "Organs")
    for fields in ({"terminology": "organs"}, {"terminology": "organs", "encoder": "vectors"}):  # as Map writes them
        app = open_page("rankings", q="heart failure", **fields)
        assert (app.selectbox(key="in").value, app.query_params["in"]) == ("organs", "Organs") and not app.info
        assert "terminology" not in app.query_params and "encoder" not in app.query_params
    assert "“nowhere”" in open_page("rankings", **{"in": "nowhere", "with": "vectors"}).info[0].value
    assert "“organs”" not in open_page("map", terminology="organs").info[0].value
