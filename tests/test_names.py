"""A class name occurs once in the program, and no name says nothing without its history."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

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


def modules() -> Iterator[tuple[str, ast.Module]]:
    """(path from the top, syntax tree) of every module of the program."""
    folders = [path for place in ("engine", "pages", "store") for path in sorted((ROOT / place).rglob("*.py"))]
    for path in [*folders, *(ROOT / name for name in LOOSE)]:
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


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
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path}:{node.lineno}")
    assert len(places) > 100
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_name_says_nothing_without_its_history() -> None:
    found = defaultdict(set)
    for path, tree in modules():
        for name in (Path(path).stem, *map(bound, ast.walk(tree))):
            if (word := name.strip("_").lower()) in SAY_NOTHING and WRITTEN.get(path) != word:
                found[path].add(name)
    assert dict(found) == {}
