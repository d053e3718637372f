"""Which names of a terminology are asked and which are right, and samples of levels as memberships."""

import numpy as np
import pytest

from engine.evaluation.held_out import among_held_out, held_out_names, trained_names
from engine.evaluation.level_samples import level_samples
from engine.learning.selection.sample import Sample
from engine.retrieval.row_texts import rows_of_texts
from engine.terminology import importing, lookup
from engine.workbench import Workbench
from engine.workspace import Workspace
from tests.salted import keep_back

TABLE = """id,name,synonyms,parents
A,Heart attack,infarct|HEART  attack|cardiac infarct,
B,Infarct,,
C,Asthma,wheeze,
D,Gout,podagra,
"""


@pytest.fixture
def organs(tmp_path):
    bench = Workbench(tmp_path / "workspace")
    (tmp_path / "t.csv").write_text(TABLE, encoding="utf-8")
    for _ in importing.import_file(bench.workspace, {"path": str(tmp_path / "t.csv"), "name": "t", "title": "T"}):
        pass
    keep_back(bench.workspace, {"A", "C"}, {"B", "D"})
    return bench.workspace, lookup.find(bench.workspace, "t")


def test_every_new_workspace_keeps_the_same_tenth_back(tmp_path):
    codes = [f"HP:{number:07}" for number in range(2_000)]
    found = [list(filter(Workspace(tmp_path / name).held_out, codes)) for name in ("one", "two")]
    assert found[0] == found[1]
    assert 150 < len(found[0]) < 250


def asked(found):
    """{(query, the other right names)}"""
    right = (found.query_members @ found.members.T).toarray().astype(bool)
    return {
        (text, *(found.texts[i] for i in np.flatnonzero(line) if i != own))
        for text, own, line in zip(found.queries, found.own, right, strict=True)
    }


def test_synonyms_of_held_out_concepts_over_every_text_once(organs):
    found = held_out_names(*organs)
    assert found.texts == ["Heart attack", "infarct", "cardiac infarct", "Asthma", "wheeze", "Gout", "podagra"]
    assert asked(found) == {
        ("infarct", "Heart attack", "cardiac infarct"),
        ("cardiac infarct", "Heart attack", "infarct"),
        ("wheeze", "Asthma"),
        ("Heart attack", "infarct", "cardiac infarct"),  # it is listed as a synonym too, in other spaces and case
    }
    rows = rows_of_texts(*organs)
    assert [rows[text] for text in found.texts] == found.rows.tolist()
    assert found.of == 4


def test_at_most_so_many_drawn_with_the_seed(organs):
    drawn = [held_out_names(*organs, most=2, seed=seed) for seed in (0, 0, *range(1, 9))]
    assert all(len(found.own) == 2 and found.of == 4 for found in drawn)
    assert asked(drawn[0]) == asked(drawn[1])
    assert len({frozenset(asked(found)) for found in drawn}) > 1


def test_held_out_names_among_themselves(organs):
    found = among_held_out(*organs)
    assert found.texts == ["Heart attack", "infarct", "cardiac infarct", "Asthma", "wheeze"]
    assert len(asked(found)) == 5
    one = among_held_out(*organs, most=1)
    assert set(one.texts) in ({"Asthma", "wheeze"}, {"Heart attack", "infarct", "cardiac infarct"})


def test_training_names_are_those_of_no_held_out_concept(organs):
    texts, concepts = trained_names(*organs)
    assert texts == ["Infarct", "Gout", "podagra"]
    assert concepts[1] == concepts[2] != concepts[0]


def test_samples_of_two_levels():
    train = {1: [("a", "X"), ("b", "X"), ("B ", "Y")], 2: [("a", "x1"), ("b", "x2"), ("b", "y1")]}
    samples = {
        1: Sample(train[1], [], ["X", "Y"], test=[("t", "X"), ("t", "Y")], hypernyms=[("ex", "X"), ("why", "Y")]),
        2: Sample(train[2], [], ["x1", "x2", "y1"], test=[("t", "x1")], hypernyms=[("one", "x1"), ("one", "y1")]),
    }
    found = level_samples(samples)
    assert (found.queries, found.pool) == (["t"], ["a", "b"])
    assert [members.toarray().tolist() for members in found.members[1]] == [[[1, 1]], [[1, 0], [1, 1]]]
    assert [members.toarray().tolist() for members in found.members[2]] == [[[1, 0, 0]], [[1, 0, 0], [0, 1, 1]]]
    assert found.hypernyms[2][0] == ["one"] and found.hypernyms[2][1].toarray().tolist() == [[1, 0, 1]]
