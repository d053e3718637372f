"""Compact files: what is kept, how well, and what is refused."""

import json

import numpy as np
import pytest

from engine.errors import BadInput, Damaged
from engine.events import Finished, Progress
from engine.vectors import SHIPPED, compact, load_vectors
from engine.vectors.compact_file import CompactFile, pack_nibbles, unpack_nibbles
from engine.vectors.compacting import to_whole_numbers
from engine.vectors.settings import CompactSettings

TEXTS = ["heart attack", "chest pain", "infarctions of unheard-of kinds", "münchen", "fever ; cough"]


@pytest.mark.parametrize("bits", [4, 8])
def test_rows_stay_close_to_the_full_model(model, tmp_path, bits):
    out = tmp_path / "small.safetensors"
    *progress, end = compact(model, out, CompactSettings(subword_bits=bits), ["lines, own work"])
    assert isinstance(end, Finished) and end.result["bytes"] == out.stat().st_size
    assert all(isinstance(event, Progress) for event in progress) and progress[-1].step == progress[-1].total
    full, small = load_vectors(model).encode(TEXTS), load_vectors(out).encode(TEXTS)
    assert (full * small).sum(axis=1).min() > (0.98 if bits == 4 else 0.999)
    about = CompactFile.load(out).about
    assert about["made_from"] == ["lines, own work"] and about["trained_with"]["epoch"] == 2


def test_words_left_out_get_their_vectors_from_subwords(model, tmp_path):
    result = list(compact(model, tmp_path / "few.safetensors", CompactSettings(words=5)))[-1].result
    assert result["words"] == 5
    few = load_vectors(tmp_path / "few.safetensors")
    assert np.linalg.norm(few.encode(["infarction"])) == pytest.approx(1, abs=1e-5)


def test_a_text_file_is_compacted_without_subwords(tmp_path):
    (tmp_path / "f.txt").write_text("heart 1 0 3\nlung 0 2 1\n", encoding="utf-8")
    result = list(compact(tmp_path / "f.txt", tmp_path / "f.safetensors"))[-1].result
    assert (result["words"], result["subwords"], result["dim"]) == (2, 0, 3)
    rows, known = load_vectors(tmp_path / "f.safetensors").rows(["heart", "lungs"])
    np.testing.assert_allclose(rows, [[1, 0, 3], [0, 0, 0]], atol=0.02)
    assert known.tolist() == [True, False]


def test_whole_numbers_and_nibbles():
    rows = np.array([[7.0, -3.5, 0.4, 0.0], [0, 0, 0, 0]])
    whole, scale = to_whole_numbers(rows, 4)
    assert whole.tolist() == [[7, -4, 0, 0], [0, 0, 0, 0]] and scale.tolist() == [1.0, 0.0]
    every = np.arange(-7, 7, dtype=np.int8).reshape(1, -1)
    np.testing.assert_array_equal(unpack_nibbles(pack_nibbles(every)), every)


def test_damage_is_found_and_other_files_refused(model, tmp_path):
    from safetensors.numpy import save_file

    out = tmp_path / "small.safetensors"
    list(compact(model, out))
    content = bytearray(out.read_bytes())
    for damaged in (content[:-1], content[:4000], content[:-50] + b"x" + content[-49:]):
        (tmp_path / "damaged").write_bytes(damaged)
        with pytest.raises(Damaged, match="copy it again"):
            load_vectors(tmp_path / "damaged")
    other = json.dumps({"format": "other"})
    save_file({"x": np.zeros(2)}, tmp_path / "other.safetensors", {"nomenclator": other})
    with pytest.raises(BadInput, match="not one of vectors"):
        load_vectors(tmp_path / "other.safetensors")
    with pytest.raises(BadInput, match="compact already"):
        list(compact(out, tmp_path / "again.safetensors"))


def test_stopping_leaves_nothing(model, tmp_path):
    events = compact(model, tmp_path / "small.safetensors")
    next(events)
    events.close()
    assert list(tmp_path.iterdir()) == []


def test_rows_of_whole_names_are_left_out_and_counted(tmp_path):
    (tmp_path / "f").write_text("Heart attack\t1 0\nheart\t0 1\n")
    *_, end = compact(tmp_path / "f", tmp_path / "small.safetensors")
    assert (end.result["words"], end.result["names_left_out"]) == (1, 1)
    (tmp_path / "f").write_text("Heart attack\t1 0\n")
    with pytest.raises(BadInput, match="rows of whole names only"):
        list(compact(tmp_path / "f", tmp_path / "small.safetensors"))


def test_settings_have_bounds():
    with pytest.raises(BadInput, match="subword_bits must be 4 or 8, not 5"):
        CompactSettings(subword_bits=5)


@pytest.mark.skipif(not SHIPPED.exists(), reason="the shipped vectors are not in this checkout")
def test_the_shipped_file_is_small_and_knows_its_sources():
    vectors = CompactFile.load(SHIPPED)
    assert SHIPPED.stat().st_size <= 40_000_000
    assert vectors.dim == 300 and vectors.about["made_from"]
    rows = vectors.encode(["heart attack", "myocardial infarction", "fracture of the wrist", "zorbulitis"])
    assert rows[0] @ rows[1] > rows[0] @ rows[2]
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(4), abs=1e-5)
