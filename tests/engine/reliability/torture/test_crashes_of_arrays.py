"""Broken files of vectors and weights that once ended in an error that is not ours, or were taken for whole."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import Damaged
from engine.reliability.torture import reader_samples as samples
from engine.reliability.torture.reader_list import READERS
from tests.engine.reliability.torture.conftest import DEEP, refusal


def fasttext_with(at: int, form: str, number: int) -> bytes:
    content = bytearray(samples.fasttext(1))
    struct.pack_into(form, content, at, number)
    return bytes(content)


SHAPE = samples.fasttext(1).index(struct.pack("<?qq", False, 11, 4))


@pytest.mark.parametrize(
    ("at", "form", "number"),
    [
        (64, "<i", 2**31 - 1),  # words and labels, of which each would be given eight bytes
        (68, "<i", 2**31 - 1),
        (SHAPE + 1, "<q", 2**62),
        (SHAPE + 1, "<q", -1),
        (SHAPE + 9, "<q", 2**62),
        (SHAPE + 9, "<q", -4),
        (8, "<i", 2**31 - 1),
        (40, "<i", 2**31 - 1),  # buckets
    ],
)
def test_sizes_of_fasttext_that_cannot_be_are_damage(tmp_path: Path, at: int, form: str, number: int) -> None:
    said = refusal("vectors fasttext", tmp_path, "f.bin", fasttext_with(at, form, number))
    assert "cut short or damaged" in said or "contradicts itself" in said


def test_word_n_grams_without_end_do_not_stop_sent2vec(tmp_path: Path) -> None:
    content = bytearray(samples.fasttext(4))
    struct.pack_into("<i", content, 8 + 5 * 4, 2**31 - 1)
    assert refusal("vectors sent2vec", tmp_path, "s.bin", bytes(content)) == ""


def tensors_with(content: bytes, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> bytes:
    """A safetensors file whose header, and what it says of itself, were changed; its hash fits."""
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    about = json.loads(header["__metadata__"]["nomenclator"])
    change(header, about)
    header["__metadata__"]["nomenclator"] = json.dumps(about)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + content[start:]


def negative(name: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(header: dict[str, Any], about: dict[str, Any]) -> None:
        header[name]["shape"] = [-1 * size for size in header[name]["shape"]]

    return change


def offsets(name: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(header: dict[str, Any], about: dict[str, Any]) -> None:
        first, last = header[name]["data_offsets"]
        header[name]["data_offsets"] = [first - 4, last - 4]

    return change


def without(name: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(header: dict[str, Any], about: dict[str, Any]) -> None:
        header["other"] = header.pop(name)

    return change


def saying(**facts: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    return lambda header, about: about.update(facts)


FILES: dict[str, Callable[[Path], samples.Sample]] = {
    "vectors compact": lambda folder: samples.compact(folder)[0],
    "vectors lexical": samples.lexical,
    "vectors names": samples.names_vectors,
    "vectors fused": lambda folder: samples.fused(folder)[1],
}
CHANGES = [
    ("vectors compact", negative("word_rows")),
    ("vectors compact", offsets("word_rows")),
    ("vectors compact", without("word_scale")),
    ("vectors compact", without("bucket_rows")),
    ("vectors compact", saying(subwords=None)),
    ("vectors compact", saying(subwords={"shortest": 1, "longest": 2, "buckets": 10**6})),
    ("vectors compact", saying(tokeniser=None)),
    ("vectors lexical", negative("directions")),
    ("vectors lexical", without("idf")),
    ("vectors lexical", saying(shortest=-1)),
    ("vectors lexical", saying(longest=10**6)),
    ("vectors lexical", saying(shortest="2")),
    ("vectors names", negative("name_rows")),
    ("vectors names", without("words")),
    ("vectors names", saying(model=None)),
    ("vectors fused", negative("directions")),
    ("vectors fused", without("mean")),
    ("vectors fused", saying(parts_sha256=None)),
    ("vectors fused", saying(weights=[10**400, 1])),
    ("vectors lexical", negative("idf")),
]


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_arrays_that_do_not_belong_together_are_damage(
    tmp_path: Path, name: str, change: Callable[[dict[str, Any], dict[str, Any]], None]
) -> None:
    (tmp_path / "made").mkdir()
    whole = FILES[name](tmp_path / "made")
    said = refusal(name, tmp_path, "v.safetensors", tensors_with(whole.content, change), **whole.beside)
    assert said.startswith(("The ", f"{tmp_path}")) and said.endswith(".")


@pytest.mark.parametrize(("array", "number"), [("mean", 3e38), ("directions", 1e20)])
def test_fused_vectors_that_overflow_are_damage(tmp_path: Path, array: str, number: float) -> None:
    from safetensors.numpy import load

    from engine.vectors.recipe_file import written

    whole = samples.fused(tmp_path)[1]
    about = json.loads(
        json.loads(whole.content[8 : 8 + int.from_bytes(whole.content[:8], "little")])["__metadata__"]["nomenclator"]
    )
    arrays = load(whole.content)
    arrays[array] = np.full_like(arrays[array], number)
    written(
        tmp_path / "f", "fused", {name: about[name] for name in about if name not in ("format", "data_sha256")}, arrays
    )
    with pytest.raises(Damaged, match="removes more from its rows"):
        READERS["vectors fused"](tmp_path).read(tmp_path / "f")


@pytest.mark.parametrize("weight", [-1.0, 3e38])
def test_lexical_vectors_that_overflow_are_damage(tmp_path: Path, weight: float) -> None:
    from safetensors.numpy import load

    from engine.vectors.recipe_file import written

    arrays = load(samples.lexical(tmp_path).content)
    arrays["idf"] = np.full_like(arrays["idf"], weight)
    written(tmp_path / "l", "lexical", {"shortest": 2, "longest": 4}, arrays)
    with pytest.raises(Damaged, match="weighs n-grams as no names do"):
        READERS["vectors lexical"](tmp_path).read(tmp_path / "l")


@pytest.mark.parametrize("model", ["a" * 5_000, "~nobody-here/x", "a\0b", "[" * 300])
def test_a_model_that_no_folder_can_be_called_is_not_found(tmp_path: Path, model: str) -> None:
    from engine.errors import NotFound

    path = tmp_path / "m.json"
    path.write_text(json.dumps({"format": "nomenclator-vectors-sentence-transformers-1", "model": model}))
    with pytest.raises(NotFound, match="neither a folder nor an installed package"):
        READERS["vectors transformer"](tmp_path).read(path)


def test_names_that_point_to_rows_that_are_not_there_are_damage(tmp_path: Path) -> None:
    from engine.vectors.recipe_file import written

    whole = samples.names_vectors(tmp_path)
    from safetensors.numpy import load

    arrays = load(whole.content)
    for at in (-2, 1):
        written(tmp_path / "n", "names", {"model": "sgs"}, arrays | {"name_number": np.array([at], np.int32)})
        with pytest.raises(Damaged, match="contradicts itself"):
            READERS["vectors names"](tmp_path).read(tmp_path / "n")


@pytest.mark.parametrize("header", [b"[]", b'"x"', b'{"keys": []}', DEEP.encode()])
def test_a_row_cache_of_another_shape_is_made_again(tmp_path: Path, header: bytes) -> None:
    content = struct.pack("<Q", len(header)) + header
    assert refusal("row cache", tmp_path, "rows.safetensors", content) == ""
    assert not (tmp_path / "rows.safetensors").exists()
