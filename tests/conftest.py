"""Real workspaces for every test: a small one from a file, and the sample one of ICD-10-CM and HPO."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

import pytest

import tests.bytecode
import tests.sharing  # noqa: F401

# isort: split

from engine.jobs import worker
from engine.retrieval.searchable import make_searchable
from engine.terminology import importing
from engine.terminology.dictionary_file import shipped_dictionary
from engine.text.dictionary.clinical_dictionary import WORDINGS, ClinicalDictionary
from engine.workbench import Workbench
from engine.workspace import Workspace
from store import database
from tests.linked import copied, copied_in_use
from tests.salted import keep_back

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell, which children would inherit
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # under nohup; children begin anew
    signal.signal(signal.SIGHUP, lambda number, frame: None)

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data"
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
WRITE_DICTIONARY = """
import sys
from pathlib import Path
from engine.terminology.dictionary_file import shipped_dictionary
from engine.text.dictionary.clinical_dictionary import WORDINGS
from engine.workspace import Workspace
for wording in WORDINGS:
    shipped_dictionary(Workspace(Path(sys.argv[1])), wording)
"""
CODES = [line.split(",")[0] for line in TERMS.splitlines()[1:]]
FIRST_START = "test_story.py"  # its first test makes the sample workspace, in a window


@pytest.fixture(scope="session", autouse=True)
def no_persons_workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test opens or makes the workspace in the person's data folder: the default is a folder without one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOMENCLATOR_WORKSPACE", str(tmp_path_factory.mktemp("none") / "workspace"))
        yield


@pytest.fixture(scope="session", autouse=True)
def commits_left_to_the_system() -> Iterator[None]:
    """No commit of a test process waits for the disk, which takes most of its time: that the app's commits do is shown
    by processes of their own, as in `tests/store/test_database.py`."""

    def connect(path: Path, wait: float | None = None) -> sqlite3.Connection:
        connection = of_the_app(path, wait)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    of_the_app = database._connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_connect", connect)
        yield


def of_all_processes(tmp_path_factory: pytest.TempPathFactory, name: str) -> Path:
    """Where a workspace lies that is made once for all test processes."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name / "workspace"


def made_once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of a workspace that `make` makes there, once for all test processes: the others wait for it."""
    folder = of_all_processes(tmp_path_factory, name)
    finished = folder.with_name("finished")
    try:
        folder.parent.mkdir()
    except FileExistsError:  # another process makes it
        while not finished.exists():
            time.sleep(0.5)
        return folder
    try:
        make(folder)
    finally:  # one that cannot be made fails in every process, and nobody waits for it
        finished.touch()
    return folder


@pytest.fixture(scope="session")
def written_dictionary(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the shipped dictionary as a workspace keeps it, made once for many runs of the tests: else every
    window and command of a test would make it anew. This process has read it."""
    cache = getattr(pytestconfig, "cache", None)
    earlier = Path(cache.mkdir("dictionary")) if cache else None

    def make(folder: Path) -> None:
        written = Workspace(folder).folder / "indexes"
        if earlier:
            copied(earlier, written)
        # in a process of its own: this one may have it in memory already, and would not write it
        subprocess.run([sys.executable, "-c", WRITE_DICTIONARY, str(folder)], cwd=ROOT, check=True)
        if earlier:
            shutil.rmtree(earlier)
            shutil.copytree(written, earlier)

    folder = made_once(tmp_path_factory, "dictionary", make)
    for wording in WORDINGS:
        shipped_dictionary(Workspace(folder, create=False, read_only=True), wording)
    return folder / "indexes"


@pytest.fixture(scope="session")
def dictionary(written_dictionary: Path) -> ClinicalDictionary:
    """The shipped dictionary for ICD-10-CM, read from its file; it says what that made of its entries does, which is
    shown in `tests/engine/terminology/test_dictionary_file.py`."""
    return shipped_dictionary(Workspace(written_dictionary.parent, create=False, read_only=True))


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, written_dictionary: Path) -> Path:
    """A workspace with the nine concepts of TERMS as “organs”, none held out; copy it, do not write to it."""
    folder = tmp_path_factory.mktemp("made") / "workspace"
    file = tmp_path_factory.mktemp("file") / "organs.csv"
    file.write_text(TERMS, encoding="utf-8")
    workspace = Workbench(folder).workspace
    keep_back(workspace, [], [*CODES, *"123456789"])
    recipe = {"path": str(file), "name": "organs", "title": "Organs"}
    for _ in importing.import_file(workspace, recipe, make_searchable):
        pass
    copied(written_dictionary, folder / "indexes")
    return folder


@pytest.fixture
def workbench(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """A workbench of a fresh copy of the small workspace, which is also the default one."""
    folder = tmp_path / "workspace"
    copied(made, folder)
    monkeypatch.setenv("NOMENCLATOR_WORKSPACE", str(folder))
    return Workbench(folder)


@pytest.fixture(scope="session")
def sample_folder(tmp_path_factory: pytest.TempPathFactory, written_dictionary: Path) -> Path:
    """The sample workspace as a first start makes it, made once for all test processes; copy it, do not write to it."""

    def make(folder: Path) -> None:
        bench = Workbench(folder)
        keep_back(bench.workspace, [], [])
        copied(written_dictionary, folder / "indexes")
        worker.execute(bench.workspace, bench.jobs.queue("init", "sample", {}))

    return made_once(tmp_path_factory, "sample", make)


def share_sample(tmp_path_factory: pytest.TempPathFactory, source: Path) -> None:
    """Gives a copy of the workspace that a first start made to all tests on the sample workspace, unless one has begun
    to make theirs; the app may have the source open."""

    def make(folder: Path) -> None:
        copied_in_use(source, folder)
        keep_back(Workbench(folder).workspace, [], [])

    if not of_all_processes(tmp_path_factory, "sample").parent.exists():
        made_once(tmp_path_factory, "sample", make)


@pytest.fixture(scope="module")
def sample(sample_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A workbench of a copy of the sample workspace, shared by the tests of one module."""
    folder = tmp_path_factory.mktemp("copy") / "workspace"
    copied(sample_folder, folder)
    return Workbench(folder)


@pytest.fixture(autouse=True)
def own_main() -> Iterator[None]:
    """Gives the test process its main module back: a page that AppTest runs takes its place, and child processes of
    `multiprocessing` would read the page's script as theirs."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before


@pytest.fixture
def shared() -> Path:
    """The data kept beside the project; skips where it is not."""
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is not here")
    return SHARED


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test on the sample workspace of 150,000 names is slow, whatever it does with it."""
    for item in items:
        if "sample_folder" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
    if "PYTEST_XDIST_WORKER" in os.environ:
        items[:] = longest_first(items)


def longest_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests of files with browsers and with slow tests by turns, then all others.

    So the last process to end has short files left, and two browsers seldom share the machine. The file whose first
    test makes the sample workspace is the very first, and slow ones that do without that workspace go beside it: first
    those that do without the shipped dictionary too, which one process makes for all.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    browser = sorted((file for file in files if "browser" in file.parts), key=lambda file: file.name != FIRST_START)
    slow = [
        file
        for file, own in files.items()
        if file not in browser and any(one.get_closest_marker("slow") for one in own)
    ]
    slow.sort(
        key=lambda file: [
            any(fixture in getattr(one, "fixturenames", ()) for one in files[file])
            for fixture in ("sample_folder", "written_dictionary")
        ]
    )
    by_turns = [file for pair in zip_longest(browser, slow) for file in pair if file]
    return [item for file in dict.fromkeys([*by_turns, *files]) for item in files[file]]
