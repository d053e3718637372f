"""Rows kept between runs: found again, added by two at once, and dropped when damaged."""

import os
from pathlib import Path

import numpy as np

from engine.vectors.row_cache import FEWEST, RowCache

TEXTS = [f"name {i}" for i in range(FEWEST)]


def some_rows(seed: int, n: int = FEWEST) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, 5)).astype(np.float32)


def test_rows_come_back_in_the_order_asked(tmp_path):
    RowCache(tmp_path / "c", 5).keep(TEXTS, rows := some_rows(0))
    found, known = RowCache(tmp_path / "c", 5).find_rows(["name 7", "other", "name 0", "name 7"])
    assert known.tolist() == [True, False, True, True]
    np.testing.assert_array_equal(found, [rows[7], np.zeros(5), rows[0], rows[7]])
    assert RowCache(tmp_path / "c", 5).find_rows([])[0].shape == (0, 5)


def test_a_few_rows_are_not_worth_a_file(tmp_path):
    RowCache(tmp_path / "c", 5).keep(TEXTS[:-1], some_rows(0, FEWEST - 1))
    assert not (tmp_path / "c").exists()


def test_two_that_write_see_each_other(tmp_path):
    one, other = RowCache(tmp_path / "c", 5), RowCache(tmp_path / "c", 5)
    one.keep(TEXTS, some_rows(1))
    other.keep([text + "!" for text in TEXTS], some_rows(2))
    one.keep([text + "?" for text in TEXTS], some_rows(3))
    for cache in (one, other):
        for mark, seed in [("", 1), ("!", 2), ("?", 3)]:
            found, known = cache.find_rows([text + mark for text in TEXTS])
            assert known.all()
            np.testing.assert_array_equal(found, some_rows(seed))


def test_a_damaged_file_is_dropped_and_the_others_stay(tmp_path):
    cache = RowCache(tmp_path / "c", 5)
    cache.keep(TEXTS, some_rows(1))
    (damaged,) = (tmp_path / "c").iterdir()
    cache.keep([text + "!" for text in TEXTS], some_rows(2))
    whole = damaged.read_bytes()
    for content in (whole[:-3], whole[:-1] + bytes([whole[-1] ^ 1]), b"", b"no safetensors"):
        damaged.write_bytes(content)
        fresh = RowCache(tmp_path / "c", 5)
        assert not fresh.find_rows(TEXTS)[1].any() and fresh.find_rows(["name 0!"])[1].all()
        assert not damaged.exists()
    cache.keep(TEXTS, some_rows(1))
    assert RowCache(tmp_path / "c", 5).find_rows(TEXTS)[1].all()
    assert not RowCache(tmp_path / "c", 4).find_rows(TEXTS)[1].any()  # rows of another width


def test_a_file_that_cannot_be_read_now_stays(tmp_path, monkeypatch):
    RowCache(tmp_path / "c", 5).keep(TEXTS, rows := some_rows(1))
    (whole,) = (tmp_path / "c").iterdir()
    again = RowCache(tmp_path / "c", 5)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", _no_more_files)
        assert not again.find_rows(TEXTS)[1].any() and whole.exists()
    np.testing.assert_array_equal(again.find_rows(TEXTS)[0], rows)


def test_a_folder_that_cannot_be_written_to_keeps_nobody_from_their_rows(tmp_path):
    (tmp_path / "file").write_text("")
    RowCache(tmp_path / "file" / "c", 5).keep(TEXTS, some_rows(1))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_is_only_read_is_never_changed(tmp_path):
    RowCache(tmp_path / "c", 5, writable=False).keep(TEXTS, some_rows(1))
    assert not (tmp_path / "c").exists()
    RowCache(tmp_path / "c", 5).keep(TEXTS, some_rows(1))
    (damaged,) = (tmp_path / "c").iterdir()
    damaged.write_bytes(b"no safetensors")
    assert not RowCache(tmp_path / "c", 5, writable=False).find_rows(TEXTS)[1].any() and damaged.exists()


def _no_more_files(path: Path, *args, **kwargs):
    raise OSError(24, os.strerror(24), str(path))
