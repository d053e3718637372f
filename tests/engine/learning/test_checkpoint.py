from __future__ import annotations

import os

import numpy as np
import pytest

from engine.errors import Damaged
from engine.learning.checkpoint import read_checkpoint, write_checkpoint

FACTS = {"epoch": 3, "draws": {"state": 2**127 + 1}, "best_loss": 0.1 + 0.2}


def test_arrays_and_facts_come_back_as_they_were(tmp_path):
    arrays = {"now.weight": np.arange(6, dtype=np.float32).reshape(2, 3), "noise": np.array([1, 255], np.uint8)}
    write_checkpoint(tmp_path / "deep" / "run", arrays, FACTS)
    found, facts = read_checkpoint(tmp_path / "deep" / "run")
    assert facts == FACTS
    assert found.keys() == arrays.keys()
    assert all(np.array_equal(found[name], arrays[name]) and found[name].dtype == arrays[name].dtype for name in arrays)


def test_a_crash_while_writing_leaves_the_old_one(tmp_path, monkeypatch):
    place = tmp_path / "run"
    write_checkpoint(place, {"a": np.zeros(2)}, {"epoch": 1})

    def crash(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(OSError, match="full"):
        write_checkpoint(place, {"a": np.ones(2)}, {"epoch": 2})
    assert read_checkpoint(place)[1] == {"epoch": 1}


@pytest.mark.parametrize("keep", [0, 7, 60])
def test_a_file_cut_short_is_named(tmp_path, keep):
    place = tmp_path / "run"
    write_checkpoint(place, {"a": np.zeros(200)}, FACTS)
    place.write_bytes(place.read_bytes()[:keep])
    with pytest.raises(Damaged, match="run cannot be read"):
        read_checkpoint(place)


def test_a_file_of_somebody_else_is_named(tmp_path):
    from safetensors.numpy import save_file

    save_file({"a": np.zeros(2)}, tmp_path / "other")
    with pytest.raises(Damaged, match="other cannot be read"):
        read_checkpoint(tmp_path / "other")
