"""A small real workspace for the pages: a terminology of a few concepts, imported as a person would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine import importing
from engine.workbench import Workbench

APP = Path(__file__).parents[2] / "app.py"
TERMS = """id,name,synonyms,parents
R,Disorders,,
H,Heart disorders,,R
H1,Myocardial infarction,heart attack|cardiac infarction,H
H2,Heart failure,cardiac failure,H
H3,Angina pectoris,chest pain of the heart,H
L,Lung disorders,,R
L1,Asthma,bronchial asthma,L
L2,Pneumonia,lung infection,L
L3,Dyspnoea,short of breath|trouble breathing,L
"""


@pytest.fixture(scope="session")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "workspace"
    file = tmp_path_factory.mktemp("file") / "organs.csv"
    file.write_text(TERMS, encoding="utf-8")
    for _ in importing.import_file(Workbench(folder).workspace, {"path": str(file), "name": "organs", "title": "Organs"}):
        pass
    return folder


@pytest.fixture
def workbench(_made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """A workbench of a fresh copy of the small workspace, which is also the one that the pages open."""
    import shutil

    folder = tmp_path / "workspace"
    shutil.copytree(_made, folder)
    monkeypatch.setenv("NOMENCLATOR_WORKSPACE", str(folder))
    return Workbench(folder)


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Opens a page of the app as a browser would, through app.py: `open_page("train", q="…")`."""

    def opened(page: str = "rankings", **query: str) -> AppTest:
        app = AppTest.from_file(APP, default_timeout=60)
        for key, value in query.items():
            app.query_params[key] = value
        app.switch_page(f"pages/{page}.py")
        return app.run()

    return opened
