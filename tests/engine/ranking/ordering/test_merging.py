"""Which candidates go first where several terminologies answer."""

from __future__ import annotations

from dataclasses import replace

from engine.ranking.ordering.calibration import ALIKE, SAME_WORDS
from engine.ranking.ordering.each_finding import ONE_OF_SEVERAL
from engine.ranking.ordering.merging import merged, with_side_first
from engine.ranking.ordering.order import shipped
from engine.text.differences import SIDE
from store.records.terminology import Candidate


def found(terminology: str, id: str, probability: float, evidence: str = SAME_WORDS) -> Candidate:
    return Candidate(0, probability, id, id, id, "name", terminology, probability=probability, evidence=evidence)


def test_the_likely_answer_of_a_terminology_is_not_hidden_by_the_further_ones_of_another() -> None:
    """“Ringing in left ear”: ten left ears of ICD-10-CM stood before HPO's Tinnitus, which leaves the side open."""
    ears = [found("icd10cm", "H93.12", 0.9), *(found("icd10cm", f"H93.A{one}", 0.004) for one in range(12))]
    guess = found("mondo", "MONDO:1", 1e-5, ALIKE)
    ranked = merged(shipped(), [], [*ears, guess, found("hpo", "HP:0000360", 0.9)], "concept")
    assert [one.concept_id for one in ranked[:3]] == ["H93.12", "HP:0000360", "H93.A0"]
    assert ranked[-1].concept_id == "MONDO:1", "a guess stays where it is"


def test_each_of_several_findings_is_an_answer() -> None:
    """Though none of them is likelier than the other."""
    several = [found("icd10cm", id, 0.45, ONE_OF_SEVERAL) for id in ("R12", "R11.0")]
    ranked = merged(shipped(), [], [several[0], found("mondo", "MONDO:1", 0.01, ALIKE), several[1]], "concept")
    assert [one.concept_id for one in ranked] == ["R12", "R11.0", "MONDO:1"]


def test_an_answer_with_the_side_asked_for_goes_before_those_of_terminologies_that_have_none() -> None:
    """“Fractured left hip”: HPO's Femoral neck fracture, of either side, stood before ICD-10-CM's of the left one."""
    hip, left = replace(found("hpo", "HP:6000655", 0.99), differs=(SIDE,)), found("icd10cm", "S72.002", 0.95)
    rest = [replace(found("icd10cm", "S72.001", 0.01), differs=(SIDE,)), found("mondo", "MONDO:1", 0.3)]
    ranked = with_side_first([hip, left, *rest])
    assert [(one.rank, one.concept_id) for one in ranked] == [
        (1, "S72.002"),
        (2, "HP:6000655"),
        (3, "S72.001"),
        (4, "MONDO:1"),
    ]
    guess = replace(left, probability=0.3)
    assert [one.concept_id for one in with_side_first([hip, guess])] == ["HP:6000655", "S72.002"], "it is no answer"
    typed = replace(hip, exact=True)
    assert with_side_first([typed, left])[0].concept_id == "HP:6000655", "what is typed itself goes first"
