"""Words in context: passages of running text, rows of words from a transformer's rows of them, and their command."""

from pathlib import Path

import numpy as np
import pytest

from engine.models.open import open_encoder
from engine.vectors import load_vectors
from engine.vectors.passages import MOST_WORDS, passages
from engine.vectors.word2vec_file import write_word2vec

TEXT = """The heart pumps blood through the lung. A heart attack gives pain in the chest!
Fever and cough are signs of a lung infection, seldom of a heart that fails. Too short.
The liver of a man makes bile; Kidneys make urine in the night and the day.
Fever gives pain in the heart of the night. The lung and the kidney stand beside the liver."""


def test_sentences_are_passages_and_long_ones_are_cut_evenly(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT + "\n" + " ".join(["word"] * (2 * MOST_WORDS + 1)), encoding="utf-8")
    found = list(passages(tmp_path / "text.txt"))
    assert found[:2] == ["The heart pumps blood through the lung.", "A heart attack gives pain in the chest!"]
    assert "Too short." not in found and "Kidneys make urine in the night and the day." in found
    assert [len(one.split()) for one in found[-3:]] == [22, 22, 21]


def test_word2vecs_file_gives_its_words_back(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).standard_normal((3, 5)).astype(np.float32)
    size = write_word2vec(tmp_path / "words.bin", ["heart", "größe", "b12"], rows)
    found = load_vectors(tmp_path / "words.bin")
    assert size == (tmp_path / "words.bin").stat().st_size and list(found.words) == ["heart", "größe", "b12"]
    np.testing.assert_array_equal(found.rows(["b12", "heart", "no"])[0], [rows[2], rows[0], np.zeros(5)])


@pytest.fixture
def ask(command, tmp_path, transformer):
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    parts = "P1,heart,lung|liver,\nP2,fever,pain,\nP3,kidney of the night,bile|spleen,\n"
    (tmp_path / "parts.csv").write_text("id,name,synonyms,parents\n" + parts, encoding="utf-8")
    command("import", str(tmp_path / "parts.csv"), "--name", "parts")
    command("vectors", "add", "--model", str(transformer), "--name", "tiny", "--precision", "float32")
    return command


def test_a_words_row_is_the_mean_of_its_passages_less_what_all_share(ask, workbench, tmp_path: Path) -> None:
    line = ("vectors", "context", str(tmp_path / "text.txt"), "--terminology", "parts", "--transformer", "vectors:tiny")
    made = ask(*line, "--name", "around", "--dim", "4", "--removed", "2")
    read = list(passages(tmp_path / "text.txt"))
    assert made["encoder"] == "vectors:around" and made["passages"] == len(read) == 7
    rows = open_encoder(workbench.workspace, "vectors:tiny").read(read)
    centred = rows - rows.mean(axis=0)
    away = np.linalg.svd(centred)[2][:2]
    plain = centred - centred @ away.T @ away
    # the name's words that the text holds; “of” is too short and “spleen” not there
    held = {
        word: [place for place, one in enumerate(read) if f" {word} " in f" {one.lower().strip('.!')} "]
        for word in ("the", "heart", "lung", "night", "liver", "fever", "pain", "bile", "kidney")
    }
    held["bile"] = [place for place, one in enumerate(read) if "bile" in one]
    held["lung"] = [place for place, one in enumerate(read) if "lung" in one]
    means = np.stack([plain[places].mean(axis=0) for places in held.values()])
    wanted = means @ np.linalg.svd(means)[2][:4].T
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    found = load_vectors(Path(open_encoder(workbench.workspace, "vectors:around").path))
    assert set(found.words) == set(held) and made["words"] == len(held)
    assert found.words[0] == "the" and len(held[found.words[1]]) >= len(held[found.words[-1]])
    got, known = found.rows(list(held))
    assert known.all()
    np.testing.assert_allclose(got @ got.T, wanted @ wanted.T, atol=1e-4)


def test_a_part_of_the_text_is_drawn_and_the_same_each_time(ask, workbench, tmp_path: Path) -> None:
    line = ("vectors", "context", str(tmp_path / "text.txt"), "--terminology", "parts", "--transformer", "vectors:tiny")
    for name, seed in (("one", "3"), ("two", "3")):
        made = ask(*line, "--name", name, "--seed", seed, "--most-passages", "5", "--dim", "3", "--removed", "1")
        assert made["passages"] == 5
    folder = workbench.workspace.folder / "vectors"
    assert (folder / "one.bin").read_bytes() == (folder / "two.bin").read_bytes()


def test_words_in_context_teach_words(ask, workbench, tmp_path: Path) -> None:
    text = str(tmp_path / "text.txt")
    line = ("--terminology", "parts")
    ask("vectors", "context", text, *line, "--transformer", "vectors:tiny", "--name", "around", "--dim", "4")
    teachers = ("--teacher", "vectors:around", "--teacher", "vectors:tiny", "--teacher-numbers", "3")
    made = ask("vectors", "enrich", *line, *teachers, "--name", "taught", "--dim", "4", "--epochs", "1")
    about = load_vectors(workbench.workspace.folder / "vectors" / "taught.safetensors").about
    assert made["words"] > 0 and list(about["teachers"]) == ["vectors:around", "vectors:tiny"]
    assert open_encoder(workbench.workspace, "vectors:taught").encode(["heart"]).any()


def test_what_cannot_be_read_is_said_in_one_line(ask, workbench, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("No sentence here.\n", encoding="utf-8")
    text, tiny = str(tmp_path / "text.txt"), ("--transformer", "vectors:tiny")
    for words, says in [
        ((text, "--transformer", "vectors"), "“vectors” is no transformer"),
        ((str(tmp_path / "empty.txt"), *tiny, "--dim", "4"), "no passage of five words"),
        ((str(tmp_path / "none.txt"), *tiny, "--dim", "4"), "no corpus file at"),
        ((text, *tiny, "--dim", "15"), "have no 15 directions but those removed"),
        ((text, *tiny, "--dim", "13"), "too few for rows of 13 numbers"),
    ]:
        assert says in ask("vectors", "context", *words, "--name", "x", "--terminology", "parts", code=2)
    assert not (workbench.workspace.folder / "vectors" / "x.bin").exists()
