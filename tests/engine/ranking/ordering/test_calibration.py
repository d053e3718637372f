"""A probability is calibrated by the kind of what speaks for the first candidate."""

import numpy as np
import pytest

from engine.ranking.ordering.calibration import (
    ALIKE,
    ALIKE_READ,
    ANOTHER_LENT,
    FEW_WORDS,
    FINDING_ELSEWHERE,
    LENT_NAME,
    NAME_ELSEWHERE,
    SAME_TEXT,
    SAME_WORDS,
    SAME_WORDS_READ,
    FirstCandidate,
    fit_calibration,
    kind_of,
)
from engine.ranking.ordering.evidence import ConceptEvidence, calibrated_as
from engine.ranking.ordering.likely import NamedRow
from engine.ranking.ordering.order import FEATURES, as_dict, of_dict, shipped
from engine.ranking.question import BRIDGE, OWN, PARENT, Variant
from engine.ranking.reading.readings import EXPANDED
from engine.text.dictionary.clinical_dictionary import DISEASES, HPO, ICD10CM
from engine.workbench import Workbench

NAME = NamedRow("I21", "Acute myocardial infarction", "heart attack", "", "exact")


def _firsts(kind: str, right: float, count: int) -> list[FirstCandidate]:
    """First candidates with a probability of 1/2, of which the share `right` is right."""
    return [FirstCandidate(0.5, kind, place < right * count) for place in range(count)]


def test_each_kind_gets_the_share_that_is_right_of_it() -> None:
    found = fit_calibration([*_firsts(SAME_WORDS, 0.9, 2_000), *_firsts(ALIKE, 0.5, 2_000)])
    assert found.of(0.5, SAME_WORDS) == pytest.approx(0.9, abs=0.02)
    assert found.of(0.5, ALIKE) == pytest.approx(0.5, abs=0.02)


def test_a_kind_with_few_answers_stays_with_the_others() -> None:
    many = _firsts(ALIKE, 0.6, 2_000)
    few = fit_calibration([*many, *_firsts(LENT_NAME, 1.0, 4)])
    assert 0.6 < few.of(0.5, LENT_NAME) < 0.8
    assert few.of(0.5, SAME_TEXT) == pytest.approx(few.of(0.5, SAME_WORDS), abs=1e-4)  # that nothing is known of


def test_odds_that_are_too_far_apart_are_drawn_together() -> None:
    rng = np.random.default_rng(0)
    odds = rng.normal(0, 2, 4_000)
    right = rng.random(4_000) < 1 / (1 + np.exp(-0.5 * odds))
    stated = 1 / (1 + np.exp(-odds))
    found = fit_calibration(
        [FirstCandidate(float(one), ALIKE, bool(good)) for one, good in zip(stated, right, strict=True)]
    )
    assert found.lines[ALIKE].slope == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(
    ("own", "lent", "variant", "kind"),
    [
        (1.0, 0.0, Variant("stroke", OWN), SAME_WORDS),
        (1.0, 1.0, Variant("myocardial infarction", OWN, EXPANDED), SAME_WORDS_READ),
        (0.5, 1.0, Variant("myocardial infarction", OWN, EXPANDED), LENT_NAME),
        (0.5, 0.0, Variant("heart", PARENT), ALIKE),
        (0.0, 0.5, Variant("infarct", BRIDGE), ALIKE),
        (0.0, 0.0, Variant("myocardial infarction", OWN, EXPANDED), ALIKE_READ),
    ],
)
def test_what_speaks_for_a_candidate_has_a_kind(own: float, lent: float, variant: Variant, kind: str) -> None:
    assert kind_of({OWN: own, BRIDGE: lent, PARENT: 0.0}, variant) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Essential (primary) hypertension", SAME_TEXT),
        ("malaria", f"{SAME_WORDS}{NAME_ELSEWHERE}"),  # Mondo has it, and HPO not
        ("heart attack", FINDING_ELSEWHERE),  # HPO has it
        ("T2DM", SAME_WORDS_READ),
        ("kidney infection", f"{SAME_WORDS_READ}{NAME_ELSEWHERE}{ANOTHER_LENT}"),
        ("hereditary disorder of the spleen", ALIKE),
        ("painful swallowing at night", ALIKE_READ),
        ("wee goes cola coloured after football", FEW_WORDS),
    ],
)
def test_a_ranking_says_what_its_probability_rests_on(sample: Workbench, text: str, kind: str) -> None:
    first = sample.rankings.rank(text, "icd10cm", "current", 3).candidates[0]
    assert first.evidence == kind and first.probability is not None


def test_a_list_of_ones_own_makes_no_name_one_elsewhere() -> None:
    plain, tied, said, own = (
        ConceptEvidence(NAME, 0, 0.9, np.zeros(len(FEATURES)), SAME_WORDS, named_in=frozenset(one))
        for one in ((), (DISEASES,), (HPO, DISEASES), (ICD10CM, ""))
    )
    assert calibrated_as([plain, tied, said, own]) == [
        SAME_WORDS,
        f"{SAME_WORDS}{NAME_ELSEWHERE}",
        FINDING_ELSEWHERE,
        SAME_WORDS,
    ]


def test_an_order_of_before_says_of_what_shares_few_words_what_it_said_of_all_that_is_alike() -> None:
    written = as_dict(shipped())
    lines = dict(written["calibration"])  # type: ignore[call-overload]
    del lines[FEW_WORDS]
    read = of_dict({**written, "calibration": lines}).calibration
    assert read.of(0.6, FEW_WORDS) == read.of(0.6, ALIKE) > shipped().calibration.of(0.6, FEW_WORDS)
