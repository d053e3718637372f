"""Keys from strict to loose, and what a name may not lose."""

import pytest

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.exact_match import EXACT, REWORDED, ExactMatcher, keys, spaced
from engine.text.word_variants import americanised
from tests.engine.normalisation.small import dictionary


def found(text: str, **switches: bool) -> tuple[set[str], str]:
    pool = SearchPool(dictionary(), [("chronic gout", "C4")])
    asked = {"unify": True, "order": True, "wording": True} | switches
    places, sieve = ExactMatcher(pool, "OD", keys(**asked), lambda text: spaced(americanised(text))).places(text)
    return {named.concept for place in places for named in pool.naming(place, "OD")}, sieve


@pytest.mark.parametrize(
    ("text", "concepts", "sieve"),
    [
        ("Breast  Cancer", {"C1"}, EXACT),
        ("breast-cancer", {"C1"}, EXACT),
        ("cancer, breast", {"C1"}, EXACT),
        ("cancer of the breast", {"C1"}, EXACT),
        ("breast tumour", {"C1"}, REWORDED),
        ("renal disorder", {"C4"}, REWORDED),
        ("severe breast carcinoma", {"C1"}, REWORDED),
        ("acute gout", {"C3"}, REWORDED),  # not “chronic gout”: what a name says, it means
        ("lung cancer", set(), ""),
        ("hepatopathy", set(), ""),
    ],
)
def test_the_strictest_key_answers(text: str, concepts: set[str], sieve: str) -> None:
    assert found(text) == (concepts, sieve)


def test_each_switch_has_its_key() -> None:
    assert found("cancer of the breast", order=False, wording=False) == (set(), "")
    assert found("breast tumour", wording=False) == (set(), "")
