"""A concept in another terminology: decided by people, else found by its names."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import NotFound
from engine.retrieval.searchable import make_searchable
from engine.terminology import importing
from engine.workbench import Workbench
from tests.mapped import BROAD, EXACT, started, with_others

SIGNS = """format-version: 1.2
ontology: signs

[Term]
id: S:1
name: Heart attack

[Term]
id: S:2
name: Disease of the airways
synonym: "Asthma" NARROW []

[Term]
id: S:3
name: Left lower lobe consolidation
synonym: "Pneumonia" BROAD []
"""
RELATED = [("H1", "S:1", "equivalent"), ("L1", "S:2", "wider"), ("L2", "S:3", "narrower")]


@pytest.fixture
def two(workbench: Workbench, tmp_path: Path) -> Workbench:
    file = tmp_path / "signs.obo"
    file.write_text(SIGNS, encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "signs"}, make_searchable):
        pass
    return workbench


@pytest.mark.parametrize(("code", "there", "equivalence"), RELATED)
def test_the_scope_of_the_name_found_says_how_the_two_relate(
    two: Workbench, code: str, there: str, equivalence: str
) -> None:
    first = two.translations.of_concept("organs", code, "signs", "vectors")[0]

    assert (first.concept_id, first.equivalence, first.who) == (there, equivalence, "")
    assert first.probability is not None and first.probability > 0.5


def test_a_name_that_a_person_added_counts(two: Workbench) -> None:
    before = two.translations.of_concept("organs", "L3", "signs", "vectors")
    two.synonyms.add("organs", "L3", "heart attack", "Ada")
    after = two.translations.of_concept("organs", "L3", "signs", "vectors")

    assert [one.concept_id for one in before][:1] != ["S:1"] and after[0].concept_id == "S:1"
    assert after[0].name == "heart attack"


def test_a_concept_or_terminology_that_is_not_there(two: Workbench) -> None:
    with pytest.raises(NotFound, match="Organs has no concept “X”"):
        two.translations.of_concept("organs", "X", "signs")
    with pytest.raises(NotFound, match="no terminology “none”"):
        two.translations.of_concept("organs", "H1", "none")


def test_what_people_mapped_comes_before_what_is_ranked(workbench: Workbench, tmp_path: Path) -> None:
    bench = with_others(workbench, tmp_path)
    number = started(bench)
    assert bench.translations.of_concept("organs", "H1", "others", "vectors")[0].who == ""
    bench.mapping_decisions.decide(number, ["H1"], "mapped", "ann", targets={"T1": BROAD, "T2": EXACT})
    bench.mapping_decisions.decide(number, ["L1"], "none", "ann")
    found = bench.translations.of_concept("organs", "H1", "others", "vectors")
    assert {(one.concept_id, one.equivalence, one.who) for one in found} == {
        ("T1", "wider", "ann"),
        ("T2", "equivalent", "ann"),
    }
    assert bench.translations.of_concept("organs", "L1", "others", "vectors") == []
    bench.history.undo("ann")
    assert bench.translations.of_concept("organs", "L1", "others", "vectors")[0].who == ""


def test_who_confirmed_a_mapping_is_not_its_author(workbench: Workbench, tmp_path: Path) -> None:
    bench = with_others(workbench, tmp_path)
    number = started(bench)

    def translated() -> tuple[str, str]:
        (found,) = bench.translations.of_concept("organs", "H1", "others", "vectors")
        return found.equivalence, found.who

    bench.mapping_decisions.decide(number, ["H1"], "mapped", "ann", targets={"T2": EXACT})
    bench.mapping_decisions.confirm(number, ["H1"], "ben")
    assert translated() == ("equivalent", "ann")
    bench.mapping_decisions.decide(number, ["H1"], "mapped", "cas", targets={"T2": BROAD})
    assert translated() == ("wider", "cas")  # who contradicts comes last


def test_of_people_who_contradict_each_other_the_last_one_counts(workbench: Workbench, tmp_path: Path) -> None:
    """A mapping won over a later “no match” of somebody else, and the targets of both were told."""
    bench = with_others(workbench, tmp_path)
    number = started(bench)

    def translated() -> list[tuple[str, str]]:
        found = bench.translations.of_concept("organs", "H1", "others", "vectors")
        return [(one.concept_id, one.who) for one in found]

    bench.mapping_decisions.decide(number, ["H1"], "mapped", "ann", targets={"T2": EXACT})
    bench.mapping_decisions.decide(number, ["H1"], "mapped", "ben", targets={"T3": EXACT})
    assert translated() == [("T3", "ben")]
    bench.mapping_decisions.decide(number, ["H1"], "none", "cas")
    assert translated() == []
    bench.mapping_decisions.decide(number, ["H1"], "mapped", "ben", targets={"T2": EXACT, "T1": BROAD})
    assert sorted(translated()) == [("T1", "ben"), ("T2", "ann")]  # who said it first
