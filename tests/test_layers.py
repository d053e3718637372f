"""Imports go one way: app → pages → engine → store, and inside the engine from each room to those below it."""

import ast
import functools
import os
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FORBIDDEN = {
    "nomenclator.py": {"pages", "store", "streamlit", "torch", "faiss", "sqlite3", "sqlite_utils"},
    "app.py": {"engine", "store", "torch", "faiss", "sqlite3", "sqlite_utils"},
    "pages": {"torch", "faiss", "sqlite3", "sqlite_utils", "fasttext", "store"},
    "engine": {"streamlit", "pages", "sqlite_utils"},
    "store": {"engine", "pages", "torch", "numpy", "faiss", "streamlit"},
}
ALLOWED = "store.records"
ROOMS = (
    "__main__",
    "cli",
    "benchmarks",
    "reliability",
    "serving",
    "workbench",
    "jobs",
    "experiments",
    "comparison",
    "audit",
    "placement",
    "evaluation",
    "normalisation",
    "labelling",
    "maps",
    "learning",
    "ranking",
    "retrieval",
    "terminology",
    "models",
    "vectors",
    "formats",
    "metrics",
    "workspace",
    "settings",
    "device",
    "text",
    "events",
    "errors",
)  # the engine's, from the top down: a first folder or a module of its root


CIRCULAR = {  # imports that close a circle between parts of a room, a module of it and what that imports; no other may
    ("formats/tables/parquet.py", "engine.formats.mentions.answer_columns"),
    ("formats/tables/table.py", "engine.formats.mentions.answer_columns"),
    ("formats/tables/xlsx.py", "engine.formats.mentions.answer_columns"),
    ("workbench/rankings/rankings.py", "engine.workbench.cluster.cluster_index"),
}


@functools.cache
def _nodes(path: Path) -> list[ast.AST]:
    """The imports and constants of a module, deferred ones too; each module is read once for all tests."""
    wanted = (ast.Import, ast.ImportFrom, ast.Constant)
    return [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, wanted)]


def _imports(path: Path) -> list[str]:
    found = []
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.append(node.module)
    return found


def _imports_by_name(path: Path) -> list[str]:
    """The same, and whatever is imported out of each, which may be a module too."""
    froms = [node for node in _nodes(path) if isinstance(node, ast.ImportFrom) and node.module]
    return _imports(path) + [f"{node.module}.{alias.name}" for node in froms for alias in node.names]


@pytest.mark.parametrize("place", FORBIDDEN)
def test_no_layer_imports_one_above_it(place: str) -> None:
    here = ROOT / place
    files = [here] if here.is_file() else sorted(here.rglob("*.py"))
    assert files
    wrong = [
        f"{file.relative_to(ROOT)} imports {name}"
        for file in files
        for name in _imports(file)
        if name.split(".")[0] in FORBIDDEN[place] and not name.startswith(ALLOWED)
    ]
    assert wrong == []


def test_sqlite_utils_is_imported_in_one_place() -> None:
    """There without pandas, which it would load into every process."""
    places = [file for file in sorted((ROOT / "store").rglob("*.py")) if "sqlite_utils" in _imports(file)]
    assert places == [ROOT / "store" / "sqlite.py"]


