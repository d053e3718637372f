"""Training for real on a few lines: the child process, its end, and what is said when it cannot work."""

import gzip
import lzma
import os
import subprocess
import sys

import numpy as np
import pytest

from engine.errors import BadInput, Damaged, NotFound
from engine.events import Finished, Progress
from engine.vectors import load_vectors, train_vectors
from engine.vectors.corpus import corpus_lines, prepare
from engine.vectors.settings import VectorSettings

QUICK = VectorSettings(dim=10, epochs=2, min_count=2, buckets=20_000, threads=1)


def test_trains_a_file_that_loads(corpus, tmp_path):
    out = tmp_path / "own.bin"
    *progress, end = train_vectors([corpus], out, QUICK, lambda: ["hepatitis . liver inflammation"] * 3)
    assert isinstance(end, Finished) and isinstance(progress[0], Progress)
    assert end.result["bytes"] == out.stat().st_size and end.result["settings"]["epochs"] == 2
    vectors = load_vectors(out)
    assert "hepatitis" in vectors.words and vectors.dim == 10
    assert [path.name for path in tmp_path.iterdir()] == ["own.bin"]


@pytest.mark.slow
def test_one_thread_and_a_seed_give_the_same_vectors(corpus, tmp_path):
    tables = []
    for name, seed in [("a", 1), ("b", 1), ("c", 2)]:
        settings = VectorSettings(dim=10, epochs=1, min_count=2, buckets=20_000, threads=1, seed=seed)
        list(train_vectors([corpus], tmp_path / name, settings))
        tables.append(np.array(load_vectors(tmp_path / name).table))
    np.testing.assert_array_equal(tables[0], tables[1])
    assert not np.array_equal(tables[0], tables[2])


def test_closing_the_generator_ends_the_child_and_leaves_nothing(corpus, tmp_path):
    events = train_vectors([corpus], tmp_path / "own.bin", VectorSettings(epochs=100, threads=2, buckets=20_000))
    for event in events:
        if event.step > 0 or "Training" in event.message:
            break
    events.close()
    assert list(tmp_path.iterdir()) == []


def test_progress_counts_up_to_the_end(corpus, tmp_path):
    settings = VectorSettings(dim=50, epochs=100, threads=2, buckets=20_000, min_count=2)
    steps = [event.step for event in train_vectors([corpus], tmp_path / "own.bin", settings)
             if isinstance(event, Progress)]  # fmt: skip
    assert steps == sorted(steps) and steps[-1] == 1000


@pytest.mark.skipif(os.name == "nt", reason="looks at signals")
def test_the_child_ends_when_its_parent_goes(corpus, tmp_path):
    child = subprocess.Popen(
        [sys.executable, "-m", "engine.vectors.child", str(corpus), str(tmp_path / "x.bin"),
         '{"epoch": 100000, "bucket": 20000}', "1"],
        stdin=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert child.stdin is not None
    child.stdin.close()
    assert child.wait(60) == 1


def test_corpora_are_read_by_their_kind(tmp_path):
    text = "Heart failure.\n\nFever.\n"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    (tmp_path / "a.txt.xz").write_bytes(lzma.compress(text.encode()))
    for name in ("a.txt", "a.txt.gz", "a.txt.xz"):
        assert [line.strip() for line in corpus_lines(tmp_path / name)] == ["Heart failure.", "", "Fever."]
    (tmp_path / "p.pubtator.txt").write_text(
        "12|t|A title\n12|a|An abstract | with a bar.\n12\t0\t7\tA title\tDisease\tD1\n", encoding="utf-8"
    )
    assert list(corpus_lines(tmp_path / "p.pubtator.txt")) == ["A title", "An abstract | with a bar."]


def test_the_corpus_is_tokenised_shuffled_by_seed_and_terms_are_repeated(tmp_path):
    (tmp_path / "a.txt").write_text("".join(f"Line-{number}\n" for number in range(30)), encoding="utf-8")

    def prepared(seed):
        for _ in prepare([tmp_path / "a.txt"], ["Heart"], 2, seed, tmp_path):
            pass
        return (tmp_path / "corpus.txt").read_text(encoding="utf-8").splitlines()

    first = prepared(1)
    assert sorted(first) == sorted(["heart", "heart"] + [f"line - {number}" for number in range(30)])
    assert first == prepared(1) != prepared(2)


@pytest.mark.parametrize(
    ("name", "content", "error", "says"),
    [
        ("a.txt", "caf\xe9".encode("latin-1"), BadInput, "line 1, is not text in UTF-8"),
        ("a.txt", b"x\n\0\1", BadInput, "line 2, is not text"),
        ("a.txt", b" \n\n", BadInput, "no text to train"),
        ("a.txt.gz", gzip.compress(b"heart\n" * 99, mtime=0)[:-9], Damaged, "cut short"),
        ("a.txt.xz", b"heart", Damaged, "cut short"),
        ("a.txt", b"every word here stands once", BadInput, "No word stands 2 times"),
        ("a.csv", b"id,name\n1,gout\n2,asthma\n", BadInput, "No word stands 2 times"),  # 180 MB of a comma
    ],
)
def test_a_corpus_that_cannot_be_used_is_named(tmp_path, name, content, error, says):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(error, match=says):
        list(train_vectors([tmp_path / name], tmp_path / "own.bin", QUICK))
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_corpus_of_rare_words_only_is_refused(corpus, tmp_path):
    with pytest.raises(BadInput, match="No word stands 1000 times"):
        list(train_vectors([corpus], tmp_path / "m.bin", VectorSettings(dim=4, epochs=1, min_count=1000)))
    assert not list(tmp_path.iterdir())


def test_missing_files_and_folders(tmp_path, corpus):
    with pytest.raises(NotFound, match="no corpus file"):
        list(train_vectors([tmp_path / "none.txt"], tmp_path / "own.bin", QUICK))
    with pytest.raises(BadInput, match="folder"):
        list(train_vectors([corpus], tmp_path / "no" / "own.bin", QUICK))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"buckets": 5_000}, "buckets must be between 20000"),
        ({"epochs": 0}, "epochs must be between 1"),
        ({"model": "glove"}, "model must be one of skipgram, cbow"),
        ({"shortest": 5, "longest": 4}, r"longest \(4\) must be shortest"),
    ],
)
def test_settings_out_of_bounds_are_named(wrong, says):
    with pytest.raises(BadInput, match=says):
        VectorSettings(**wrong)
