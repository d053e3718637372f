"""What decisions teach, in the menu “Teach”."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import Workbench
from tests.decided import with_decisions

KEPT_OUT = (
    "The order learnt from 24 decisions is not in force: it has 50\u00a0% of the first candidates right, the shipped "
    "one 71\u00a0%."
)


def test_an_order_that_is_worse_is_told_and_used_only_when_a_person_says_so(
    workbench: Workbench, open_page: Callable[..., AppTest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was in force at once, and its two figures alone told that it was worse."""
    monkeypatch.setattr(worker, "spawn", worker.execute)
    app = open_page("normalise", file=str(with_decisions(workbench, tmp_path)))
    app.session_state["normalise_teach"] = True
    app.run()
    app.button(key="normalise_learn").click().run()
    assert [one.value for one in app.warning] == [KEPT_OUT]
    assert workbench.learnt_orders.in_force() is None
    app.button(key="normalise_learnt_anyway").click().run()
    assert not app.exception and not app.warning and workbench.learnt_orders.in_force() is not None
