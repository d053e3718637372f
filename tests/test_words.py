"""One word and one spelling for one thing, wherever a person reads it."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = [path for part in ("pages", "engine", "store") for path in sorted((ROOT / part).rglob("*.py"))]
TEXTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
GLUED = re.compile(r"(?<!u00a)\d%(?=[ ,.\"]|$)|:\.\d%\}", re.MULTILINE)


def test_per_cent_stands_apart_from_its_number() -> None:
    """Compare said “95% interval”, Experiments “95 % intervals”."""
    assert [path.name for path in (*CODE, *TEXTS) if GLUED.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("part", ["pages", "engine/cli", "engine/terminology/exporting"])
def test_what_a_person_decided_is_a_decision(part: str) -> None:
    """Export called “Judgements” what Normalise, History and the command `decisions` call decisions."""
    said = [
        text
        for path in CODE
        if path.is_relative_to(ROOT / part)
        for text in texts_of(path)
        if re.search("judgements?", text, re.IGNORECASE) and (" " in text or text.istitle())
    ]
    assert said == []


def test_the_guide_calls_it_a_decision_too() -> None:
    assert [
        path.name for path in (ROOT / "docs" / "guide").rglob("*.md") if "judgement" in path.read_text("utf-8")
    ] == []


def texts_of(path: Path) -> list[str]:
    """The texts of a file but its docstrings."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    about = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in about
    ]
