from __future__ import annotations

import numpy as np
import pytest

from engine.retrieval import indexes
from engine.retrieval.compact_file import compact_path, open_compact
from engine.retrieval.indexes import open_index
from engine.retrieval.inverted_file import inverted_path, open_inverted


def test_compact_rows_that_are_damaged_or_of_other_rows_are_made_again(written) -> None:
    path, rows = written
    expected = open_index(path, rows, "one").search(rows[:1].astype(np.float32), 5)[1].tolist()
    assert open_compact(path, "another") is None
    content = bytearray(compact_path(path).read_bytes())
    content[-1_000] ^= 1
    compact_path(path).write_bytes(bytes(content))
    assert open_compact(path, "one") is None
    assert open_index(path, rows, "one").search(rows[:1].astype(np.float32), 5)[1].tolist() == expected
    assert open_compact(path, "one") is not None


@pytest.mark.slow
def test_lists_begin_where_scanning_all_takes_too_long_and_damaged_ones_are_made_again(
    written, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, rows = written
    assert open_index(path, rows, "one").inverted is None and not inverted_path(path).exists()
    monkeypatch.setattr(indexes, "MANY", 25_000)
    first = open_index(path, rows, "one")
    assert first.inverted is not None and open_inverted(path, "another") is None
    content = bytearray(inverted_path(path).read_bytes())
    content[len(content) // 2] ^= 1
    inverted_path(path).write_bytes(bytes(content))
    assert open_inverted(path, "one") is None
    assert open_index(path, rows, "one", write=False).inverted is None
    query = rows[:1].astype(np.float32)
    again = open_index(path, rows, "one")
    assert again.inverted is not None
    assert again.search(query, 5)[1].tolist() == first.search(query, 5)[1].tolist()
