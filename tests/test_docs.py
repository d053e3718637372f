"""The documents say what is so: links lead somewhere, commands parse, the example encoder trains."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

from engine.cli.program import program
from engine.events import Finished
from engine.experiments.pages.results_page import TITLES
from engine.learning.loop import train
from engine.learning.presets import recipe_from
from engine.learning.recipe import Recipe
from engine.learning.samplers import Names, TrainingData
from engine.models.encoders import ENCODERS

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "docs" / "results"
ALL_MEASURED = ("relatedness", "few-shot", "continual", "levels", "hypernyms")
DOCUMENTS = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "engine" / "vectors" / "README.md",
        *(ROOT / "docs").rglob("*.md"),
    ]
)
TEXTS = [pytest.param(path, id=str(path.relative_to(ROOT))) for path in DOCUMENTS if path.is_file()]


def test_the_two_lines_are_there() -> None:
    """The lines that start the window and the tests; .ci/run looks for the latter as it stands."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "pip install -r requirements.txt\nstreamlit run app.py\n" in readme
    tests = re.search(r"grep -m1 -oE '([^']+)' README", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert tests and re.search(tests[1], readme)


@pytest.mark.parametrize("path", TEXTS)
def test_links_lead_to_files(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert missing == []


def parsed(words: list[str]) -> click.Context:
    """A command line read but not run; a UsageError where it is wrong."""
    command: click.Command | None = program
    while isinstance(command, click.Group):
        name, *words = words
        command = command.get_command(click.Context(command), name)
        assert command is not None, name
    return command.make_context(command.name, words)


@pytest.mark.parametrize("path", TEXTS)
def test_commands_parse(path: Path) -> None:
    text = re.sub(r"\\\n\s*", " ", path.read_text(encoding="utf-8"))
    lines = re.findall(r"^\s*python -m engine (.+)$", text, flags=re.MULTILINE)
    for line in lines:
        words = shlex.split(line, comments=True)
        if words != ["--help"]:
            parsed(words)


@pytest.mark.parametrize("path", TEXTS)
def test_no_document_is_unfinished(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "RESULTS\n" not in text and "TODO" not in text


def test_the_results_lead_to_every_table_with_its_command() -> None:
    """One page to begin with, in the order of the experiments; the tables stand in their own pages, nowhere twice."""
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    figures = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in (RESULTS / "data").glob("*.json")}
    notes = {path.name.removesuffix(".notes.md") for path in RESULTS.glob("*.notes.md")}
    assert notes <= TITLES.keys() and set(re.findall(r"^\[Notes\]\((.+)\.notes\.md\)$", text, re.MULTILINE)) == notes
    pages = {path.stem for path in RESULTS.glob("*.md") if not path.name.endswith(".notes.md")}
    assert pages == {"README", *figures}
    led = re.findall(r"^\[([\w-]+)\]\(\1\.md\):\n\n```\n(.+)\n```$", text, flags=re.MULTILINE)
    assert dict(led) == {name: about["command"] for name, about in figures.items()}
    titles = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    assert titles == list(TITLES.values())
    assert [name for name, _ in led] == [
        name for title in TITLES for name in sorted(figures) if figures[name]["experiment"] == title
    ]


def test_the_tables_are_of_the_figures_beside_them() -> None:
    """Each figure in a cell of its own is in the JSON, where no row is a paper's."""
    files = [file for name in ALL_MEASURED for file in sorted((RESULTS / "data").glob(f"{name}*.json"))]
    assert len(files) >= len(ALL_MEASURED)
    for file in files:
        page = (RESULTS / f"{file.stem}.md").read_text(encoding="utf-8")
        held = {f"{number:.3f}" for number in numbers(json.loads(file.read_text(encoding="utf-8"))["rows"])}
        shown = re.findall(r"\| (\d\.\d{3}) \|", page)
        assert shown and [one for one in shown if one not in held] == [], file.name


def numbers(found: Any) -> Iterator[float]:
    """Every number in a JSON."""
    if isinstance(found, float):
        yield found
    for part in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from numbers(part)


def intervals(found: Any) -> Iterator[tuple[float, float, float]]:
    """Every (low, value or difference, high) in a JSON."""
    if isinstance(found, dict):
        value = found.get("difference", found.get("value"))
        if isinstance(value, float) and isinstance(found.get("low"), float):
            yield found["low"], value, found["high"]
    for part in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from intervals(part)


def test_every_interval_holds_its_value() -> None:
    files = sorted((RESULTS / "data").glob("*.json"))
    seen = {file.name: list(intervals(json.loads(file.read_text(encoding="utf-8")))) for file in files}
    assert seen["grounding.json"] and seen["levels.json"]
    wrong = [(name, one) for name, found in seen.items() for one in found if not one[0] <= one[1] <= one[2]]
    assert wrong == []


@pytest.mark.slow
def test_the_example_encoder_trains(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "adding-an-encoder.md").read_text(encoding="utf-8")
    block = re.search(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert block
    space: dict = {"__name__": __name__}
    exec(block.group(1), space)
    monkeypatch.setitem(ENCODERS, "linear", space["Linear"])
    rows = np.random.default_rng(0).standard_normal((12, 5)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    names = Names(rows, np.repeat([0, 1, 2], 4), [f"name {i}" for i in range(12)])
    recipe = recipe_from("few-shot", ["optimiser.most_epochs=2"], shots=4) | {
        "encoder": {"name": "linear", "scale": 0.5}
    }
    *_, last = train(Recipe.from_dict(recipe), TrainingData(names, names))
    assert isinstance(last, Finished) and last.result["recipe"]["encoder"] == {"name": "linear", "scale": 0.5}
