"""Each task on a handful of names worked by hand, and the registry of tasks."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from engine.errors import BadInput
from engine.evaluation.outcome import TASKS, Outcome
from engine.evaluation.tasks import (
    candidate_retrieval,
    compared,
    concept_mapping,
    hypernym_detection,
    mean_coverage,
    ranking_per_level,
    synonym_retrieval,
)
from engine.evaluation.trained_model import few_shot_mean_average_precision
from engine.learning.samplers import Names, TrainingData
from engine.metrics.similarities import MaskedSimilarity, UnitRows

# Names on a line by their angle, so that who is nearest to whom is plain; classes a a b b c.
ANGLES = np.radians([0, 10, 14, 40, 90])
ROWS = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1).astype(np.float32)
CLASSES = np.array([0, 0, 1, 1, 2])
EVERY = MaskedSimilarity(UnitRows(ROWS, ROWS), np.arange(5))
# Rankings: 0: 1 2 3 4 · 1: 2 0 3 4 · 2: 1 0 3 4 · 3: 2 1 0 4 · 4: 3 2 1 0. The right ones stand at 1, 2, 3, 1, none.


def test_synonym_retrieval():
    found = synonym_retrieval(EVERY, CLASSES, CLASSES)
    assert found.numbers["map"][:4].tolist() == pytest.approx([1, 1 / 2, 1 / 3, 1])
    assert found.to_dict() == pytest.approx(
        {"map": (1 + 1 / 2 + 1 / 3 + 1) / 4, "queries": 4, "without_relevant": 1, "without_vector": 0}
    )


def test_concept_mapping_by_names():
    by_names = concept_mapping(EVERY, CLASSES, CLASSES)
    assert by_names.numbers["accuracy"][:4].tolist() == [1, 0, 0, 1]
    assert by_names.numbers["mrr"][:4].tolist() == pytest.approx([1, 1 / 2, 1 / 3, 1])
    assert np.isnan(by_names.numbers["mrr"][4]) and np.isnan(by_names.numbers["accuracy"][4])


def test_coverage_at_k():
    found = mean_coverage(EVERY, CLASSES, CLASSES, ks=(1, 2, 3))
    assert found.values() == pytest.approx({"coverage@1": 2 / 4, "coverage@2": 3 / 4, "coverage@3": 1})
    # With a third name of class 1, name 2's two synonyms stand at 3 and 4.
    three = mean_coverage(EVERY, CLASSES, np.array([0, 0, 1, 1, 1]), ks=(3, 4))
    assert [three.numbers[metric][2] for metric in ("coverage@3", "coverage@4")] == [0.5, 1]


def test_retrieval_over_candidates_counts_what_they_miss():
    similarity = MaskedSimilarity(UnitRows(ROWS[:3], ROWS), [0, 1, 2])
    classes = np.array([0, 0, 0, 1, 0])
    places = [np.array([1, 3]), np.array([3]), np.array([], np.int64)]
    found = candidate_retrieval(similarity, places, classes[:3], classes, own=np.arange(3))
    # Each has three synonyms beside itself; the first finds one at rank 1, the others none.
    assert found.numbers["map"].tolist() == pytest.approx([1 / 3, 0, 0])
    assert found.numbers["accuracy"].tolist() == [1, 0, 0]
    assert found.numbers["reached"].tolist() == pytest.approx([1 / 3, 0, 0])


def test_levels_share_a_ranking_but_not_their_classes():
    upper = csr_matrix(np.array([[1], [1], [1], [1], [1]]))
    lower = csr_matrix(np.array([[1, 0], [1, 1], [0, 1], [0, 1], [0, 0]]))
    found = ranking_per_level(EVERY, {1: (upper, upper), 2: (lower, lower)})
    assert found.numbers["map level 1"].tolist() == [1] * 5
    # Level 2: query 0 finds 1 at 1; query 1 finds 2, 0, 3 first; 2 finds 1 and 3 at 1 and 3; 3 finds 2 and 1.
    assert found.numbers["map level 2"][:4].tolist() == pytest.approx([1, 1, (1 + 2 / 3) / 2, 1])
    assert np.isnan(found.numbers["map level 2"][4])


def test_hypernyms_of_any_of_a_mentions_classes():
    mentions, above = ROWS[[0, 3]], ROWS[[4, 2, 1]]
    members = csr_matrix(np.array([[1, 0], [0, 1], [0, 1]]))
    found = hypernym_detection({1: (UnitRows(mentions, above), csr_matrix(np.array([[1, 0], [1, 1]])), members)})
    # The first mention's only hypernym is the farthest of three; the second's classes hold every name.
    assert found.numbers["mrr level 1"].tolist() == pytest.approx([1 / 3, 1])


def test_the_few_shot_mean_average_precision():
    names = [Names(ROWS[places], CLASSES[places], list("abcde")[: len(places)]) for places in ([0, 2, 4], [1, 3])]
    # 1 ranks 2, 0, 4 and wants 0; 3 ranks 2, 0, 4 and wants 2.
    assert few_shot_mean_average_precision(TrainingData(*names)) == (0.5 + 1) / 2


def test_a_silent_query_scores_nothing_on_any_task():
    rows = UnitRows(np.zeros((1, 2)), ROWS)
    assert synonym_retrieval(rows, [0], CLASSES).to_dict()["map"] == 0
    assert concept_mapping(rows, [0], CLASSES).values() == {"accuracy": 0, "mrr": 0}
    assert set(mean_coverage(rows, [0], CLASSES).values().values()) == {0}
    assert candidate_retrieval(rows, [np.arange(5)], [0], CLASSES).to_dict()["map"] == 0
    assert synonym_retrieval(rows, [0], CLASSES).silent == 1


def test_two_outcomes_compared_and_what_cannot_be():
    first = Outcome("retrieval", {"map": np.array([0.5, 1, np.nan, 0.5])})
    second = Outcome("retrieval", {"map": np.array([0.25, 0.5, np.nan, 0.5])})
    assert compared(first, second)["map"]["difference"] == pytest.approx(0.25)
    with pytest.raises(BadInput, match="same queries"):
        compared(first, Outcome("retrieval", {"map": np.zeros(3)}))
    assert Outcome("retrieval", {"map": np.zeros(0)}).to_dict()["map"] is None


@pytest.mark.parametrize("name", TASKS)
def test_every_task_says_what_its_numbers_are(name):
    task = TASKS[name]
    assert task.title and task.metrics and all(task.metrics.values())
