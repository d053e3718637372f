"""The commands that add, fuse and list vectors, on a real workspace."""

import shutil
import struct
from functools import partial

import numpy as np
import pytest

from engine.errors import BadInput
from engine.models.open import encoder_sha256, open_encoder
from engine.vectors import load_vectors


@pytest.fixture
def ask(command):
    return partial(command, "vectors")


def test_fuse_lexical_and_list(ask, workbench, tmp_path):
    made = ask("lexical", "--name", "spelt", "--fitted-on", "organs", "--dim", "8")
    assert made["encoder"] == "vectors:spelt" and made["dim"] == 8 and made["ngrams"] > 50
    ends = ("--part", "vectors", "--part", "vectors:spelt", "--weights", "1", "0.5")
    made = ask("fuse", "--name", "both", *ends, "--centre", "--components", "1", "--fitted-on", "organs", "--index")
    assert made["dim"] == 308 and made["names"] > 10 and made["size"] > 0
    listed = {line["encoder"]: line for line in ask("list")["vectors"]}
    assert {id: line["kind"] for id, line in listed.items()} == {
        "vectors": "compact",
        "vectors:both": "fused",
        "vectors:spelt": "lexical",
    }
    best = workbench.rankings.rank("lung infektion", "organs", "vectors:both").candidates[0]
    assert best.concept_id == "L2"
    (workbench.workspace.folder / "vectors" / "cache").mkdir()
    assert {"vectors:spelt", "vectors:both"} < {choice.id for choice in workbench.rankings.encoders()}
    assert "vectors:cache" not in {choice.id for choice in workbench.rankings.encoders()}


def test_a_model_is_added_and_searched(ask, workbench, transformer):
    assert ask("add", "--model", str(transformer), "--name", "tiny", "--index")["encoder"] == "vectors:tiny"
    assert ask("list")["vectors"][1] | {"file": ""} == ask("list")["vectors"][1] | {"file": "", "dim": 16}
    assert workbench.rankings.rank("heart attack", "organs", "vectors:tiny").candidates[0].concept_id == "H1"


def test_lines_that_no_text_can_ask_for_are_counted(ask, tmp_path):
    (tmp_path / "own.txt").write_text("Heart attack\t1 0\nheart\t0 1\nHeart\t1 1\n???\t1 1\n")
    assert ask("add", str(tmp_path / "own.txt"), "--name", "own") == {"encoder": "vectors:own", "lines_not_used": 2}


def test_values_that_are_no_numbers_are_refused_when_they_are_added(ask, workbench, tmp_path, model):
    numbers = {word: struct.pack("<2f", 1, 2) for word in ("heart", "lung")} | {"skin": struct.pack("<2f", 1, np.nan)}
    binary = b"3 2\n" + b"".join(word.encode() + b" " + row + b"\n" for word, row in numbers.items())
    trained = bytearray(model.read_bytes())
    vectors = load_vectors(model)
    last = len(trained) - 17 - len(vectors.words) * vectors.dim * 4 - 4  # of the input matrix
    trained[last : last + 4] = struct.pack("<f", np.inf)
    for name, content, says in [
        ("own.txt", b"heart 1 2\nlung 1 nan\n", "own.txt holds a value that is not a number for “lung”"),
        ("w.bin", binary, "w.bin holds a value that is not a number for “skin”"),
        ("ft.bin", bytes(trained), "ft.bin holds a value that is not a number in row 20,000 after the words"),
    ]:
        (tmp_path / name).write_bytes(content)
        assert says in ask("add", str(tmp_path / name), "--name", "own", code=2)
    assert not list((workbench.workspace.folder / "vectors").iterdir())


def test_what_cannot_be_done_is_said_in_one_line(ask, workbench, tmp_path):
    (tmp_path / "own.txt").write_text("heart 1 0\nlung 0 1\n")
    assert ask("add", str(tmp_path / "own.txt"), "--name", "own") == {"encoder": "vectors:own"}
    for words, says in [
        (("add", "--name", "x"), "a file, or a model"),
        (("add", str(tmp_path / "own.txt"), "--model", "m", "--name", "x"), "one of the two"),
        (("lexical", "--name", "x"), "--fitted-on hpo"),
        (("lexical", "--name", "own", "--fitted-on", "organs"), "“own” is taken"),
        (("lexical", "--name", "x", "--fitted-on", "none"), "none"),
        (("fuse", "--name", "x", "--part", "vectors:none"), "vectors:none"),
        (("fuse", "--name", "own", "--part", "vectors:own"), "“own” is taken"),
        (("fuse", "--name", "x", "--part", "vectors", "--centre"), "--fitted-on hpo"),
        (("train", "--out", str(tmp_path / "o.bin")), "--names-from"),
    ]:
        error = ask(*words, code=2)
        assert says in error and error.count("\n") == 1, error
    ask("fuse", "--name", "f", "--part", "vectors:own")
    (workbench.workspace.folder / "vectors" / "own.txt").unlink()
    lines = {line["encoder"]: line for line in ask("list")["vectors"]}
    assert "vectors:own" not in lines
    with pytest.raises(BadInput, match="only names other vectors"):
        workbench.vectors.add(workbench.workspace.folder / "vectors" / "f.json", "copy")


def test_vectors_put_in_the_place_of_others_are_the_ones_that_answer(workbench, tmp_path):
    for rows in ("heart 1 0\nlung 0 1\n", "heart 0 1\nlung 1 0\n"):
        (tmp_path / "own.txt").write_text(rows)
        workbench.vectors.add(tmp_path / "own.txt", "own")
        list(workbench.vectors.fuse("f", ["vectors:own"]))
        for id in ("vectors:own", "vectors:f"):
            encoder = open_encoder(workbench.workspace, id)
            assert encoder.encode(["heart"]).tolist() == [[float(number) for number in rows[6:9].split()]]


def test_a_model_changed_in_its_folder_never_serves_old_rows(workbench, transformer, tmp_path):
    """In one process, as the window is: by itself, and as a part of a part."""
    import torch
    from transformers import BertModel

    folder, ids = tmp_path / "m", ("vectors:tiny", "vectors:f", "vectors:g")
    shutil.copytree(transformer, folder)
    workbench.vectors.add_model(str(folder), "tiny", precision="float32")
    list(workbench.vectors.fuse("f", ["vectors:tiny"]))
    list(workbench.vectors.fuse("g", ["vectors", "vectors:f"]))

    def asked():
        opened = [open_encoder(workbench.workspace, id) for id in ids]
        hashes = [encoder_sha256(workbench.workspace, id) for id in ids]
        return opened, hashes, [encoder.encode(["heart attack"]) for encoder in opened]

    before = asked()
    assert all(old is new for old, new in zip(before[0], asked()[0], strict=True))
    changed = BertModel.from_pretrained(folder)
    with torch.no_grad():
        changed.embeddings.word_embeddings.weight.mul_(-1)
    changed.save_pretrained(folder)
    after = asked()
    for old, new, was, row in zip(before[1], after[1], before[2], after[2], strict=True):
        assert old != new and np.abs(was - row).max() > 0.01
