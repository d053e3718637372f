"""The switch between columns and one joined table, on Rankings; the view is in the address."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.vectors import SHIPPED
from engine.workbench import Workbench
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]


@pytest.fixture
def both(workbench: Workbench) -> list[str]:
    """Two encoders that can be asked."""
    Path(workbench.workspace.folder / "vectors" / "own.safetensors").write_bytes(SHIPPED.read_bytes())
    return ["vectors", "vectors:own"]


def test_encoders_are_joined_in_one_table_and_parted_again(both: list[str], open_page: Opener) -> None:
    app = open_page(q="heart attack")
    assert "view" not in {one.key for one in app.get("button_group")}
    app.multiselect(key="with").set_value(both).run()
    assert len(drawn(app, "candidate_table")[0]["columns"]) == 2
    app.segmented_control(key="view").set_value("joined").run()
    (joined,) = drawn(app, "joined_table")
    assert not drawn(app, "candidate_table")
    assert [one["id"] for one in joined["encoders"]] == both
    assert joined["rows"][0]["concept"] == "H1" and joined["rows"][0]["apart"] == 0
    app.segmented_control(key="view").set_value("columns").run()
    assert drawn(app, "candidate_table") and not drawn(app, "joined_table")


def test_what_it_is_sorted_by_is_in_the_address(both: list[str], open_page: Opener) -> None:
    app = open_page(q="heart", sort="disagreement")
    app.multiselect(key="with").set_value(both).run()
    app.segmented_control(key="view").set_value("joined").run()
    (joined,) = drawn(app, "joined_table")
    assert joined["sort"] == "disagreement"
