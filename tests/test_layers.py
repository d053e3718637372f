"""Imports go one way: app → pages → engine → store."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FORBIDDEN = {
    "app.py": {"engine", "store", "torch", "faiss", "sqlite3", "sqlite_utils"},
    "pages": {"torch", "faiss", "sqlite3", "sqlite_utils", "fasttext", "store"},
    "engine": {"streamlit", "pages"},
    "store": {"engine", "pages", "torch", "numpy", "faiss", "streamlit"},
}
ALLOWED = "store.records"


def _imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.append(node.module)
    return found


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


def test_pages_ask_the_workbench_only() -> None:
    allowed = {"engine.workbench", "engine.errors"}
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


def test_app_is_a_router() -> None:
    assert len((ROOT / "app.py").read_text(encoding="utf-8").splitlines()) < 50