def _engine_imports(path: Path) -> list[str]:
    """The rooms that a module of the engine imports, deferred and TYPE_CHECKING imports included."""
    found = []
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "engine":
            found += [f"engine.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, f"{path}: imports are written whole"
            found.append(node.module)
    return [name.split(".")[1] for name in found if name.startswith("engine.")]


def test_a_room_of_the_engine_imports_only_rooms_below_it() -> None:
    wrong = []
    for file in sorted((ROOT / "engine").rglob("*.py")):
        room = file.relative_to(ROOT / "engine").parts[0].removesuffix(".py")
        if room == "__init__":
            assert _engine_imports(file) == []
            continue
        above = set(ROOMS[: ROOMS.index(room)])
        wrong += [f"{file.relative_to(ROOT)} imports engine.{name}" for name in _engine_imports(file) if name in above]
    assert wrong == []


@pytest.mark.parametrize("room", sorted({room for room in ROOMS if (ROOT / "engine" / room).is_dir()}))
def test_the_folders_and_modules_of_a_room_import_in_no_circle(room: str) -> None:
    here = ROOT / "engine" / room
    parts = {path.stem for path in here.iterdir()}
    needed: dict[str, set[str]] = {part: set() for part in parts}
    for file in here.rglob("*.py"):
        part = file.relative_to(here).with_suffix("").parts[0]
        known = [module for place, module in CIRCULAR if place == file.relative_to(ROOT / "engine").as_posix()]
        names = [name for name in _imports_by_name(file) if name.startswith(f"engine.{room}.")]
        assert set(known) <= set(names), f"{file} imports no longer what CIRCULAR says of it"
        others = {name.split(".")[2] for name in names if not any(f"{name}.".startswith(f"{one}.") for one in known)}
        needed[part] |= others & parts - {part}
    TopologicalSorter(needed).prepare()  # a CycleError names the circle


def test_modules_named_in_strings_are_of_the_same_room_or_below() -> None:
    """A registry that loads its modules by name is an import too."""
    wrong = []
    for file in sorted((ROOT / "engine").rglob("*.py")):
        room = file.relative_to(ROOT / "engine").parts[0].removesuffix(".py")
        for node in _nodes(file):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("engine."):
                other = node.value.split(".")[1].split()[0]
                if other in ROOMS and room in ROOMS and ROOMS.index(other) < ROOMS.index(room):
                    wrong.append(f"{file.relative_to(ROOT)} names {node.value}")
    assert wrong == []


def test_no_module_is_longer_than_300_lines() -> None:
    long = [
        str(file.relative_to(ROOT))
        for place in ("engine", "pages", "store")
        for file in sorted((ROOT / place).rglob("*.py"))
        if len(file.read_text(encoding="utf-8").splitlines()) > 300
    ]
    assert long == []


def test_few_modules_stand_loose_among_the_parts() -> None:
    assert len(list((ROOT / "pages" / "parts").glob("*.py"))) <= 40


def test_pages_ask_the_workbench_only() -> None:
    """And who may open the window, which is asked before the workbench is there."""
    allowed = {"engine.workbench", "engine.errors", "engine.serving.loopback"}
    wrong = [
        f"{file.name} imports {name}"
        for file in (ROOT / "pages").rglob("*.py")
        for name in _imports(file)
        if name.split(".")[0] == "engine" and name not in allowed
    ]
    assert wrong == []


def test_importing_engine_is_light() -> None:
    heavy = {"torch", "faiss", "fasttext", "streamlit", "plotly", "sklearn", "transformers"}
    code = f"import sys, engine.workbench; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_idle_threads_of_every_library_sleep() -> None:
    """The engine says so before numpy and torch are loaded, which read it once."""
    code = (
        "import os, sys, engine; "
        "print('numpy' in sys.modules, os.environ['OPENBLAS_THREAD_TIMEOUT'], os.environ['OMP_WAIT_POLICY'])"
    )
    asked = {name: value for name, value in os.environ.items() if not name.startswith(("OPENBLAS_", "OMP_"))}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=asked, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "4", "PASSIVE"]


def test_app_is_a_router() -> None:
    assert len((ROOT / "app.py").read_text(encoding="utf-8").splitlines()) < 50


def test_sql_stands_in_the_store_alone() -> None:
    """No page and no room of the engine writes a statement or asks a connection for rows."""
    statement = re.compile(r"\b(SELECT\b.+\bFROM|INSERT INTO|DELETE FROM|UPDATE \w+ SET)\b", re.S)
    wrong = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for place in ("engine", "pages")
        for file in sorted((ROOT / place).rglob("*.py"))
        for node in _nodes(file)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and statement.search(node.value)
    ]
    assert wrong == []


def test_the_engine_writes_through_the_workspace_alone() -> None:
    """Which first looks for an obstacle, makes the copy of the day, and asks whose the run is."""
    around = re.compile(r"\bdatabase\.(transaction|writing)\(")
    wrong = [
        str(file.relative_to(ROOT))
        for file in sorted((ROOT / "engine").rglob("*.py"))
        if file != ROOT / "engine" / "workspace.py"
        if {"store.database.transaction", "store.database.writing"} & {*_imports_by_name(file)}
        or around.search(file.read_text(encoding="utf-8"))
    ]
    assert wrong == []
