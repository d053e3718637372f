"""Which candidates go first where several terminologies answer."""

from __future__ import annotations

from engine.ranking.ordering.calibration import ALIKE, SAME_WORDS
from engine.ranking.ordering.each_finding import ONE_OF_SEVERAL
from engine.ranking.ordering.merging import merged
from engine.ranking.ordering.order import shipped
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
