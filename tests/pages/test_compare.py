"""The page Compare before anything is chosen there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.vectors import SHIPPED
from engine.workbench import Workbench

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
