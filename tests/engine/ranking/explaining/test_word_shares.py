"""What words carry of a cosine: shares that add up, held against leaving words out."""

from itertools import permutations

import numpy as np
import pytest
import torch

from engine.models.encoders.residual_dan import ResidualDAN
from engine.ranking.explaining.word_shares import ALL_SUBSETS, word_likeness
from engine.text import tokenise
from engine.vectors import SHIPPED, load_vectors
from engine.vectors.averaging import WordAverage
from tests.encoders import opened

PAIRS = [
    ("heart attack", "acute myocardial infarction, unspecified"),
    ("type 2 diabetes", "type-2 diabetes mellitus (disorder)"),
    ("xyzzyq pain", "abdominal pain"),
    ("asthma", "asthma"),
]


@pytest.fixture(scope="module")
def means() -> WordAverage:
    found = load_vectors(SHIPPED)
    assert isinstance(found, WordAverage)
    return found


@pytest.fixture(scope="module")
def trained(means: WordAverage):
    """A residual DAN untrained, with fixed weights, over the shipped vectors: no mean of anything any more."""
    torch.manual_seed(3)
    network = ResidualDAN(64).network(means.dim)
    state = {name: weights.numpy() for name, weights in network.state_dict().items()}
    recipe = {"encoder": {"name": "residual-dan", "hidden": 64}}
    return opened(recipe, {**state, "dim": np.array(means.dim)}, means.encode)


@pytest.mark.parametrize(("query", "name"), PAIRS)
def test_shares_add_up_to_the_cosine(query: str, name: str, means: WordAverage, trained) -> None:
    for encoder, exact in ((means, True), (trained, False)):
        found = word_likeness(encoder, query, name)
        one, other = encoder.encode([query, name]).astype(np.float64)
        assert found.exact is exact
        assert found.cosine == pytest.approx(one @ other, abs=1e-6)
        for words in (found.query_words, found.name_words):
            assert sum(word.share for word in words) == pytest.approx(found.cosine, abs=1e-6)


@pytest.mark.parametrize(("query", "name"), PAIRS[:3])
def test_the_shares_of_a_mean_are_what_leaving_words_out_gives(query: str, name: str, means: WordAverage) -> None:
    found = word_likeness(means, query, name)
    words = query.split()
    whole = _sum(means, query)
    for place, word in enumerate(found.query_words):
        rest = " ".join(words[:place] + words[place + 1 :])
        without = float(means.encode([rest])[0].astype(np.float64) @ means.encode([name])[0])
        assert word.without == pytest.approx(without, abs=1e-6)
        shrunk = np.linalg.norm(_sum(means, rest)) / np.linalg.norm(whole)
        assert word.share == pytest.approx(found.cosine - without * shrunk, abs=1e-6)


def _sum(means: WordAverage, text: str) -> np.ndarray:
    return means.rows(tokenise(text))[0].astype(np.float64).sum(axis=0)


def test_the_shares_of_a_trained_encoder_are_the_mean_effect_over_all_orders(trained) -> None:
    query, name = "severe chronic renal failure", "chronic kidney disease"
    found = word_likeness(trained, query, name)
    words, other = query.split(), trained.encode([name])[0].astype(np.float64)

    def value(places: tuple[int, ...]) -> float:
        text = " ".join(words[place] for place in sorted(places))
        return float(trained.encode([text])[0].astype(np.float64) @ other) if text else 0.0

    for place, word in enumerate(found.query_words):
        effects = []
        for order in permutations(range(len(words))):
            at = order.index(place)
            effects.append(value(order[: at + 1]) - value(order[:at]))
        assert word.share == pytest.approx(np.mean(effects), abs=1e-6)


def test_the_sampled_shares_of_a_long_text_add_up_too(trained) -> None:
    query = "fracture of the upper end of the left tibia with delayed healing"
    assert len(query.split()) > ALL_SUBSETS
    found = word_likeness(trained, query, "tibia fracture")
    assert sum(word.share for word in found.query_words) == pytest.approx(found.cosine, abs=1e-6)
    assert found == word_likeness(trained, query, "tibia fracture")


def test_a_word_that_the_encoder_has_not_learnt_speaks_by_its_letters(means: WordAverage) -> None:
    unknown, known = word_likeness(means, "xyzzyq pain", "pain").query_words
    assert (unknown.by_letters, known.by_letters) == (True, False)


def test_signs_around_a_word_are_not_shown(means: WordAverage) -> None:
    words = word_likeness(means, "pain", "neoplasm (benign), kidney").name_words
    assert [word.word for word in words] == ["neoplasm", "benign", "kidney"]
