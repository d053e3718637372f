from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import Damaged
from engine.retrieval.shards import remove_shards, rows_of, shard_folder, shard_ranges, write_shard


class Counting:
    """An encoder that counts the texts it has read."""

    dim, sha256 = 3, "0" * 64

    def __init__(self) -> None:
        self.read = 0

    def encode(self, texts: list[str]) -> np.ndarray:
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
