"""Pages are opened as a browser opens them: through app.py, on the small workspace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

APP = Path(__file__).parents[2] / "app.py"


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Opens a page with what the address says after its question mark: `open_page("rankings", q="flu")`."""

    def opened(page: str = "rankings", **query: str) -> AppTest:
        app = AppTest.from_file(APP, default_timeout=60)
        for key, value in query.items():
            app.query_params[key] = value
        app.switch_page(f"pages/{page}.py")
        return app.run()

    return opened
