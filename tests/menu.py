"""The pages that app.py lists: script -> title, in the order of the menu."""

from __future__ import annotations

import ast
from pathlib import Path

APP = Path(__file__).parents[1] / "app.py"


def _menu() -> dict[str, tuple[str, ...]]:
    for node in ast.parse(APP.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MENU":
            sections: dict[str, tuple[str, ...]] = ast.literal_eval(node.value)
            return sections
    raise AssertionError("app.py has no MENU.")


MENU = {title.lower(): title for titles in _menu().values() for title in titles}
