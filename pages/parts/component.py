"""How a component of the window is made from the scripts and the style that stand beside its module."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

SHARED = Path(__file__)  # component.js and component.css come before the own ones of each


def component(name: str, module: str, *scripts: str) -> ComponentRenderer:
    """The function that draws the component `nomenclator_<name>`.

    module: the `__file__` of the module that draws it. scripts: its .js files in the order in which they are joined,
    relative to the module; without any, the one of the same name. A .css file beside a script or the module, and of the
    same name, is its style.
    """
    own = Path(module)
    paths = [SHARED.with_suffix(".js"), *[own.parent / script for script in scripts or [f"{own.stem}.js"]]]
    styles = dict.fromkeys(path.with_suffix(".css") for path in (*paths, own))
    found = [path for path in styles if path.is_file()]
    return st.components.v2.component(f"nomenclator_{name}", js=_joined(paths), css=_joined(found))


def heard(key: str, field: str, act: Callable[[Any], None] | None) -> Callable[[], None]:
    """A callback of the component `key`: gives what its `field` has sent to `act`; nothing where nothing was sent."""

    def hear() -> None:
        value = sent(key, field)
        if value and act:
            act(value)

    return hear


def sent(key: str, field: str) -> Any:
    """What the `field` of the component `key` has sent, inside its callback; None where nothing was sent.

    None too where a run that broke off has taken the component's state with it: its callback is called all the same,
    and were that an error, the page would not be drawn, so that the component never had a state again.
    """
    return getattr(st.session_state.get(key), field, None)


def _joined(paths: list[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
