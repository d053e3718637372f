from __future__ import annotations

import pytest

from engine.text.dictionary.clinical_dictionary import ALONE, ClinicalDictionary, DictionaryEntry
from engine.text.dictionary.expansions import MOST_READINGS, expansions

READ = {  # a text, and its first other reading
    "heart, attack": "myocardial infarction",
    "STEMI": "ST elevation (STEMI) myocardial infarction of unspecified site",
    "left-sided weakness": "weakness",
    "bloody stools": "melena",
    "ovarian cysts": "unspecified ovarian cysts",
    "heart attack": "myocardial infarction",
    "T2DM with neuropathy": "type 2 diabetes mellitus with neuropathy",
    "CKD stage 3": "chronic kidney disease stage 3",
    "stage 2 pressure sore of sacrum": "stage 2 pressure ulcer of sacral region",
    "OA right hip": "osteoarthritis of right hip",
    "L shoulder pain": "left pain in shoulder",
    "asthma w exacerbation": "unspecified asthma with (acute) exacerbation",
    "both cataracts": "bilateral unspecified cataract",
    "hx MI": "old myocardial infarction",
    "cut on forehead": "laceration without foreign body of other part of head",
    "cancer spread to liver": "secondary malignant neoplasm of liver and intrahepatic bile duct",
    "fractured left hip": "fracture of unspecified part of neck of left femur",
    "broken ribs": "fracture of ribs",
    "short-sighted": "myopia",
    "c. diff": "enterocolitis due to Clostridium difficile, not specified as recurrent",
    "T.I.A.": "transient ischemic attack",
    "Crohns": "Crohn's disease, unspecified, without complications",
    "bed sores": "pressure ulcer of unspecified site, unspecified stage",
    "h/o dvt": "personal history of other venous thrombosis and embolism",
    "pe": "other pulmonary embolism without acute cor pulmonale",
    "h/o PE": "personal history of pulmonary embolism",
    "UTI infection": "urinary tract infection",
    "seizure": "unspecified convulsions",
}
LEFT_ALONE = (
    "all",
    "pain in all joints",
    "FRACTURE OF ALL RIBS",
    "5 ms later",
    "5 pe daily",
    "Lassa fever",
    "chronic obstructive pulmonary disease (COPD)",
    "type 2 diabetes mellitus",
    "",
    "x" * 5_000,
)


@pytest.mark.parametrize("text", READ)
def test_the_first_other_reading(text: str, dictionary: ClinicalDictionary) -> None:
    assert expansions(text, dictionary)[0] == READ[text]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_has_no_other_reading(text: str, dictionary: ClinicalDictionary) -> None:
    assert expansions(text, dictionary) == []


def test_capitals_decide_for_short_forms_that_are_words(dictionary: ClinicalDictionary) -> None:
    assert expansions("ALL in remission", dictionary) == ["acute lymphoblastic leukemia in remission"]
    assert expansions("all in remission", dictionary) == []


def test_what_stands_for_a_meaning_alone_stands_for_the_form_alone_and_not_within_a_name() -> None:
    entries = [
        DictionaryEntry("flu", ("influenza",)),
        DictionaryEntry("influenza", ("influenza, not identified",), ALONE),
    ]
    dictionary = ClinicalDictionary(entries)
    assert expansions("flu", dictionary) == ["influenza", "influenza, not identified"]
    assert expansions("bird flu", dictionary) == ["bird influenza"]


def test_a_meaning_that_stands_in_the_form_itself_counts() -> None:
    dictionary = ClinicalDictionary(
        [DictionaryEntry("numbness in feet", ("numbness", "hypoesthesia")), DictionaryEntry("numb", ("odd",))]
    )
    assert expansions("numbness in feet", dictionary) == ["numbness", "hypoesthesia"]
    assert not expansions("numbness in feet, hypoesthesia", dictionary)


def test_each_meaning_is_a_reading_and_what_stands_for_a_meaning_too(dictionary: ClinicalDictionary) -> None:
    assert {"atrial septal defect", "autistic disorder"} <= set(expansions("ASD", dictionary))
    assert expansions("TIA", dictionary)[:2] == ["transient ischemic attack", "transient cerebral ischemic attack"]
    many = ClinicalDictionary(
        [DictionaryEntry("A1", ("one", "two", "three")), DictionaryEntry("B1", ("four", "five", "six"))]
    )
    assert len(expansions("A1 B1", many)) == MOST_READINGS


def test_beside_another_form_lay_words_may_stay_as_they_are(dictionary: ClinicalDictionary) -> None:
    ulcer = "non-pressure chronic ulcer of other part of unspecified foot with unspecified severity"
    both = [f"type 2 diabetes mellitus with {one}" for one in (ulcer, "foot ulcer")]
    assert expansions("T2DM with foot ulcer", dictionary) == both
    assert "UTI" not in " ".join(expansions("T2DM with UTI", dictionary))  # a short form is no words
    assert len(expansions("foot ulcer", dictionary)) == 1


def test_the_longest_form_counts() -> None:
    dictionary = ClinicalDictionary(
        [DictionaryEntry("heart", ("cardiac",)), DictionaryEntry("heart attack", ("infarction",))]
    )
    assert expansions("old heart attack", dictionary) == ["old infarction"]
    assert expansions("weak heart", dictionary) == ["weak cardiac"]


def test_two_words_of_a_form_are_it_the_other_way_round_too() -> None:
    dictionary = ClinicalDictionary(
        [DictionaryEntry("leg swelling", ("edema",)), DictionaryEntry("GI bleed", ("hemorrhage",))]
    )
    for text in ("swelling legs", "swelling of the legs", "swelling in my leg", "swelling of left leg"):
        assert "edema" in expansions(text, dictionary)[0], text
    assert expansions("swelling behind legs", dictionary) == []
    assert expansions("bleed GI", dictionary) == []  # short forms stand as they are


def test_beside_a_side_a_form_stands_alone_and_what_has_no_side_gets_none() -> None:
    entries = [
        DictionaryEntry("mastectomy", ("absence of breast",), ALONE),
        DictionaryEntry("DFU", ("diabetes with foot ulcer",)),
    ]
    dictionary = ClinicalDictionary(entries)
    assert expansions("mastectomy left", dictionary) == ["absence of breast left"]
    assert expansions("mastectomy scar", dictionary) == []
    assert expansions("right DFU", dictionary) == expansions("DFU lt", dictionary) == ["diabetes with foot ulcer"]


def test_the_letter_of_a_side_counts_beside_a_short_form_in_capitals(dictionary: ClinicalDictionary) -> None:
    assert expansions("R TKA", dictionary)[0] == "right total knee arthroplasty"
    assert expansions("FRACTURE OF ALL RIBS", dictionary) == []


def test_a_history_of_the_family_is_not_one_of_ones_own() -> None:
    dictionary = ClinicalDictionary([DictionaryEntry("history of gout", ("past gout",))])
    assert expansions("old history of gout", dictionary) == ["old past gout"]
    assert expansions("family history of gout", dictionary) == []
