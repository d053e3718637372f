"""The page Compare before anything is chosen there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.vectors import SHIPPED
from engine.workbench import Workbench
from pages.parts.compare.queries import _rank

Opener = Callable[..., AppTest]


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
