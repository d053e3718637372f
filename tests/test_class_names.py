"""A class name occurs once in the program: whoever meets it knows which class is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOOSE = ("app.py", "nomenclator.py")


def test_a_class_name_occurs_once() -> None:
    places = defaultdict(list)
    folders = [path for place in ("engine", "pages", "store") for path in sorted((ROOT / place).rglob("*.py"))]
    for path in [*folders, *(ROOT / name for name in LOOSE)]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}")
    assert len(places) > 100
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
