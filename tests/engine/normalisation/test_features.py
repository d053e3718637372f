"""What speaks for a candidate, by hand and against the columns' own scores."""

from __future__ import annotations

import numpy as np
import pytest

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.features import FEATURES, Features, TextCandidates
from engine.normalisation.similarity import DenseSpace, HybridSpace, LexicalSpace, Space
from engine.vectors.lexical import CharacterTfidf
from tests.engine.normalisation.small import dictionary, letters

DATA = [("mammary tumour 2", "C1"), ("mammary tumour 2", "C1"), ("gouty foot", "C3")]
TEXT = "breast tumor"


def made(kind: str) -> tuple[SearchPool, Features]:
    pool = SearchPool(dictionary(), DATA)
    dense, lexical = DenseSpace(letters), LexicalSpace(CharacterTfidf(pool.texts))
    space: Space = {"dense": dense, "lexical": lexical, "hybrid": HybridSpace(dense, lexical, 0.5)}[kind]
    return pool, Features(pool, space, space.columns(pool.texts), "OD")


def of(evidence: Features, text: str, concepts: list[str], **more: list[str]) -> np.ndarray:
    scores = [0.9 - 0.1 * place for place in range(len(concepts))]
    (rows,) = evidence.of([TextCandidates(text, concepts, scores, **more)])
    return rows


def feature(rows: np.ndarray, name: str) -> list[float]:
    return rows[:, FEATURES.index(name)].tolist()


@pytest.mark.parametrize("kind", ["dense", "lexical", "hybrid"])
def test_likeness_is_the_best_of_the_names(kind: str) -> None:
    pool, evidence = made(kind)
    rows = of(evidence, TEXT, ["C1", "C2", "C3"])
    assert rows.shape == (3, len(FEATURES))
    for part, on in (("cosine", DenseSpace(letters)), ("letters", LexicalSpace(CharacterTfidf(pool.texts)))):
        if kind not in ("hybrid", "dense" if part == "cosine" else "lexical"):
            assert not rows[:, FEATURES.index(f"{part}, likest")].any()
            continue
        scores = on.columns(pool.texts).scores(on.queries([TEXT]))[0]
        by_text = dict(zip(pool.texts, scores, strict=True))
        first = {"dictionary": ["breast cancer", "mammary carcinoma"], "data": ["mammary tumour 2"]}
        for origin, names in first.items():
            best = max(by_text[name] for name in names)
            assert feature(rows, f"{part}, {origin}")[0] == pytest.approx(best, abs=1e-6)
        own = [by_text[name] for name in ("ovarian cancer", "cancer of the ovary")]
        assert feature(rows, f"{part}, data")[1] == pytest.approx(max(own), abs=1e-6)  # the data never says it
    if kind != "lexical":
        mean = letters(["gout", "gouty foot"]).mean(axis=0)
        cosine = float(letters([TEXT])[0] @ mean / np.linalg.norm(mean))
        assert feature(rows, "cosine, concept")[2] == pytest.approx(cosine, abs=1e-6)


def test_words_numbers_and_counts() -> None:
    _, evidence = made("dense")
    rows = of(evidence, TEXT, ["C1", "C4"], reworded=["C1"], beside=["C4"])
    assert feature(rows, "words shared") == [1.0, 0.0]  # a tumour is a cancer here
    assert feature(rows, "other number") == [0.0, 0.0]
    assert feature(rows, "said") == pytest.approx([np.log(3), 0])
    assert feature(rows, "ever said") == [1, 0]
    assert feature(rows, "reworded") == [1, 0] and feature(rows, "named beside") == [0, 1]
    assert feature(rows, "names") == pytest.approx([np.log(3), np.log(2)])
    assert feature(rows, "score") == pytest.approx([0.9, 0.8]) and feature(rows, "place") == [1, 0.5]
    numbered = of(evidence, "gout 3", ["C1", "C3"])
    assert feature(numbered, "other number") == [1.0, 1.0]


def test_words_weigh_as_they_are_rare() -> None:
    """C1 and C2 say neoplasm, C1 alone says breast: of four concepts."""
    _, evidence = made("lexical")
    rows = of(evidence, TEXT, ["C2", "C1"])
    breast, neoplasm, ovary = np.log(5 / 2), np.log(5 / 3), np.log(5 / 2)
    assert feature(rows, "rare words of the text") == pytest.approx([neoplasm / (breast + neoplasm), 1])
    assert feature(rows, "rare words of the name") == pytest.approx([neoplasm / (ovary + neoplasm), 1])
    assert feature(rows, "rare words of the text, all names") == feature(rows, "rare words of the text")
    assert feature(rows, "rare words of the text, preferred") == feature(rows, "rare words of the text")


def test_words_are_near_each_other() -> None:
    """Of “gouter”, which no name says, the nearest word of C3 is “gout”; without an encoder nothing is near."""
    _, evidence = made("dense")
    rows = of(evidence, "painful gouter", ["C3", "C4"])
    near = letters(["painful", "gouter"]) @ letters(["gout", "gouty", "foot"]).T
    assert feature(rows, "alike, all names")[0] == pytest.approx(near.max(axis=1).mean(), abs=1e-6)
    assert feature(rows, "least alike, all names")[0] == pytest.approx(near.max(axis=1).min(), abs=1e-6)
    of_gout = (near[:, 0].mean(), near[:, 0].max())
    best = max([of_gout, (near[:, 1:].max(axis=1).mean(), near[:, 1:].max(axis=0).mean())], key=sum)
    assert feature(rows, "alike, text")[0] == pytest.approx(best[0], abs=1e-6)
    assert feature(rows, "alike, both")[0] == pytest.approx(sum(best) / 2, abs=1e-6)
    assert not of(made("lexical")[1], "painful gouter", ["C3"])[:, FEATURES.index("alike, both")].any()


def test_a_text_without_a_word_is_compared_too() -> None:
    _, evidence = made("hybrid")
    rows = of(evidence, "%", ["C1", "C3"])
    assert np.isfinite(rows).all() and feature(rows, "alike, both") == [0, 0]


def test_no_concept_has_no_mean() -> None:
    columns = LexicalSpace(CharacterTfidf(["gout"])).columns(["gout"])
    assert len(columns.means([])) == 0 and columns.means([]).scores(columns.rows).shape == (1, 0)
