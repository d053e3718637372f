"""Codes that were typed wrongly: what may have been meant, and what is no code at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.workbench import Workbench
from tests.coded import with_codes


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("I21,9", ["I21.9"]),  # a comma for the point
        ("I2l.9", ["I21.9"]),  # a small L for 1
        ("l21.9", ["I21.9"]),
        ("S72.O", ["S72.0"]),  # the letter O
        ("I21.99", ["I21.9"]),  # a digit too many
        ("I21.4", ["I21.9", "I21"]),
        ("i97.9", ["I97.1"]),
        ("E11.9", []),  # none is near
        ("I21.9", None),  # there
        ("i219", None),
        ("T2DM with ulcer", None),
        ("fever", None),
    ],
)
def test_what_may_be_meant(workbench: Workbench, tmp_path: Path, typed: str, meant: list[str] | None) -> None:
    with_codes(workbench, tmp_path)
    found = workbench.terminologies.near_codes(typed, "codes")
    assert (found if found is None else [one.id for one in found]) == meant
