"""The sample terminologies, whole: the counts that their packages hold, and their traps."""

from collections import Counter

import pytest

from engine.formats.icd10cm import icd10cm
from engine.formats.parsed import ParsedTerminology
from engine.formats.releases import hpo


@pytest.fixture(scope="module")
def icd() -> ParsedTerminology:
    """ICD-10-CM as its package has it, read once for all tests."""
    return icd10cm.read()


@pytest.mark.slow
def test_icd10cm_is_a_forest_of_98505_concepts_under_22_chapters(icd: ParsedTerminology) -> None:
    ids = [concept.id for concept in icd.concepts]
    assert len(ids) == len(set(ids)) == 98_505
    assert sum(not concept.parents for concept in icd.concepts) == 22
    seen: set[str] = set()
    for concept in icd.concepts:  # parents come first, so no concept is above itself
        assert set(concept.parents) <= seen
        seen.add(concept.id)
    # The package counts 12,589 inclusion terms when each is asked for by code; 15 of those are of the 39 codes that
    # a block shares with its category, and would be counted twice.
    assert icd.names == 98_505 + 12_574


@pytest.mark.slow
def test_a_block_of_one_category_has_an_id_of_its_own(icd: ParsedTerminology) -> None:
    concepts = {concept.id: concept for concept in icd.concepts}
    assert concepts["B20"].parents == ("B20-B20",)
    assert concepts["B20-B20"].parents == ("1",)
    assert (
        sum(
            concept.id.split("-")[0] == concept.id.split("-")[-1] and "-" in concept.id for concept in concepts.values()
        )
        == 39
    )


@pytest.mark.slow
def test_inclusion_terms_of_residual_codes_are_narrower(icd: ParsedTerminology) -> None:
    concepts = {concept.id: concept for concept in icd.concepts}
    assert {name.scope for name in concepts["A00.0"].names} == {"exact"}
    assert {name.scope for name in concepts["N90.89"].names[1:]} == {"narrow"}
    assert concepts["E11.9"].notes["Billable"] == ["yes"]
    assert "Excludes1" in concepts["E11.9"].notes


@pytest.mark.slow
def test_hpo_has_its_live_terms_scopes_and_replacements() -> None:
    parsed = hpo.read()
    live = [concept for concept in parsed.concepts if not concept.obsolete]
    scopes = Counter(name.scope for concept in live for name in concept.names if name.kind == "synonym")
    assert (len(live), sum(scopes.values())) == (19_034, 23_512)
    assert scopes["related"] + scopes["broad"] + scopes["narrow"] == 2_434
    assert next(c for c in parsed.concepts if c.id == "HP:0000057").replaced_by == "HP:0008665"
    assert parsed.problems == []
