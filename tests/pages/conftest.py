"""Pages are opened as a browser opens them: through app.py, on the small workspace."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import Workbench
from tests import mapped
from tests.linked import copied

APP = Path(__file__).parents[2] / "app.py"


@pytest.fixture(scope="session", autouse=True)
def packages_scanned_once() -> Iterator[None]:
    """Streamlit looks through all installed packages for components once a process, and not for every page opened."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture
def open_page(workbench: Workbench) -> Callable[..., AppTest]:
    """Opens a page with what the address says after its question mark: `open_page("rankings", q="flu")`."""

    def opened(page: str = "rankings", **query: str) -> AppTest:
        app = AppTest.from_file(APP, default_timeout=60)
        for key, value in query.items():
            app.query_params[key] = value
        if page != "rankings":  # the first page, which stands at no name
            app.switch_page(f"pages/{page}.py")
        return app.run()

    return opened


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the runs that a page starts, whose processes are not."""
    runs: list[int] = []
    monkeypatch.setattr(worker, "spawn", lambda workspace, run: runs.append(run))
    return runs


@pytest.fixture
def two(workbench: Workbench, tmp_path: Path) -> Workbench:
    """The small workspace with a second terminology."""
    return mapped.with_others(workbench, tmp_path)


@pytest.fixture(scope="session")
def made_project(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace with a second terminology and a mapping project of the two; copy it, do not write to it."""
    folder = tmp_path_factory.mktemp("project")
    bench = mapped.with_others(Workbench(copied(made, folder / "workspace")), folder)
    assert mapped.started(bench) == 1
    return bench.workspace.folder


@pytest.fixture
def number(two: Workbench, made_project: Path) -> str:
    """The number of a mapping project of the two, whose workspace takes the place of theirs."""
    shutil.rmtree(two.workspace.folder)
    copied(made_project, two.workspace.folder)
    return "1"


def hand(app: AppTest) -> str:
    """The name of the line in hand."""
    return str(app.header[0].value).replace("\\", "")


def texts(app: AppTest) -> str:
    """What a page writes beside its widgets."""
    return " ".join(str(one.value) for one in (*app.caption, *app.markdown)).replace("\\", "")
