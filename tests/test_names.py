"""A class name occurs once in the program, and no name says nothing without its history."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LOOSE = ("app.py", "nomenclator.py")
SAY_NOTHING = frozenset(
    ["asked", "said", "kept", "wanted", "told", "done", "standing", "moved", "answering", "teaching"]
)
WRITTEN = {  # fields that a file, a column or the JSON of a command has
    "engine/comparison/records.py": "moved",
    "engine/workbench/normalisations/attributed_lines.py": "said",
    "engine/workbench/past/rolling_back.py": "kept",
    "store/maps.py": "asked",
}


class Module(NamedTuple):
    """A module of the program: its path from the top, the line of each of its classes, and every name that it binds."""

    path: str
    classes: list[tuple[str, int]]
    names: frozenset[str]


@cache
def modules() -> list[Module]:
    """Every module, read once for all tests."""
    folders = [path for place in ("engine", "pages", "store") for path in sorted((ROOT / place).rglob("*.py"))]
    found = []
    for path in [*folders, *(ROOT / name for name in LOOSE)]:
        nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        classes = [(node.name, node.lineno) for node in nodes if isinstance(node, ast.ClassDef)]
        found.append(Module(path.relative_to(ROOT).as_posix(), classes, frozenset(map(bound, nodes))))
    return found


def bound(node: ast.AST) -> str:
    """The name that a piece of syntax gives to something; "" for what gives none."""
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Store) else ""
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name
    return (node.asname or "") if isinstance(node, ast.alias) else ""


def test_a_class_name_occurs_once() -> None:
    places = defaultdict(list)
    for module in modules():
        for name, line in module.classes:
            places[name].append(f"{module.path}:{line}")
    assert len(places) > 100
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_name_says_nothing_without_its_history() -> None:
    found = defaultdict(set)
    for path, _, names in modules():
        for name in (Path(path).stem, *names):
            if (word := name.strip("_").lower()) in SAY_NOTHING and WRITTEN.get(path) != word:
                found[path].add(name)
    assert dict(found) == {}
