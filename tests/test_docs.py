"""The documents say what is so: links lead somewhere, commands parse, the example encoder trains."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.commands import parser
from engine.encoders import ENCODERS
from engine.events import Finished
from engine.experiments.collected import collected
from engine.presets import recipe_from
from engine.samplers import Names, TrainingData
from engine.training import train

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "engine" / "vectors" / "README.md", *(ROOT / "docs").rglob("*.md")])
TEXTS = [pytest.param(path, id=str(path.relative_to(ROOT))) for path in DOCUMENTS if path.is_file()]


def test_the_two_lines_are_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "pip install -r requirements.txt && streamlit run app.py" in readme
    assert "pip install -r requirements-dev.txt && pytest" in readme


@pytest.mark.parametrize("path", TEXTS)
def test_links_lead_to_files(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("path", TEXTS)
def test_commands_parse(path: Path) -> None:
    text = re.sub(r"\\\n\s*", " ", path.read_text(encoding="utf-8"))
    lines = re.findall(r"^\s*python -m engine (.+)$", text, flags=re.MULTILINE)
    for line in lines:
        words = shlex.split(line, comments=True)
        if words != ["--help"]:
            parser().parse_args(words)


@pytest.mark.parametrize("path", TEXTS)
def test_no_document_is_unfinished(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "RESULTS\n" not in text and "TODO" not in text


def test_the_results_are_the_collected_tables() -> None:
    folder = ROOT / "docs" / "results"
    assert (ROOT / "docs" / "results.md").read_text(encoding="utf-8") == collected(folder)


def intervals(found: Any) -> Iterator[tuple[float, float, float]]:
    """Every (low, value or difference, high) in a JSON."""
    if isinstance(found, dict):
        value = found.get("difference", found.get("value"))
        if isinstance(value, float) and isinstance(found.get("low"), float):
            yield found["low"], value, found["high"]
    for part in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from intervals(part)


def test_every_interval_holds_its_value() -> None:
    files = sorted((ROOT / "docs" / "results").glob("*.json"))
    seen = {file.name: list(intervals(json.loads(file.read_text(encoding="utf-8")))) for file in files}
    assert seen["grounding.json"] and seen["levels.json"]
    wrong = [(name, one) for name, found in seen.items() for one in found if not one[0] <= one[1] <= one[2]]
    assert wrong == []


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
    *_, last = train(recipe, TrainingData(names, names))
    assert isinstance(last, Finished) and last.result["recipe"]["encoder"] == {"name": "linear", "scale": 0.5}
