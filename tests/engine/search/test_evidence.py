"""What speaks for a candidate, by hand and against the columns' own scores."""

from __future__ import annotations

import numpy as np
import pytest

from engine.search.evidence import FEATURES, Evidence
from engine.search.pool import Pool
from engine.search.spaces import DenseSpace, HybridSpace, LexicalSpace, Space
from engine.vectors.lexical import CharacterTfidf
from tests.engine.search.small import dictionary, letters

DATA = [("mammary tumour 2", "C1"), ("mammary tumour 2", "C1"), ("gouty foot", "C3")]
TEXT = "breast tumor"


def made(kind: str) -> tuple[Pool, Space, Evidence]:
    pool = Pool(dictionary(), DATA)
    dense, lexical = DenseSpace(letters), LexicalSpace(CharacterTfidf(pool.texts))
    space: Space = {"dense": dense, "lexical": lexical, "hybrid": HybridSpace(dense, lexical, 0.5)}[kind]
    return pool, space, Evidence(pool, space.columns(pool.texts), "OD")


def feature(rows: np.ndarray, name: str) -> list[float]:
    return rows[:, FEATURES.index(name)].tolist()


@pytest.mark.parametrize("kind", ["dense", "lexical", "hybrid"])
def test_likeness_is_the_best_of_the_names(kind: str) -> None:
    pool, space, evidence = made(kind)
    rows = evidence.of(TEXT, space.queries([TEXT]), ["C1", "C2", "C3"], ["C2"])
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
    _, space, evidence = made("dense")
    rows = evidence.of(TEXT, space.queries([TEXT]), ["C1", "C4"], ["C1"])
    assert feature(rows, "words shared") == [1.0, 0.0]  # a tumour is a cancer here
    assert feature(rows, "words akin") == [1.0, 0.0] and feature(rows, "words of the name, akin") == [1.0, 0.0]
    assert feature(rows, "other number") == [0.0, 0.0]
    assert feature(rows, "said") == pytest.approx([np.log(3), 0])
    assert feature(rows, "ever said") == [1, 0] and feature(rows, "reworded") == [1, 0]
    assert feature(rows, "names") == pytest.approx([np.log(3), np.log(2)])
    numbered = evidence.of("gout 3", space.queries(["gout 3"]), ["C1", "C3"], [])
    assert feature(numbered, "other number") == [1.0, 1.0]


def test_no_concept_has_no_mean() -> None:
    columns = LexicalSpace(CharacterTfidf(["gout"])).columns(["gout"])
    assert len(columns.means([])) == 0 and columns.means([]).scores(columns.rows).shape == (1, 0)
