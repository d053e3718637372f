"""Fused vectors worked by hand: weights, unknown names, centring, removed directions; and what cannot be fused."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.decomposition import PCA

from engine.errors import BadInput, Damaged, NotFound
from engine.models.encoder_recipe import EncoderRecipe
from engine.models.open import learnt_words
from engine.models.trained_encoder import TrainedEncoder
from engine.vectors import format_of, load_vectors
from engine.vectors.fused_file import fuse
from engine.vectors.parts import FUSED
from engine.vectors.recipe_file import written

WORDS = [f"w{i}" for i in range(40)]


@pytest.fixture
def folder(tmp_path):
    """A folder with “one” (heart, lung, skin), “two” (heart, lung, bone) and “many” (forty words)."""
    (tmp_path / "one.txt").write_text("heart 3 0\nlung 0 2\nskin 3 4\n")
    (tmp_path / "two.txt").write_text("heart 0 0 1\nlung 0 1 1\nbone 1 0 0\n")
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(40, 6)) * [5, 3, 1, 1, 1, 1] + 2
    (tmp_path / "many.txt").write_text(
        "".join(f"{w} {' '.join(map(str, r))}\n" for w, r in zip(WORDS, rows, strict=True))
    )
    return tmp_path


def fused(folder, *given, **more):
    out = folder / ("f.safetensors" if more.get("centre") or more.get("components") else "f.json")
    list(fuse(out, *given, **more))
    return load_vectors(out)


def test_parts_are_weighed_and_a_part_that_does_not_know_is_zero(folder):
    vectors = fused(folder, ["vectors:one", "vectors:two"], [1, 2])
    rows = vectors.encode(["heart", "lung", "skin", "bone", "other", "--"])
    half = np.sqrt(0.5)
    expected = np.array([[1, 0, 0, 0, 2], [0, 1, 0, 2 * half, 2 * half]]) / np.sqrt(5)
    np.testing.assert_allclose(rows[:2], expected, atol=1e-6)
    np.testing.assert_allclose(rows[2:], [[0.6, 0.8, 0, 0, 0], [0, 0, 1, 0, 0], [0] * 5, [0] * 5], atol=1e-6)
    parts = [load_vectors(folder / f"{name}.txt").encode(["heart", "lung"]) for name in ("one", "two")]
    cosines = [part[0] @ part[1] for part in parts]
    assert rows[0] @ rows[1] == pytest.approx((1 * cosines[0] + 4 * cosines[1]) / 5)


def test_the_vocabulary_is_of_all_parts_and_of_what_is_below_a_training(folder):
    lexical = SimpleNamespace(dim=2, sha256="", encode=None)  # no list of words: it reads every one
    below = fused(folder, ["vectors:one", "vectors:two"])
    assert learnt_words(below) == {"heart", "lung", "skin", "bone"}
    recipe, state = EncoderRecipe.from_dict({"encoder": "identity"}), {"dim": np.array(below.dim)}
    assert learnt_words(TrainedEncoder(recipe, state, TrainedEncoder(recipe, state, below))) == learnt_words(below)
    assert learnt_words(SimpleNamespace(parts=[below, lexical])) == learnt_words(below)
    assert learnt_words(lexical) is None and learnt_words(SimpleNamespace(parts=[lexical])) is None


@pytest.mark.parametrize("components", [0, 1, 3])
def test_centring_and_removal_agree_with_another_library(folder, components):
    vectors = fused(folder, ["vectors:many"], centre=True, components=components, texts=WORDS)
    plain = load_vectors(folder / "many.txt").encode(WORDS).astype(np.float64)
    expected = plain - plain.mean(axis=0)
    if components:
        found = PCA(components, svd_solver="full").fit(plain).components_
        expected -= expected @ found.T @ found
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(vectors.encode(WORDS), expected, atol=1e-5)
    assert not vectors.encode(["other"]).any()


def test_removal_without_centring_takes_the_strongest_direction(folder):
    vectors = fused(folder, ["vectors:many"], components=1, texts=WORDS)
    plain = load_vectors(folder / "many.txt").encode(WORDS)
    direction = np.linalg.svd(plain)[2][0]
    np.testing.assert_allclose(vectors.encode(WORDS) @ direction, 0, atol=1e-5)


def test_an_unknown_part_is_not_centred(folder):
    vectors = fused(folder, ["vectors:one", "vectors:two"], centre=True, texts=["heart", "lung", "skin"])
    assert not vectors.encode(["skin"])[0, 2:].any() and not vectors.encode(["bone"])[0, :2].any()
    # fitted on heart and lung alone, which both parts know
    np.testing.assert_allclose(vectors.encode(["heart"]), -vectors.encode(["lung"]), atol=1e-6)


def test_the_hash_follows_the_parts_and_the_settings(folder):
    seen = [fused(folder, ["vectors:one", "vectors:two"], weights).sha256 for weights in ([1, 1], [1, 2], [1, 1])]
    assert seen[0] == seen[2] != seen[1]
    (folder / "two.txt").write_text("heart 0 0 1\nlung 0 1 1\nbone 1 0 1\n")
    assert load_vectors(folder / "f.json").sha256 != seen[2]


def test_what_was_fitted_on_another_part_is_refused(folder):
    fused(folder, ["vectors:one", "vectors:two"], centre=True, texts=["heart", "lung"])
    (folder / "two.txt").write_text("heart 0 0 1\nlung 0 1 1\n")
    with pytest.raises(Damaged, match="were fitted on another “vectors:two”"):
        load_vectors(folder / "f.safetensors")


def test_fused_vectors_can_be_parts_but_never_of_themselves(folder):
    list(fuse(folder / "a.json", ["vectors:one"]))
    list(fuse(folder / "b.json", ["vectors:a", "vectors:two"]))
    assert load_vectors(folder / "b.json").encode(["heart"]) == pytest.approx(np.array([[1, 0, 0, 0, 1]]) / np.sqrt(2))
    with pytest.raises(BadInput, match="cannot be a part of themselves"):
        list(fuse(folder / "a.json", ["vectors:a"]))
    with pytest.raises(BadInput, match="hold themselves through their part “vectors:a”"):
        list(fuse(folder / "a.json", ["vectors:b", "vectors:one"]))
    written(folder / "a.json", FUSED, {"parts": ["vectors:b"]})
    with pytest.raises(BadInput, match="hold themselves"):
        load_vectors(folder / "b.json")
    written(folder / "a.json", FUSED, {"parts": ["vectors:a"]})
    with pytest.raises(BadInput, match="hold themselves"):
        load_vectors(folder / "a.json")


def test_what_cannot_be_fused_is_named(folder):
    out = folder / "f.json"
    for given, says in [
        ((["vectors:none"],), "no vectors “vectors:none”"),
        ((["icd10cm"],), "“icd10cm” cannot be a part"),
        ((["vectors:../one"],), "cannot be a part"),
        (([],), "need parts"),
        ((["vectors:one", "vectors:one"],), "stands twice"),
        ((["vectors:one"], [1, 2]), "one weight above 0"),
        ((["vectors:one"], [float("nan")]), "one weight above 0"),
        ((["vectors:one"], None, True), "need names"),
        ((["vectors:one"], None, True, 2, WORDS), "2 components cannot be"),
        ((["vectors:one", "vectors:two"], None, True, 0, WORDS), "Only 0 of the 40 names"),
    ]:
        with pytest.raises((BadInput, NotFound), match=says):
            list(fuse(out, *given))
    assert not out.exists()
    out.write_text('{"format": "nomenclator-vectors-fused-1", "parts": [')
    assert format_of(out) == "fused"
    with pytest.raises(Damaged, match="cut short or damaged"):
        load_vectors(out)
