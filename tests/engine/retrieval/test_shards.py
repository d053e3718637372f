from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from engine.errors import Damaged
from engine.models.open import VECTORS, open_encoder
from engine.models.protocol import NameEncoder
from engine.retrieval import indexes, shards
from engine.retrieval.index_files import index_path
from engine.retrieval.shards import (
    SHARD,
    remove_shards,
    rows_by_shards,
    rows_of,
    shard_folder,
    shard_ranges,
    write_shard,
)
from engine.terminology.lookup import find
from engine.workbench import Workbench


class Counting:
    """An encoder that counts the texts it has read."""

    dim, sha256 = 3, "0" * 64

    def __init__(self) -> None:
        self.read = 0

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        self.read += len(texts)
        return np.array([[len(text), 1, 2] for text in texts], np.float32)


def test_ranges_hold_every_name_once() -> None:
    assert shard_ranges(10, 4) == [(0, 4), (4, 8), (8, 10)]
    assert shard_ranges(0) == [] and shard_ranges(5) == [(0, 5)]


def test_a_shard_is_found_again_and_a_damaged_one_is_written_anew(tmp_path: Path) -> None:
    encoder, folder = Counting(), shard_folder(tmp_path / "index.npy")
    first = write_shard(folder, encoder, ["a", "bb"], 4)
    assert (first.start, first.stop, first.reused) == (4, 6, False)
    assert rows_of(first, Path(first.path).read_bytes(), 3).tolist() == [[1, 1, 2], [2, 1, 2]]
    assert write_shard(folder, encoder, ["a", "bb"], 4).reused and encoder.read == 2

    Path(first.path).write_bytes(b"\0" * 12)
    with pytest.raises(Damaged, match="is not what was written"):
        rows_of(first, Path(first.path).read_bytes(), 3)
    again = write_shard(folder, encoder, ["a", "bb"], 4)
    assert not again.reused and encoder.read == 4
    assert rows_of(again, Path(again.path).read_bytes(), 3)[1].tolist() == [2, 1, 2]
    remove_shards(tmp_path / "index.npy")
    assert not folder.exists()


def test_rows_that_were_kept_before_an_end_are_read_and_not_encoded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "CHUNK", 4)
    texts, encoder = ["x" * length for length in range(1, 20)], Counting()
    whole = np.concatenate(list(rows_by_shards(tmp_path / "one", encoder, texts, 8)))
    assert whole.dtype == np.float16 and whole[:, 0].tolist() == list(range(1, 20)) and encoder.read == 19
    ended = list(islice(rows_by_shards(tmp_path / "two", encoder, texts, 8), 3))
    assert len(ended) == 3  # the first shard is whole, of the second there is half
    encoder.read = 0
    again = np.concatenate(list(rows_by_shards(tmp_path / "two", encoder, texts, 8)))
    assert np.array_equal(again, whole) and encoder.read == 11


SLOW = """
import sys, time
from engine.models.open import VECTORS, open_encoder
from engine.retrieval.indexes import build
from engine.terminology.lookup import find
from engine.workbench import Workbench
workspace = Workbench(sys.argv[1]).workspace
for event in build(workspace, find(workspace, "icd10cm"), open_encoder(workspace, VECTORS)):
    time.sleep(0.1)
"""


@pytest.mark.slow
def test_a_build_that_was_killed_goes_on_from_its_shards(sample: Workbench) -> None:
    workspace, encoder = sample.workspace, open_encoder(sample.workspace, VECTORS)
    terminology = find(workspace, "icd10cm")
    path = index_path(workspace, terminology, encoder)
    before = np.load(path)
    indexes.remove(workspace, encoder.sha256)
    folder = shard_folder(path)
    with subprocess.Popen([sys.executable, "-c", SLOW, str(workspace.folder)]) as building:
        while building.poll() is None and not any(folder.glob("*.npy")):
            time.sleep(0.02)
        building.kill()
    (kept,) = folder.glob("0-*.npy")
    assert not path.exists() and not indexes.is_built(workspace, terminology, encoder)
    again = Counted(encoder)
    for _ in indexes.build(workspace, terminology, again):
        pass
    assert again.read == terminology.names - SHARD and not kept.exists() and not folder.exists()
    assert np.array_equal(np.load(path), before)


class Counted:
    """An encoder that counts the texts it has read."""

    def __init__(self, encoder: NameEncoder) -> None:
        self.encoder, self.dim, self.sha256, self.read = encoder, encoder.dim, encoder.sha256, 0

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        self.read += len(texts)
        return self.encoder.encode(texts)
