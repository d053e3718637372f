"""What a family has is found under the heading that the classification has for it; what is denied is searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.models.open import open_encoder
from engine.ranking.headings.histories import FamilyHeading, family_histories, heading_for
from engine.ranking.request import RankingRequest
from engine.workbench import Workbench
from store import terminologies
from tests.tables import with_table

CODES = """id,name
J18,Pneumonia
J45,Asthma
J45.9,Asthma unspecified
R05,Cough
Z82,Family history of diseases of any organ
Z82.5,Family history of asthma and other chronic lower respiratory diseases
Z82.5,Conditions classifiable to J40-J47
Z83.6,Family history of other diseases of the respiratory system
Z83.6,"Conditions classifiable to J00-J39, J60-J99"
Z84.3,Family history of consanguinity
Z87.0,Personal history of diseases of the respiratory system
Z87.0,Conditions classifiable to J00-J99
"""
UNDER_ASTHMA = "Family history of asthma and other chronic lower respiratory diseases"


@pytest.fixture
def coded(workbench: Workbench, tmp_path: Path) -> Workbench:
    return with_table(workbench, tmp_path, "codes", CODES)


def test_headings_say_whose_codes_they_stand_for(coded: Workbench) -> None:
    with coded.workspace.reading() as db:
        histories, none = family_histories(db, "codes"), family_histories(db, "organs")
    assert histories[0] == FamilyHeading(UNDER_ASTHMA, (("J40", "J47"),))
    assert histories[1].spans == (("J00", "J39"), ("J60", "J99"))
    assert (len(histories), none) == (2, [])
    assert (heading_for("J45.9", histories), heading_for("R05", histories)) == (UNDER_ASTHMA, "")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("family history of pneumonia", "Z83.6"),  # the heading of consanguinity came first
        ("her mother had pneumonia", "Z83.6"),
        ("pneumonia in the family", "Z83.6"),
        ("no family history of pneumonia", "Z83.6"),
        ("family history of consanguinity", "Z84.3"),
        ("asthma", "J45"),
    ],
)
def test_the_heading_of_what_a_family_has_comes_first(coded: Workbench, text: str, code: str) -> None:
    assert coded.rankings.rank(text, "codes", "vectors").candidates[0].concept_id == code


def test_it_says_by_way_of_what(coded: Workbench) -> None:
    first = coded.rankings.rank("family history of pneumonia", "codes", "vectors").candidates[0]
    assert first.via == "Codes: Pneumonia"


def test_families_within_families_end(coded: Workbench) -> None:
    """Each was ranked within the one before, two hundred deep, until Python had enough."""
    assert coded.rankings.rank("mother had " * 150 + "pneumonia", "codes", "vectors").candidates


def test_what_is_denied_is_searched_and_marked(coded: Workbench) -> None:
    denied, plain = (coded.rankings.rank(text, "codes", "vectors") for text in ("denies any cough", "cough"))
    assert denied.candidates[0].concept_id == plain.candidates[0].concept_id == "R05"
    assert ("negation" in denied.candidates[0].differs, plain.candidates[0].differs) == (True, ())
    assert denied.note.startswith("What is denied is searched: “cough”.")


def test_a_name_that_denies_is_searched_as_it_stands(coded: Workbench) -> None:
    coded.synonyms.add("organs", "L2", "no breath sounds", "ada")
    coded.synonyms.add("codes", "R05", "no cough at all", "ada")
    first = coded.rankings.rank("no cough at all", "codes", "vectors").candidates[0]
    assert (first.exact, first.differs) == (True, ())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("family history of pancreatitis", "Z83.79"),
        ("family history of fibromyalgia", "Z82.69"),
        ("family history of strabismus", "Z83.518"),
        ("mother had open angle glaucoma", "Z83.511"),
        ("family history of asthma", "Z82.5"),
    ],
)
def test_below_a_heading_that_of_the_condition_else_the_other_is_meant(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


def test_a_terminology_that_lends_nothing_tells_no_heading_either(coded: Workbench, tmp_path: Path) -> None:
    with_table(coded, tmp_path, "ward", "id,name,synonyms\nW1,nodulitis,pneumonia\n")
    with coded.workspace.reading() as db:
        codes = [one for one in terminologies.all_terminologies(db) if one.slug == "codes"]
    encoder = open_encoder(coded.workspace, "vectors")
    by_pneumonia = []
    for not_lending in ((), ("ward",)):
        request = RankingRequest(codes, encoder, not_lending=not_lending)
        found = coded.rankings.ranker.rank("family history of nodulitis", request)
        by_pneumonia.append([one.concept_id for one in found.candidates if "Pneumonia" in one.via][:1])
    assert by_pneumonia == [["Z83.6"], []]
