from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.retrieval.row_reader import RowReader

ROWS = np.arange(60, dtype=np.float16).reshape(12, 5)


@pytest.fixture
def mapped(tmp_path: Path) -> np.ndarray:
    np.save(tmp_path / "rows.npy", ROWS)
    return np.load(tmp_path / "rows.npy", mmap_mode="r")


@pytest.mark.parametrize("places", [[], [3], [0, 11], [7, 2, 2]])
def test_rows_of_a_file_are_those_of_the_array(mapped: np.ndarray, places: list[int]) -> None:
    found = RowReader(mapped).at(np.array(places, np.int64))
    assert found.dtype == np.float16 and found.tolist() == ROWS[places].tolist()


def test_rows_are_still_there_when_the_file_is_replaced_or_gone(mapped: np.ndarray) -> None:
    reader, path = RowReader(mapped), Path(str(mapped.filename))
    other = path.with_name("other.npy")
    np.save(other, np.zeros_like(ROWS))
    other.replace(path)
    assert reader.at(np.array([4])).tolist() == ROWS[[4]].tolist()
    path.unlink()
    assert reader.at(np.array([4])).tolist() == ROWS[[4]].tolist()


def test_a_part_of_a_mapping_and_an_array_of_no_file_are_asked_themselves(mapped: np.ndarray) -> None:
    assert RowReader(mapped[2:]).at(np.array([0])).tolist() == ROWS[[2]].tolist()
    assert RowReader(ROWS).at(np.array([0])).tolist() == ROWS[[0]].tolist()
