"""Rows of very many names lie in a file while a training lasts, and nothing but the memory tells."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.events import Finished
from engine.learning import scratch
from engine.learning.loop import train
from engine.learning.recipe import Recipe
from engine.learning.samplers import TrainingData
from engine.learning.scratch import empty_rows
from engine.learning.selection.sample import Sample, as_rows
from tests.engine.learning.test_run import GROUNDING, TRIPLET, recipe

PAIRS = [(f"name {place % 37}", f"c{place % 5}") for place in range(90)]  # some texts stand in several classes
SAMPLE = Sample(PAIRS, [(f"name {place}", f"c{place}") for place in range(5)], [f"c{place}" for place in range(5)])


def encode(texts) -> np.ndarray:
    """Rows of unit length, drawn by the text; one text has none."""
    rows = [np.random.default_rng(int(text.split()[1])).normal(size=8) * (text != "name 9") for text in texts]
    found = np.array(rows, np.float32).reshape(len(rows), 8)
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)


def trained(data: TrainingData, front: str) -> dict[str, np.ndarray]:
    plan = Recipe.from_dict(recipe((TRIPLET, GROUNDING), front, watch="map"))
    return next(event.result for event in train(plan, data) if isinstance(event, Finished))


def test_few_rows_are_in_memory_and_many_in_a_file_that_nobody_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not isinstance(empty_rows(10, 4, tmp_path), np.memmap)
    monkeypatch.setattr(scratch, "MOST_BYTES", 100)
    rows = empty_rows(10, 4, tmp_path)
    rows[:] = 1
    assert isinstance(rows, np.memmap) and rows.sum() == 40 and not list(tmp_path.iterdir())
    assert not isinstance(empty_rows(10, 4, None), np.memmap)
    assert not isinstance(empty_rows(10, 4, tmp_path / "not there"), np.memmap)


@pytest.mark.parametrize("front", ["none", "cca"])
def test_a_training_from_a_file_is_the_training_from_memory(
    front: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = trained(as_rows(SAMPLE, encode), front)
    for module, size in (("selection.sample.ENCODED", 7), ("scratch.MOST_BYTES", 100)):
        monkeypatch.setattr(f"engine.learning.{module}", size)
    data = as_rows(SAMPLE, encode, scratch=tmp_path)
    assert isinstance(data.train.rows, np.memmap)
    np.testing.assert_array_equal(data.train.rows, encode([text for text, _ in PAIRS]))
    found = trained(data, front)
    assert found["metrics"] == expected["metrics"] and found["metrics"]["without_vector"] > 0
    for name, array in expected["state"].items():
        np.testing.assert_array_equal(found["state"][name], array, err_msg=name)
