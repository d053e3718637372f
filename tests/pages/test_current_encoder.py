"""Pages that stand open while another encoder is made current."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench

KEYS = {"rankings": "with", "place": "place_with", "map": "encoder"}


def shown(app: AppTest, page: str) -> object:
    """What the field of the encoder on a page shows."""
    assert not app.exception and not app.warning
    return app.session_state[KEYS[page]]


@pytest.fixture
def other(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of a second encoder, which is not current."""
    monkeypatch.setattr("engine.workbench.rankings.rankings.Rankings.make_searchable", lambda _, id: None)
    return workbench.models.add_shipped().id


@pytest.mark.parametrize("page", KEYS)
def test_what_is_made_current_is_asked_where_nobody_chose_another(
    page: str, other: str, workbench: Workbench, open_page: Callable[..., AppTest]
) -> None:
    """A page that had been opened before went on with the encoder that was current then."""
    app = open_page(page)
    assert shown(app, page) in ("vectors", ["vectors"])
    workbench.models.make_current(other, "ann", "")
    assert shown(app.run(), page) in (other, [other])
    workbench.models.make_current("vectors", "ann", "")
    app.switch_page("pages/models.py").run()
    app.switch_page(f"pages/{page}.py").run()
    assert shown(app, page) in ("vectors", ["vectors"])


def test_an_encoder_that_somebody_chose_stays(
    other: str, workbench: Workbench, open_page: Callable[..., AppTest]
) -> None:
    app = open_page("rankings")
    app.multiselect(key="with").set_value(["vectors", other]).run()
    workbench.models.make_current(other, "ann", "")
    assert shown(app.run(), "rankings") == ["vectors", other]
    app.multiselect(key="with").set_value(["vectors"]).run()
    assert shown(app.run(), "rankings") == ["vectors"]
