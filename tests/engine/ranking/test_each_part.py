"""A text that joins several findings has an answer for each, and keeps the one it had as a whole where that is sure."""

from __future__ import annotations

import pytest

from engine.ranking.found_parts import is_same
from engine.workbench import ONE_OF_SEVERAL, Workbench
from store.records.terminology import Candidate


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("cad s/p cabg, htn", {"I25.10", "Z95.1", "I10"}),
        ("penicillin allergy, rash", {"Z88.0", "R21"}),
        ("n/v/d", {"R11.2", "R19.7"}),
        ("prostate ca with bone mets", {"C61", "C79.51"}),
        ("parkinsons with dementia", {"G20.A1", "F02.80"}),  # as it is coded beside the disease that it comes from
        ("twins 32 weeks", {"O30.003", "Z3A.32"}),
        ("stroke with right hemiparesis", {"I63.9", "G81.91"}),
        ("copd chf afib", {"J44.9", "I50.9", "I48.91"}),  # nothing but spaces between them
        ("allergic to sulfa and pcn", {"Z88.2", "Z88.0"}),  # what is said of both
        ("hip replacement left, oa right hip", {"Z96.642", "M16.11"}),  # no concept is of both sides
        ("fever, no cough, headache", {"R50.9", "R51.9"}),
        ("nstemi s/p des to LAD; ex-smoker; ckd 3a", {"I21.4", "Z95.5", "Z87.891", "N18.31"}),  # no lad, nothing born
        ("RA on humira; latent TB", {"M06.9", "Z79.620", "Z22.7"}),  # a drug taken long
        ("htn, ckd 3, chf", {"I13.0", "N18.30", "I50.9"}),  # which the notes of I13.0 want beside it
        ("38+2, prev LSCS x1, GBS carrier", {"O34.219", "O99.820", "Z3A.38"}),  # all has other names in a pregnancy
        ("Pnuemonia, AKI", {"J18.9", "N17.9"}),  # misspelt and with a capital letter
        ("pyelo, hyperkalemia 6.8", {"N12", "E87.5"}),  # a value says nothing of the finding
        ("delirium 2/2 UTI, frail, gout", {"F05", "N39.0", "R54", "M10.9"}),
        ("flu A / myalgia / headache, no neck stiffness", {"J10.1", "M79.1", "R51.9"}),
        ("hearing loss both ears, noise induced", {"H91.93", "H83.3X3"}),  # the part alone has lost the side
    ],
)
def test_what_stands_for_each_part_goes_first(sample: Workbench, text: str, codes: set[str]) -> None:
    ranking = sample.rankings.rank(text, "icd10cm", top=6)
    first = ranking.candidates[: len(codes)]
    assert {one.concept_id for one in first} == codes
    assert all(one.evidence == ONE_OF_SEVERAL for one in first)
    assert "each by itself" in ranking.note or "Beside that" in ranking.note
    assert [one.rank for one in ranking.candidates] == list(range(1, len(ranking.candidates) + 1))


@pytest.mark.parametrize(
    ("text", "code", "not_beside"),
    [
        ("CHF exacerbation, r/o PE", "I50.9", "I26"),  # which is only suspected
        ("dm2 w/ neuropathy", "E11.40", "G62"),  # one concept says both
        ("hand foot and mouth", "B08.4", "T69"),  # which is one thing
        ("contact with covid case", "Z20.822", "U07"),
        ("old stroke with right hemiparesis", "I69.351", "Z86"),
        ("chest pain, PE excluded on CTPA", "R07.9", "I26"),
        ("HTN, started amlodipine", "I10", "T46"),
        ("fever blister lip", "B00.1", "R50"),  # no blister beside a fever: nothing parts them
        ("EtOH w/d, DTs", "F10.231", "F10.929"),  # “w/d” joins nothing
        ("Pneumonia caused by SARS-CoV-2", "J12.82", "U07"),  # no part ends in “caused by”
        ("AAA 4.2 cm, surveillance", "I71.40", "Z30"),
        ("Rupture of right Achilles tendon due to trauma", "S86.011", "T14"),
        ("torn Achilles tendon L, jumping", "S86.012", "W16"),
    ],
)
def test_what_is_no_finding_of_its_own_has_no_place(sample: Workbench, text: str, code: str, not_beside: str) -> None:
    ids = [one.concept_id for one in sample.rankings.rank(text, "icd10cm", top=6).candidates]
    assert ids[0] == code and not any(one.startswith(not_beside) for one in ids[1:3])


def test_ids_that_only_begin_like_codes_have_nothing_above_them() -> None:
    def of(id: str) -> Candidate:
        return Candidate(1, 1.0, id, id, id, "", "t")

    assert is_same(of("E11"), of("E11.9")) and not is_same(of("E11.9"), of("E11.8"))
    assert not is_same(of("D0092"), of("D009203"))  # of MeSH


def test_a_whole_that_is_sure_stays_first(sample: Workbench) -> None:
    ids = [one.concept_id for one in sample.rankings.rank("COPD w/ pneumonia", "icd10cm", top=4).candidates]
    assert ids[:2] == ["J44.0", "J18.9"]
    assert sample.rankings.rank("coughing up blood, smoker", "icd10cm", top=4).candidates[0].concept_id == "R04.2"


def test_a_candidate_of_a_part_is_explained(sample: Workbench) -> None:
    found = sample.explanations.explain("penicillin allergy, rash", "R21", "icd10cm")
    assert (found.rank, found.one_of_several) == (2, True)


def test_what_one_word_denies_is_searched_each(sample: Workbench) -> None:
    ranking = sample.rankings.rank("denies fever or cough", "icd10cm", top=4)
    assert {one.concept_id for one in ranking.candidates[:2]} == {"R50.9", "R05.9"}
    assert ranking.note.startswith("What is denied is searched")
    assert "fever and" not in sample.rankings.rank("fever and no cough", "icd10cm", top=2).note
