"""docs/architecture.md is true: its tree is the folders that there are, its ways lead through functions that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PLACE = re.compile(r"`((?:engine|pages|store)/[\w/]+\.(?:py|js))(?::(\w+))?`")


def folders() -> set[str]:
    """Every folder of the packages that holds a module."""
    modules = [path for place in ("engine", "pages", "store") for path in (ROOT / place).rglob("*.py")]
    return {f"{path.parent.relative_to(ROOT).as_posix()}/" for path in modules}


def defined(path: Path) -> set[str]:
    """The functions, methods, classes and constants of a module."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def test_the_tree_names_every_folder_and_none_that_is_not_there() -> None:
    tree = re.findall(r"^((?:engine|pages|store)/\S*)", PAGE, flags=re.MULTILINE)
    assert sorted(tree) == sorted(folders())


def test_the_rooms_stand_in_the_order_that_the_layers_have() -> None:
    from tests.test_layers import ROOMS

    rooms = re.findall(r"^engine/(\w+)/ ", PAGE, flags=re.MULTILINE)
    assert rooms == [room for room in ROOMS if room in rooms]


def test_every_place_that_is_named_exists() -> None:
    places = PLACE.findall(PAGE)
    assert len(places) > 40
    missing = [
        f"{file}:{name}"
        for file, name in places
        if not (ROOT / file).is_file() or (name and name not in defined(ROOT / file))
    ]
    assert missing == []
