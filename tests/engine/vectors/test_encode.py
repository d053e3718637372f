"""What every kind of vectors owes its callers, and the mean worked by hand."""

import hashlib
import shutil
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.vectors import SHIPPED, VECTORS, compact, format_of, load_vectors
from engine.vectors.enriching import write_table
from engine.vectors.fused_file import fuse
from engine.vectors.lexical_file import fit_lexical
from engine.vectors.names_file import train_names
from engine.vectors.settings import VectorSettings
from engine.vectors.transformer_file import add_model

TEXT = "heart 1 0 0\nattack 0 2 0\n- 0 0 1\nHeart 9 9 9\n"


@pytest.fixture
def text_file(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def composed(kind: str, out: Path, request: pytest.FixtureRequest, model: Path) -> Path:
    """A file of a kind that is made here."""
    names = ["heart attack", "heart failure", "attack", "lung infection"]
    if kind == "compact":
        list(compact(model, out))
    elif kind == "lexical":
        fit_lexical(out, names, dim=4)
    elif kind == "fused":
        shutil.copyfile(model, out.with_name("own.bin"))
        list(fuse(out, ["vectors", "vectors:own"], [1, 0.5], centre=True, components=1, texts=names))
    elif kind == "enriched":
        base = load_vectors(SHIPPED)
        rows, about = base.rows(["heart"])[0], {"base": "vectors", "base_sha256": base.sha256}
        write_table(out, ["heart"], rows * 2, rows, np.eye(300, dtype=np.float32), np.ones(1), 1, about)
    elif kind == "sentence-transformers":
        add_model(out, str(request.getfixturevalue("transformer")), precision="float32")
    elif kind == "names":
        pubtator = out.with_name("a.pubtator.txt")
        pubtator.write_text("1|t|a heart attack of the heart\n1\t2\t14\theart attack\tDisease\tD1\n" * 9)
        list(train_names([pubtator], out, settings=VectorSettings(dim=8, epochs=1, threads=1)))
    elif kind == "sent2vec":
        request.getfixturevalue("sent2vec")(out, ["heart", "attack", "-"])
    elif kind == "word2vec":
        numbers = struct.pack("<3f", 1, 0, 0.25), struct.pack("<3f", 0, 2, -1)
        out.write_bytes(b"2 3\nheart " + numbers[0] + b"\nattack " + numbers[1] + b"\n")
    return out


@pytest.fixture(params=sorted(VECTORS))
def any_file(request, model, text_file, tmp_path) -> Path:
    """One file of each format in the registry."""
    files = {"fasttext": model, "text": text_file}
    return files.get(request.param) or composed(request.param, tmp_path / "made.safetensors", request, model)


def test_every_format_keeps_the_contract(any_file):
    vectors = load_vectors(any_file)
    texts = ["heart attack", "Heart  ATTACK", "heart - attack", "", "  ", "§ … !", "😀", "---", "heart"]
    rows = vectors.encode(texts)
    assert rows.dtype == np.float32 and rows.shape == (len(texts), vectors.dim)
    lengths = np.linalg.norm(rows, axis=1)
    np.testing.assert_allclose(lengths, [1, 1, 1, 0, 0, 0, 0, 0, 1], atol=1e-6)
    np.testing.assert_array_equal(rows[0], rows[1])
    np.testing.assert_allclose(vectors.encode(["heart attack"])[0], rows[0], atol=1e-6)
    assert vectors.encode([]).shape == (0, vectors.dim)
    same = hashlib.sha256(any_file.read_bytes()).hexdigest()
    assert vectors.sha256 == load_vectors(any_file).sha256
    assert (vectors.sha256 == same) != (format_of(any_file) in ("enriched", "fused", "sentence-transformers"))


def test_every_format_encodes_from_several_threads_alike(any_file):
    vectors = load_vectors(any_file)
    texts = [f"heart attack {number}" for number in range(200)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: vectors.encode(texts), range(8)))
    for result in results:
        np.testing.assert_array_equal(result, results[0])


def test_the_mean_is_of_raw_vectors_and_punctuation_counts(text_file):
    rows = load_vectors(text_file).encode(["heart attack", "attack attack heart", "heart-attack", "heart unheard"])
    expected = np.array([[1, 2, 0], [1, 4, 0], [1, 2, 1], [1, 0, 0]], np.float32)
    np.testing.assert_allclose(rows, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-6)


def test_without_a_known_word_punctuation_alone_gives_no_vector(text_file):
    assert not load_vectors(text_file).encode(["unheard-of", "-"]).any()


def test_an_unseen_word_gets_a_vector_from_its_subwords(model):
    rows = load_vectors(model).encode(["infarctions", "infarction", "café"])
    assert rows[0] @ rows[1] > rows[0] @ rows[2]


def test_what_cannot_be_loaded_is_named(tmp_path):
    with pytest.raises(NotFound, match="no vectors file at"):
        load_vectors(tmp_path / "none.bin")
    with pytest.raises(BadInput, match="is a folder"):
        load_vectors(tmp_path)
    for content, says in [(b"", "is empty"), (b"PK\x03\x04 zip", "not a vectors file"), (b"Dear all,\n", "not a vec")]:
        (tmp_path / "f").write_bytes(content)
        with pytest.raises(BadInput, match=says):
            load_vectors(tmp_path / "f")
