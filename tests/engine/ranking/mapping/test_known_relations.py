"""Broader and narrower targets by the hierarchies of both sides, where names say neither."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.models.open import open_encoder
from engine.ranking.mapping.known_relations import beside_the_exact, known_relation
from engine.ranking.mapping.records import Suggestion
from engine.ranking.mapping.relations import predicate_of
from engine.ranking.mapping.side import MappedSide, read_side
from engine.terminology.lookup import find
from engine.workbench import Workbench
from store.records.mapping import BROAD, CLOSE, EXACT, NARROW, RELATED
from tests.tables import with_table

EYES = """id,name,synonyms,parents
E,Retinal dystrophy,inherited disorder of the retina,
E1,Bothnia disease,,E
E2,Stargardt disease,,E
E21,Early fundus flavimaculatus,,E2
"""
CODES = """id,name,synonyms,parents
C,Eye diseases,,
C1,Inherited retina disorder,,C
C2,Fundus flavimaculatus early,,C1
C3,Bothnia disease,,C1
C31,Slow Bothnia blindness,,C3
"""


@pytest.fixture
def sides(workbench: Workbench, tmp_path: Path) -> tuple[MappedSide, MappedSide]:
    for name, rows in (("eyes", EYES), ("codes", CODES)):
        with_table(workbench, tmp_path, name, rows)
    ranker, encoder = workbench.rankings.ranker, open_encoder(workbench.workspace, "vectors")
    with workbench.workspace.reading() as db:
        first, second = (
            read_side(db, ranker.shelves, find(workbench.workspace, name), encoder) for name in ("eyes", "codes")
        )
    return first, second


@pytest.mark.parametrize(
    ("code", "other", "relation"),
    [
        ("E1", "C1", BROAD),  # it is called as E is, above E1
        ("E", "C1", ""),  # as it itself
        ("E", "C2", NARROW),  # as E21 is, two levels below
        ("E1", "C2", ""),  # as what stands in another branch
        ("E1", "C", ""),  # as nothing here
    ],
)
def test_a_target_called_as_an_ancestor_is_broader(
    sides: tuple[MappedSide, MappedSide], code: str, other: str, relation: str
) -> None:
    """“Bothnia retinal dystrophy” was merely related to, or exactly, the hereditary retinal dystrophies."""
    assert known_relation(code, other, *sides) == relation


def test_what_is_known_counts_where_names_say_nothing() -> None:
    asked = ("Bothnia disease", "Inherited retina disorder", "Inherited retina disorder", False)
    assert predicate_of(*asked, 0.1) == RELATED and predicate_of(*asked, 0.6) == EXACT
    assert predicate_of(*asked, 0.1, known=BROAD) == BROAD == predicate_of(*asked, 0.6, known=BROAD)
    assert predicate_of("Gout of the toe", "Gout", "Gout", False, 0.9, known=NARROW) == BROAD  # names go before


def test_what_stands_around_the_exact_target_is_broader_or_narrower(sides: tuple[MappedSide, MappedSide]) -> None:
    exact = Suggestion("E1", "Bothnia disease", "C3", "Bothnia disease", "Bothnia disease", EXACT, 0.9, True)
    near = [replace(exact, target=code, predicate=vague) for code, vague in (("C1", RELATED), ("C31", CLOSE))]
    beside = [replace(exact, target="C2", predicate=RELATED), replace(exact, target="C", predicate=NARROW)]
    found = beside_the_exact([exact, *near, *beside], sides[1].parents)
    assert [one.predicate for one in found] == [EXACT, BROAD, NARROW, RELATED, NARROW]
    unsure = replace(exact, predicate=CLOSE)
    assert beside_the_exact([unsure, *near], sides[1].parents) == [unsure, *near]
