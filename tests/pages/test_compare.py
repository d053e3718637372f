"""The page Compare before anything is chosen there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.vectors import SHIPPED
from engine.workbench import Workbench
from pages.parts.compare.queries import _rank
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]


@pytest.fixture
def two(workbench: Workbench) -> Workbench:
    """The small workspace with a second encoder."""
    Path(workbench.workspace.folder / "vectors" / "other.safetensors").write_bytes(SHIPPED.read_bytes())
    return workbench


@pytest.mark.parametrize(
    "current, second",
    [("vectors:first", "vectors:first"), ("vectors", "vectors:last")],
    ids=["another", "the shipped vectors"],
)
def test_the_current_encoder_is_one_of_the_first_two(
    workbench: Workbench, open_page: Opener, current: str, second: str
) -> None:
    """The newest stood there, whatever searches used."""
    for name in ("first", "last"):
        Path(workbench.workspace.folder / "vectors" / f"{name}.safetensors").write_bytes(SHIPPED.read_bytes())
    workbench.models.make_current(current, "ann", "")
    app = open_page("compare")
    assert not app.exception
    (box,) = [one for one in app.multiselect if one.label == "Encoders"]
    assert box.value == ["vectors", second]


def test_the_only_encoder_stands_alone(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("compare")
    assert not app.exception
    assert app.info[0].value.startswith("There is only one encoder so far.")


@pytest.mark.parametrize(
    "rank, before, shown",
    [(4, 3, "▼1\u2002\u20024"), (3, 4, "▲1\u2002\u20023"), (4, 4, "4"), (4, None, "4"), (None, 4, "–")],
)
def test_a_rank_stands_apart_from_the_places_moved(rank: int | None, before: int | None, shown: str) -> None:
    """“▼ 1 4” was drawn with one space, and read as 14."""
    assert _rank(rank, before, first=False) == shown


def test_one_name_is_answered_as_it_is_typed(two: Workbench, open_page: Opener) -> None:
    """The field looked like that of Rankings and said nothing until Enter."""
    app = open_page("compare", view="one")
    field = app.text_input(key="compare_name")
    assert not app.exception and field.proto.HasField("live_debounce_ms")
    field.set_value("heart attack").run()
    (ranks,) = [one for one in drawn(app, "sheet") if one["label"] == "Ranks side by side"]
    assert not app.exception and ranks["rows"][0]["id_"] == "H1"


def test_a_list_is_answered_with_the_ids_of_the_concepts(two: Workbench, open_page: Opener) -> None:
    """Names stood there alone, though an id is what is asked for after a comma; the example had one of HPO for all."""
    recipe = {"encoders": ["vectors", "vectors:other"], "terminology": "organs", "names": [("lung infection", "L2")]}
    run = worker.execute(two.workspace, two.jobs.queue("compare", "a list", recipe))
    app = open_page("compare", view="list", list=f"{run.id}")
    (rows,) = [one["rows"] for one in drawn(app, "sheet") if one["label"] == "Every name of the list"]
    assert not app.exception and rows[0]["vectors"] == rows[0]["vectors:other"] == "Pneumonia (L2)"
    assert "HP:" not in app.text_area(key="list_text").placeholder
    (table,) = drawn(app, "comparison_table")
    ece = table["rows"][-1]
    assert ece["title"] == "Calibration error (ECE)" and "less is better" in ece["help"]
    assert all(cell["value"] != "–" for cell in ece["cells"])
