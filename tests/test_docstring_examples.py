"""The examples in docstrings are what the code does."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path.relative_to(ROOT)
    for layer in ("engine", "pages", "store")
    for path in (ROOT / layer).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_examples(file: Path) -> None:
    found = doctest.testmod(import_module(".".join(file.with_suffix("").parts)))
    assert found.attempted and not found.failed
