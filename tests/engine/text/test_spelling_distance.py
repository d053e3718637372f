from __future__ import annotations

from functools import lru_cache

import numpy as np

from engine.text.spelling_distance import (
    LONG,
    LONG_SLIPS,
    SLIPS,
    american,
    distance,
    is_word_of_its_own,
    lacks_two_letters,
    shortened,
)


def test_spellings():
    words = "anaemia oedema oesophagus tumours behaviour generalised paralysed fibre centres sulphate labelled goitre"
    plain = "anemia edema esophagus tumors behavior generalized paralyzed fiber centers sulfate labeled goiter"
    assert [american(word) for word in words.split()] == plain.split()
    same = "aerobic four sour raise pain disease paralysis"
    assert [american(word) for word in same.split()][:3] == same.split()[:3]
    with_s = "malaise rise rising exercise precise noise bruise otherwise"
    assert [american(word) for word in with_s.split()] == with_s.split()


def naive(one: str, other: str) -> int:
    """The definition, by recursion."""
    slips = LONG_SLIPS if len(other) >= LONG else SLIPS

    @lru_cache(None)
    def of(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        change = 0 if one[i - 1] == other[j - 1] else 1 if one[i - 1] + other[j - 1] in slips else 2
        ways = [of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + change]
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            ways.append(of(i - 2, j - 2) + 1)
        return min(ways)

    return of(len(one), len(other))


def test_distance_against_the_definition():
    rng = np.random.default_rng(5)
    for _ in range(400):
        one, other = ("".join(rng.choice(list("aeckdt"), rng.integers(0, 9))) for _ in range(2))
        for most in (1, 2, 9):
            assert distance(one, other, most) == min(naive(one, other), most + 1)


def test_shortened():
    assert sorted(shortened("abc", 1)) == ["ab", "abc", "ac", "bc"]
    assert set(shortened("abc", 2)) == {"abc", "ab", "ac", "bc", "a", "b", "c"}


def test_two_words_and_no_slip():
    assert lacks_two_letters("myeloencephalopathy", "myoencephalopathy")
    assert not lacks_two_letters("dystrophy", "dystrohpy")
    assert is_word_of_its_own("nephrotoxic", "neurotoxic")
    assert is_word_of_its_own("hepatitis", "hepatosis")
    assert is_word_of_its_own("atypical", "typical")
    assert not is_word_of_its_own("carcnoma", "carcinoma")
