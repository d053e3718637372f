"""A candidate beside its children, parents and siblings."""

import numpy as np

from engine.ranking.ordering.relatives import RELATIVES, relatives


def _of(concepts: list[str], likeness: list[float]) -> dict[str, dict[str, float]]:
    parents = {"H35.52": ["H35.5"], "H35.53": ["H35.5"], "H35.5": ["H35"]}
    values = np.array(likeness)
    rows = relatives(concepts, parents, values, values, values[::-1].copy(), values / 2)
    return {
        concept: dict(zip(RELATIVES, row, strict=True)) for concept, row in zip(concepts, rows.tolist(), strict=True)
    }


def test_a_parent_sees_its_likest_child_and_a_child_its_parent_and_sibling() -> None:
    found = _of(["H35.52", "H35.53", "H35.5", "I10"], [2.0, 1.5, 1.0, 0.5])
    assert found["H35.5"]["likest child"] == 0.0 and found["H35.5"]["a child is a candidate"] == 1.0
    assert found["H35.52"]["likest parent"] == -1.0 and found["H35.52"]["likest sibling"] == -0.5
    assert found["H35.53"]["likest sibling"] == 0.0
    assert found["I10"]["likest sibling"] == -2.0 and not found["I10"]["a parent is a candidate"]


def test_who_leads_is_said_by_likeness_cosine_and_words() -> None:
    found = _of(["H35.52", "I10"], [2.0, 0.5])
    assert found["H35.52"]["the likest"] == found["H35.52"]["the highest cosine"] == 1.0
    assert found["I10"]["the most words"] == 1.0 and found["I10"]["less like than the likest"] == -1.5


def test_what_a_processor_rounds_decides_nothing() -> None:
    """A text read in two ways, each the name of a concept: which cosine of 1 is the higher hangs on the machine."""
    found = _of(["N05", "N08", "I10"], [1.00004, 0.99996, 0.9])
    for feature in ("the likest", "the highest cosine"):
        assert found["N05"][feature] == found["N08"][feature] == 1.0 and found["I10"][feature] == 0.0


def test_a_parent_knows_how_much_more_of_the_typed_words_a_child_has() -> None:
    found = _of(["H35.52", "H35.53", "H35.5", "I10"], [2.0, 1.5, 1.0, 0.5])
    assert found["H35.5"]["a child has more of the typed words"] == 0.5  # of the child that has the most
    assert found["H35.52"]["a child has more of the typed words"] == 0.0
    assert _of(["H35.5", "H35.52"], [2.0, 1.0])["H35.5"]["a child has more of the typed words"] == 0.0


def test_a_concept_that_stands_twice_counts_by_its_likest_name() -> None:
    rows = relatives(
        ["H35.52", "H35.52", "H35.53"], {"H35.52": ["H35.5"], "H35.53": ["H35.5"]}, *[np.array([0.0, 2, 1])] * 4
    )
    assert rows[2][RELATIVES.index("likest sibling")] == 0.0
