"""The wheel holds what the window and the commands need, and works from a folder that is not the checkout."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.window import started
from tests.conftest import TERMS

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "pages", "store", ".streamlit")
FILES = ("app.py", "nomenclator.py", "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")
SETTINGS = ".streamlit/config.toml"
WINDOWS = sys.platform == "win32"

pytestmark = pytest.mark.slow


def packaged() -> set[str]:
    """Every file of the checkout that must be in the wheel."""
    files = [path for folder in ("engine", "pages", "store") for path in (ROOT / folder).rglob("*") if path.is_file()]
    names = {path.relative_to(ROOT).as_posix() for path in files if path.suffix != ".pyc"}
    return names | {"app.py", "nomenclator.py", SETTINGS}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of a fresh copy of the sources, so that no earlier build's files get into it."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (*FILES, *(path.name for path in ROOT.glob("requirements*.txt"))):
        shutil.copy(ROOT / file, source / file)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), str(source)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options], check=True)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of a new environment with the wheel, and with the dependencies of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    scheme = {"base": str(folder), "platbase": str(folder)}
    scripts = Path(sysconfig.get_path("scripts", "venv", scheme))
    packages = Path(sysconfig.get_path("purelib", "venv", scheme))
    here = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "dependencies.pth").write_text("\n".join(sorted(here)), encoding="utf-8")
    python = scripts / ("python.exe" if WINDOWS else "python")
    options = ["--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "--python", str(python), "install", *options], check=True)
    return scripts


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, with nothing that leads back to the checkout."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.delenv("NOMENCLATOR_WORKSPACE", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(installed: Path, *words: str) -> dict[str, Any]:
    """The JSON that the installed command answers."""
    command = [str(installed / "nomenclator"), *words, "--workspace", "workspace", "--json"]
    finished = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert finished.returncode == 0, finished.stderr
    answer: dict[str, Any] = json.loads(finished.stdout)
    return answer


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        held = {name for name in file.namelist() if ".dist-info/" not in name}
        metadata = next(name for name in file.namelist() if name.endswith("/METADATA"))
        lines = file.read(metadata).decode().splitlines()
        assert file.read(SETTINGS) == (ROOT / SETTINGS).read_bytes()
    assert held == packaged()
    needed = {line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")}
    listed = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert {line for line in needed if ";" not in line} == {line for line in listed if not line.startswith("#")}
    assert {line for line in lines if line.startswith("Provides-Extra")} == {
        "Provides-Extra: transformer",
        "Provides-Extra: cluster",
        "Provides-Extra: dev",
    }


def test_the_installed_command_imports_and_ranks(installed: Path, elsewhere: Path) -> None:
    help = subprocess.run([str(installed / "nomenclator"), "--help"], capture_output=True, text=True, encoding="utf-8")
    assert help.returncode == 0 and "open the window" in help.stdout and "rank" in help.stdout
    (elsewhere / "organs.csv").write_text(TERMS, encoding="utf-8")
    python = installed / ("python.exe" if WINDOWS else "python")
    code = "import engine; engine.open_workspace('workspace'); print(engine.__file__)"
    made = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=True)
    assert not Path(made.stdout.strip()).is_relative_to(ROOT)
    ask(installed, "import", "organs.csv", "--name", "organs")
    first = ask(installed, "rank", "heart atack", "--terminology", "organs")["candidates"][0]
    assert first["concept_id"] == "H1"
    wrong = subprocess.run([str(installed / "nomenclator"), "rank"], capture_output=True)
    assert wrong.returncode == 2


def test_a_run_in_a_child_process_of_the_installed_wheel(installed: Path, elsewhere: Path) -> None:
    """As the window starts it: the worker is found although no checkout is the working folder."""
    code = (
        "import time\nfrom pathlib import Path\n"
        "from engine.workbench import SourceFile, Workbench\n"
        "from engine.jobs import worker\n"
        "workbench = Workbench('workspace')\n"
        "number = workbench.terminologies.queue_import(SourceFile(Path('organs.csv')), 'organs')\n"
        "worker.spawn(workbench.workspace, number)\n"
        "while workbench.jobs.run(number).status in ('queued', 'running'): time.sleep(0.2)\n"
        "print(workbench.jobs.run(number).status, worker.__file__)\n"
    )
    (elsewhere / "organs.csv").write_text(TERMS, encoding="utf-8")
    python = installed / ("python.exe" if WINDOWS else "python")
    finished = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=True)
    status, where = finished.stdout.split()
    assert status == "done"
    assert not Path(where).is_relative_to(ROOT)


def test_the_installed_window_answers_with_the_settings_of_the_checkout(installed: Path, elsewhere: Path) -> None:
    with started([str(installed / "nomenclator")], elsewhere / "workspace", cwd=elsewhere) as (address, _):
        here = urlsplit(address)
        with urllib.request.urlopen(address) as door:
            cookie = door.headers["Set-Cookie"].split(";")[0]
        inside = urllib.request.Request(f"http://{here.netloc}/", headers={"Cookie": cookie})
        with urllib.request.urlopen(inside) as page:
            assert page.status == 200 and "<title>" in page.read().decode()
        elsewhere_named = urllib.request.Request(
            f"http://{here.netloc}/", headers={"Cookie": cookie, "Host": "elsewhere.example"}
        )
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(elsewhere_named)
