"""The keyboard map is true: every key that a page answers to stands in it, and nothing else."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from pages.parts.shell.keys import EVERYWHERE, PAGES, KeyBinding, keys_of
from tests.menu import MENU

ROOT = Path(__file__).parents[4]
PARTS = ROOT / "pages" / "parts"
AROUND = {"shell.frame", "shell.tour", "shell.keys"}  # stand around every page; their keys are those of EVERYWHERE
IN_SCRIPTS = {"↑": "ArrowUp", "↓": "ArrowDown", "←": "ArrowLeft", "→": "ArrowRight", "Esc": "Escape"}


@cache
def parts_of(file: Path) -> frozenset[Path]:
    """The file and every part that it is made of, but not the frame."""
    names = {
        node.module.removeprefix("pages.parts.")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pages.parts.")
    }
    found = {file}
    for name in names - AROUND:
        found |= parts_of(PARTS / f"{name.replace('.', '/')}.py")
    return frozenset(found)


def shortcuts(file: Path) -> set[str]:
    """Every `shortcut=` of a file; one that is no plain text could not be checked and fails."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        for word in node.keywords if isinstance(node, ast.Call) else ():
            if word.arg == "shortcut":
                assert isinstance(word.value, ast.Constant), f"{file.name}:{node.lineno}: write the key itself"
                found.add(str(word.value.value))
    return found


def of_buttons(page: str) -> set[str]:
    return {one for key in keys_of(page) if not key.script for one in key.keys.split()}


@pytest.mark.parametrize("script", MENU)
def test_a_page_lists_the_keys_of_its_buttons_and_no_other(script: str) -> None:
    pressed = {key for file in parts_of(ROOT / "pages" / f"{script}.py") for key in shortcuts(file)}

    assert of_buttons(MENU[script]) == pressed


def test_every_button_with_a_key_is_on_some_page() -> None:
    reached = {file for script in MENU for file in parts_of(ROOT / "pages" / f"{script}.py")}
    with_keys = {file for file in (ROOT / "pages").rglob("*.py") if shortcuts(file)}

    assert with_keys <= reached


@pytest.mark.parametrize("page", PAGES)
def test_a_key_means_one_thing_on_a_page(page: str) -> None:
    keys = [one for key in keys_of(page) for one in key.keys.split() if len(one) == 1 and one.isalnum()]

    assert page in MENU.values()
    assert len(keys) == len(set(keys))
    assert not set(keys) & {"K", "G"}, "K and G are every page's"
    assert not set(keys) & {"C", "R"}, "Streamlit keeps C and R for itself"


@pytest.mark.parametrize("key", [key for keys in (EVERYWHERE, *PAGES.values()) for key in keys if key.script])
def test_a_key_of_a_script_stands_in_it(key: KeyBinding) -> None:
    """Enter presses what is focused, as everywhere in a browser."""
    listening = PARTS / f"{key.script}.js"
    scripts = [listening] if listening.parent == PARTS else listening.parent.glob("*.js")
    source = "\n".join(path.read_text(encoding="utf-8") for path in scripts)

    assert listening.is_file()
    for one in key.keys.split():
        name = re.escape(IN_SCRIPTS.get(one, one))
        written = r"\[1-9\]" if one[0].isdigit() and key.script != "map/canvas" else rf'"{name}"|\b{name}:'
        assert one == "Enter" or re.search(written, source, re.IGNORECASE), f"{one} is not in {key.script}.js"


def test_every_script_that_hears_keys_of_a_page_is_in_the_map() -> None:
    scripts = (path for path in PARTS.rglob("*.js") if re.search(r'addEventListener\("keydown"', path.read_text()))
    hearing = {path.relative_to(PARTS).with_suffix("").as_posix() for path in scripts}

    assert hearing <= {key.script for keys in (EVERYWHERE, *PAGES.values()) for key in keys}
