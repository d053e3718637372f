from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from engine.models.open import open_encoder
from engine.retrieval import indexes
from engine.retrieval.compact_file import compact_path, open_compact
from engine.retrieval.index import IN_MEMORY, Index
from engine.retrieval.indexes import Indexes, open_index
from engine.retrieval.inverted_file import inverted_path, open_inverted
from engine.terminology.lookup import find
from engine.workbench import Workbench

SECONDS = 30  # that a thread is waited for


class Slow:
    """An encoder that reads names once it is let, and counts how often it was asked."""

    dim = 2

    def __init__(self, sha256: str) -> None:
        self.sha256, self.asked = sha256, 0
        self.began, self.may_go_on = threading.Event(), threading.Event()

    def encode(self, names: Sequence[str]) -> np.ndarray:
        self.asked += 1
        self.began.set()
        assert self.may_go_on.wait(SECONDS)
        return np.ones((len(names), 2), np.float32)


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


def test_nobody_waits_for_an_index_that_another_builds_and_none_is_built_twice(workbench: Workbench) -> None:
    indexes_here, organs = Indexes(workbench.workspace), find(workbench.workspace, "organs")
    slow, ready, other = Slow("a" * 64), Slow("b" * 64), Slow("c" * 64)
    ready.may_go_on.set()
    other.may_go_on.set()
    there = indexes_here.get(organs, ready)
    with ThreadPoolExecutor(4) as threads:
        building = [threads.submit(indexes_here.get, organs, slow) for _ in range(2)]
        assert slow.began.wait(SECONDS)
        try:
            assert threads.submit(indexes_here.get, organs, ready).result(SECONDS) is there
            assert threads.submit(indexes_here.get, organs, other).result(SECONDS) is not there
            assert not any(one.done() for one in building)
        finally:
            slow.may_go_on.set()
        first, second = (one.result(SECONDS) for one in building)
    assert first is second and slow.asked == 1


def test_the_index_of_an_encoder_that_was_deleted_is_closed(workbench: Workbench) -> None:
    indexes_here, organs = Indexes(workbench.workspace), find(workbench.workspace, "organs")
    gone, kept = Slow("a" * 64), Slow("b" * 64)
    for encoder in (gone, kept):
        encoder.may_go_on.set()
        indexes_here.get(organs, encoder)
    assert indexes_here.ready(organs, gone)
    indexes_here.remove(gone.sha256)
    assert (indexes_here.ready(organs, gone), indexes_here.ready(organs, kept)) == (False, True)
    assert not indexes.index_path(workbench.workspace, organs, gone).exists()
    indexes_here.get(organs, gone)
    assert gone.asked == 2


def in_memory(path: str) -> int:
    """The bytes of a mapped file that are in this process's memory."""
    maps = Path("/proc/self/smaps").read_text(encoding="utf-8")
    return sum(1024 * int(size) for size in re.findall(rf"{re.escape(path)}\nSize:.*\n(?:.*\n)*?Rss: +(\d+) kB", maps))


@pytest.mark.skipif(not Path("/proc/self/smaps").is_file(), reason="the system does not tell what is in memory")
def test_rows_that_were_looked_up_do_not_stay_in_memory(sample: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour's use kept every row of three encoders: 0.3 GB."""
    monkeypatch.setattr(indexes, "BETWEEN", 0.0)
    sample.rankings.rank("gout", "icd10cm", "vectors")
    encoder = open_encoder(sample.workspace, "vectors")
    index = sample.rankings.ranker.indexes.get(find(sample.workspace, "icd10cm"), encoder)
    index.take(np.arange(0, len(index), 50))
    assert in_memory(str(index.rows.filename)) > 1_000_000
    sample.rankings.rank("heart attack", "icd10cm", "vectors")
    assert in_memory(str(index.rows.filename)) == 0


@pytest.mark.skipif(not Path("/proc/self/smaps").is_file(), reason="the system does not tell what is in memory")
def test_every_row_is_scored_a_part_of_the_file_in_memory_at_a_time(tmp_path: Path) -> None:
    """Placing a name among 1,500,000 held all of their rows at once: 0.9 GB."""
    draw = np.random.default_rng(0)
    np.save(tmp_path / "rows.npy", draw.standard_normal((IN_MEMORY + 1_000, 16)).astype(np.float16))
    rows = np.load(tmp_path / "rows.npy", mmap_mode="r")
    query = draw.standard_normal(16).astype(np.float32)
    found = Index(rows).scores(query)
    assert in_memory(str(rows.filename)) < rows.nbytes / 4
    np.testing.assert_allclose(found, rows.astype(np.float32) @ query, atol=1e-4)
