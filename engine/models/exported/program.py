"""The part of this program that reads an encoder, copied: every module that its reader comes to import."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
OURS = ("engine", "store")
READER = "engine.models.exported.folder"


def copy_program(target: Path) -> int:
    """Copy the modules into packages below `target`; how many. Files of data beside them stay where they are."""
    modules = reached(READER)
    for path in modules:
        place = target / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    return len(modules)


def reached(start: str) -> list[Path]:
    """The files of a module and of all modules of ours that it imports, wherever in them, packages included."""
    found: dict[str, Path] = {}
    waiting = [start]
    while waiting:
        name = waiting.pop()
        path = _file_of(name)
        if name in found or path is None:
            continue
        found[name] = path
        parts = name.split(".")
        waiting += [".".join(parts[:count]) for count in range(1, len(parts))]
        waiting += _imported(path)
    return sorted(found.values())


def _file_of(name: str) -> Path | None:
    plain = ROOT.joinpath(*name.split("."))
    return next((path for path in (plain.with_suffix(".py"), plain / "__init__.py") if path.is_file()), None)


def _imported(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports; what is imported from a package may be a module itself."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if name.partition(".")[0] in OURS)
