"""Enriched vectors: a file of words over others, misspelt words, and the command that learns them."""

import numpy as np
import pytest

from engine.errors import BadInput, Damaged
from engine.models.open import open_encoder
from engine.vectors import SHIPPED, format_of, load_vectors
from engine.vectors.enriched_file import SHARE, EnrichedFile
from engine.vectors.enriching import write_table
from engine.vectors.slips import one_slip_away

BRANDS = """id,name,synonyms,parents
B1,atorvastatin,zzlipitrex|zzlipitrex tablet,
B2,furosemide,zzlasixol|zzlasixol injection,
B3,warfarin,zzcoumadol,
"""


@pytest.fixture
def ask(command, tmp_path):
    (tmp_path / "brands.csv").write_text(BRANDS, encoding="utf-8")
    command("import", str(tmp_path / "brands.csv"), "--name", "brands")
    return command


def cosine(vectors, first, second):
    rows = vectors.encode([first, second])
    return float(rows[0] @ rows[1])


def table(path, tokens, moved, into=None, most=100):
    base = load_vectors(SHIPPED)
    rows = base.rows(tokens)[0]
    into = np.eye(300, dtype=np.float32) if into is None else into
    about = {"base": "vectors", "base_sha256": base.sha256}
    made = write_table(path, tokens, rows @ into + moved, rows, into, np.ones(len(tokens)), most, about)
    return made, load_vectors(path)


def test_a_table_gives_its_words_back_and_leaves_others(tmp_path):
    tokens, rng = ["heart", "zzlipitrex", "kidney"], np.random.default_rng(0)
    moved = rng.standard_normal((3, 300)).astype(np.float32)
    moved[2] = 0
    made, found = table(tmp_path / "words.safetensors", tokens, moved, most=2)
    base = load_vectors(SHIPPED)
    assert isinstance(found, EnrichedFile) and format_of(tmp_path / "words.safetensors") == "enriched"
    assert made["words"] == 2 and made["share"] > 0.97 and found.dim == 300
    wanted, rows = base.rows(tokens)[0] + moved, found.rows(tokens)[0]
    likeness = (wanted * rows).sum(1) / np.linalg.norm(wanted, axis=1) / np.linalg.norm(rows, axis=1)
    assert likeness.min() > 0.98
    assert np.allclose(found.encode(["kidney failure"]), base.encode(["kidney failure"]), atol=1e-3)
    assert "zzlipitrex" in found.words and len(found.words) == len(base.words) + 1
    assert not found.encode(["!!"]).any() and found.encode([]).shape == (0, 300)


def test_a_base_that_changed_is_refused(tmp_path):
    table(tmp_path / "words.safetensors", ["heart"], np.ones((1, 300), np.float32))
    from engine.vectors.parts import ENRICHED
    from engine.vectors.recipe_file import read, written

    about, arrays = read(tmp_path / "words.safetensors", ENRICHED)
    about.pop("format")
    written(tmp_path / "other.safetensors", ENRICHED, {**about, "base_sha256": "0" * 64}, arrays)
    with pytest.raises(Damaged, match="learnt over another “vectors”"):
        load_vectors(tmp_path / "other.safetensors")
    written(tmp_path / "short.safetensors", ENRICHED, about, {**arrays, "scale": arrays["scale"][:0]})
    with pytest.raises(Damaged, match="contradicts itself"):
        load_vectors(tmp_path / "short.safetensors")
    written(tmp_path / "self.safetensors", ENRICHED, {**about, "base": "vectors:self"}, arrays)
    with pytest.raises(BadInput, match="hold themselves"):
        load_vectors(tmp_path / "self.safetensors")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ceftiaxone", "ceftriaxone"),
        ("arthriits", "arthritis"),
        ("hemetemesis", "hematemesis"),
        ("pneumoniaa", "pneumonia"),
    ],
)
def test_one_slip_of_each_kind_is_found(typed, meant):
    assert one_slip_away(typed, {meant, "other", typed}) == {meant}


def test_short_words_and_other_signs_have_no_slips():
    assert one_slip_away("gut", {"gout", "gun"}) == set()
    assert one_slip_away("b12345", {"b1234"}) == set()


def test_a_misspelt_word_lies_near_the_word_that_was_meant(tmp_path):
    _, found = table(tmp_path / "words.safetensors", ["ceftriaxone"], np.zeros((1, 300), np.float32))
    base = load_vectors(SHIPPED)
    typed = "zeftriaxone"
    assert typed not in base.words
    assert cosine(found, typed, "ceftriaxone") > cosine(base, typed, "ceftriaxone")
    raw = (1 - SHARE) * base.rows([typed])[0] + SHARE * base.rows(["ceftriaxone"])[0]
    assert np.allclose(found.rows([typed])[0], raw, atol=2e-2)


def test_words_learn_what_they_stand_beside(ask, workbench):
    made = ask(
        "vectors", "enrich", "--name", "drugs", "--terminology", "brands", "--terminology", "organs", "--dim", "64",
        "--batch", "10",
    )  # fmt: skip
    assert made["encoder"] == "vectors:drugs" and made["words"] > 5 and made["names"] > 6
    base, found = load_vectors(SHIPPED), open_encoder(workbench.workspace, "vectors:drugs")
    assert found.dim == 64
    assert cosine(found, "zzlipitrex", "atorvastatin") > 0.8 > cosine(base, "zzlipitrex", "atorvastatin")
    assert cosine(found, "zzlipitrex", "atorvastatin") > cosine(found, "zzlipitrex", "furosemide") + 0.3
    listed = {line["encoder"]: line for line in ask("vectors", "list")["vectors"]}
    assert listed["vectors:drugs"]["kind"] == "enriched"
    assert workbench.rankings.rank("zzlipitrex", "brands", "vectors:drugs").candidates[0].concept_id == "B1"


@pytest.mark.slow
def test_a_teacher_stands_beside_and_the_same_gives_the_same_file(ask, workbench):
    ask("vectors", "lexical", "--name", "spelt", "--fitted-on", "organs", "--dim", "8")
    line = ["--terminology", "brands", "--terminology", "organs", "--teacher", "vectors:spelt"]
    for name in ("one", "two"):
        ask("vectors", "enrich", "--name", name, *line, "--teacher-numbers", "4", "--dim", "32", "--epochs", "1")
    folder = workbench.workspace.folder / "vectors"
    assert (folder / "one.safetensors").read_bytes() == (folder / "two.safetensors").read_bytes()
    about = load_vectors(folder / "one.safetensors").about
    assert list(about["teachers"]) == ["vectors:spelt"]
    assert [one["title"] for one in about["learnt_from"]] == ["brands", "Organs"]


def test_what_cannot_be_learnt_is_said_in_one_line(ask):
    for words, says in [
        (("--terminology", "nowhere"), "no terminology “nowhere”"),
        (("--terminology", "brands", "--dim", "63"), "must be even"),
        (("--terminology", "brands", "--fitted-on", "organs"), "“organs” is to be fitted on"),
        (("--terminology", "brands", "--dim", "600"), "no 600 directions"),
    ]:
        assert says in ask("vectors", "enrich", "--name", "x", *words, code=2)
