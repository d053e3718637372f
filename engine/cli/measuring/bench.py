"""`bench`: every command of the two modules, in their order."""

from __future__ import annotations

from types import ModuleType

from engine.cli.arguments import Command
from engine.cli.group import Group, Places
from engine.cli.measuring import benchmarks, benchmarks_whole


def _places(module: ModuleType) -> Places:
    found = vars(module).items()
    return {str(one.name): f"{module.__name__}:{name}" for name, one in found if isinstance(one, Command)}


bench = Group("bench", "measure speed on this machine", {"": {**_places(benchmarks), **_places(benchmarks_whole)}})
