"""Every number is explained: a column of numbers or bars and a metric say in one sentence what they mean."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "pages").rglob("*.py"))


def unexplained(file: Path) -> list[str]:
    """file:line of each `Col` of numbers or bars and each `st.metric` that has no help."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = {word.arg: word.value for word in node.keywords}
        if name == "Col":
            kind = node.args[2] if len(node.args) > 2 else words.get("kind")
            numeric = isinstance(kind, ast.Constant) and kind.value in ("number", "bar")
            said = node.args[3] if len(node.args) > 3 else words.get("help")
        elif name == "metric":
            numeric, said = True, words.get("help")
        else:
            continue
        if numeric and (said is None or (isinstance(said, ast.Constant) and not str(said.value).endswith("."))):
            found.append(f"{file.name}:{node.lineno}")
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_numbers_say_what_they_mean(file: Path) -> None:
    assert unexplained(file) == []
