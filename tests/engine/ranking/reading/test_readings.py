"""How a typed text is read: misspellings, words that are not finished, short forms that hold another."""

from __future__ import annotations

from collections.abc import Container

import pytest

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.readings import as_typed, readings
from engine.retrieval.word_index import WordIndex
from engine.text.dictionary.clinical_dictionary import ClinicalDictionary, DictionaryEntry

NAMES = ["Acute tonsillitis"] * 12 + ["Chronic tonsilitis", "Melanoma of canthus", "Canal stenosis", "Pneumonia, lobar"]
INDEX = WordIndex.of(NAMES, range(len(NAMES)))


NONE = ClinicalDictionary(())


def texts(text: str, index: WordIndex, dictionary: ClinicalDictionary, learnt: Container[str] = ()) -> list[str]:
    return [one.text for one in readings(text, KnownNames(dictionary, [index]), learnt)]


def read(text: str, dictionary: ClinicalDictionary) -> list[str]:
    return texts(text, INDEX, dictionary)


def test_a_misspelling_that_a_name_has_once_is_read_as_the_word_that_names_have_often(
    dictionary: ClinicalDictionary,
) -> None:
    plain = "acute tonsillitis, unspecified"  # what the word stands for where nothing else is typed
    assert read("tonsilitis", dictionary) == ["tonsilitis", "tonsillitis", plain]
    assert read("tonsillitis", dictionary) == ["tonsillitis", plain]


def test_only_the_last_word_may_be_unfinished(dictionary: ClinicalDictionary) -> None:
    assert "melanoma of canthus" in read("melanoma of canth", dictionary)
    assert read("canth melanoma", dictionary) == ["canth melanoma"]


def test_what_a_short_form_stands_for_may_hold_another(dictionary: ClinicalDictionary) -> None:
    assert "swelling of malignant neoplasm of pharynx, unspecified" in read("swelling of throat ca", dictionary)


def test_what_a_whole_text_stands_for_is_not_written_out_again(dictionary: ClinicalDictionary) -> None:
    assert "anorexia nervosa" not in read("poor appetite", dictionary)


@pytest.mark.parametrize("text", ["possible mastoiditis", "? mastoiditis", "R/O mastoiditis", "new onset mastoiditis"])
def test_how_sure_a_finding_is_is_no_part_of_it(text: str, dictionary: ClinicalDictionary) -> None:
    assert "mastoiditis" in read(text, dictionary)
    assert read("suspected", dictionary) == ["suspected"]


@pytest.mark.parametrize("text", ["can't pee", "cant pee", "can’t pee"])
def test_an_apostrophe_may_be_left_out(text: str, dictionary: ClinicalDictionary) -> None:
    assert any("retention of urine" in one for one in read(text, dictionary))


def test_a_misspelt_word_beside_a_short_form_is_corrected_too(dictionary: ClinicalDictionary) -> None:
    assert any("pneumonia" in one for one in read("pnemonia RLL", dictionary))


@pytest.mark.parametrize(
    ("typed", "meant"), [("ashtma", "asthma"), ("anmeia", "anemia"), ("fevre", "fever"), ("idnuced", "induced")]
)
def test_two_letters_that_were_swapped_are_read_in_their_order(
    typed: str, meant: str, dictionary: ClinicalDictionary
) -> None:
    index = WordIndex.of(["Asthma", "Anemia", "Fever", "Induced seizure"], range(4))
    assert meant in texts(typed, index, dictionary)


HEARD = ["Pleural effusion"] * 3 + ["Spinal fusion"] * 4 + ["Varicose veins"] * 30 + ["Various poisonings"] * 2
HEARD += ["Glaucoma"] * 2 + ["Schizophrenia"] * 2 + ["Diarrhea"] * 2 + ["Arthritis"] * 90 + ["Arteritis"] + ["Lymphoma"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("pleural efusion", "pleural effusion"),
        ("varicous veins", "varicose veins"),
        ("glocoma", "glaucoma"),
        ("schizofrenia", "schizophrenia"),
        ("diahrrea", "diarrhea"),
        ("lymfoma", "lymphoma"),
        ("artheritis", "arthritis"),
    ],
)
def test_a_word_spelt_as_it_sounds_is_read_as_the_word_that_sounds_so(typed: str, meant: str) -> None:
    index = WordIndex.of(HEARD, range(len(HEARD)))
    found = texts(typed, index, NONE)
    assert found == [typed, meant]


def test_a_word_that_texts_misspell_is_read_as_that_of_many_names_and_a_word_of_its_own_is_not() -> None:
    names = ["Contact dermatitis"] * 30 + ["Acute dermititis", "Humeral fracture"]
    index = WordIndex.of(names, range(len(names)))
    assert texts("dermititis", index, NONE)[-1] == "dermatitis"
    assert texts("dermititis", index, NONE, {"dermititis"}) == ["dermititis"]
    few = texts("humoral", index, NONE, {"humoral"})
    assert few == ["humoral"]


@pytest.mark.parametrize("typed", ["said to feel oddly", "ever since Tuesday"])
def test_a_short_word_of_everyday_english_is_no_medical_word_without_its_first_letter(
    typed: str, dictionary: ClinicalDictionary
) -> None:
    index = WordIndex.of(["Ameliorated by NSAID", "Disease named SAIDS", "Fever"], range(3))
    assert texts(typed, index, dictionary) == [typed.lower()]


def test_a_longer_word_that_texts_have_is_not_taken_for_one_of_the_names(dictionary: ClinicalDictionary) -> None:
    index = WordIndex.of(["Immunity", "Pneumonia", "Heart attack"], range(3))
    text = "ommunity pneumonia"
    assert "immunity pneumonia" in texts(text, index, dictionary)
    assert texts(text, index, dictionary, {"ommunity"}) == [text]
    assert "heart attack" in texts("hart attack", index, dictionary, {"hart"})


@pytest.mark.parametrize("text", ["melanoma r/o tonsillitis", "melanoma ?tonsillitis"])
def test_what_is_to_be_ruled_out_is_no_finding_beside_one(text: str, dictionary: ClinicalDictionary) -> None:
    assert "melanoma" in read(text, dictionary) and not any("tonsillitis" in one for one in read(text, dictionary)[1:])


def test_two_words_that_are_one_are_read_as_one_where_names_often_have_it(dictionary: ClinicalDictionary) -> None:
    index = WordIndex.of(["Acute sunburn"] * 3 + ["Gout syndrometype 1"], range(4))
    assert "odd sunburn" in texts("odd sun burn", index, dictionary)
    assert texts("syndrome type", index, dictionary) == ["syndrome type"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tonsillitis on Abx", "tonsillitis"),
        ("melanoma on home CPAP", "melanoma"),
        ("pneumonia on prednisone", "pneumonia"),
        ("melanoma on blorpex", "melanoma on blorpex"),  # no form of the dictionary begins so
    ],
)
def test_what_is_treated_is_read_without_what_the_dictionary_knows_as_a_treatment(
    text: str, meant: str, dictionary: ClinicalDictionary
) -> None:
    assert read(text, dictionary)[:2][-1] == meant


def test_a_treatment_that_somebody_adds_to_the_dictionary_is_left_out_too() -> None:
    dictionary = ClinicalDictionary([DictionaryEntry("on gold", ("long term (current) use of gold",))])
    assert texts("melanoma on gold", INDEX, dictionary) == ["melanoma on gold", "melanoma"]
    assert texts("on gold", INDEX, dictionary)[1:] == ["long term (current) use of gold"]


def test_short_forms_are_shown_with_the_capitals_that_were_typed() -> None:
    assert [as_typed(one, "Melanoma r/o COPD on HD") for one in ("melanoma with copd", "hd")] == [
        "melanoma with COPD",
        "HD",
    ]


@pytest.mark.parametrize("text", ["tonsillitis without fever", "tonsillitis w/o cough", "tonsillitis, denies cough"])
def test_a_finding_is_read_without_what_is_denied_beside_it(text: str, dictionary: ClinicalDictionary) -> None:
    assert "tonsillitis" in read(text, dictionary)


def test_what_a_name_denies_in_the_same_words_is_asked_whole(dictionary: ClinicalDictionary) -> None:
    index = WordIndex.of(["Gastritis", "Gastritis, unspecified, without bleeding"], range(2))
    asked = texts("gastritis w/o bleeding", index, dictionary)
    assert "gastritis without bleeding" in asked and "gastritis" not in asked


@pytest.mark.parametrize(
    "text",
    [
        "65 y/o F with tonsillitis",
        "4 yr old boy, tonsillitis",
        "NYHA III tonsillitis",
        "tonsillitis since Monday",
        "MVA tonsillitis",
        "fell off ladder, tonsillitis",
    ],
)
def test_who_has_it_how_it_is_graded_and_after_what_it_came_are_no_part_of_a_finding(
    text: str, dictionary: ClinicalDictionary
) -> None:
    assert "tonsillitis" in read(text, dictionary)


def test_weeks_are_those_of_a_pregnancy(dictionary: ClinicalDictionary) -> None:
    assert "melanoma in pregnancy, second trimester" in read("melanoma at 20 wks", dictionary)
    assert not any("trimester" in one for one in read("melanoma for 20 wks", dictionary))


def test_how_bad_it_is_is_left_out_unless_a_name_says_so() -> None:
    names = ["Pain in throat", "Mild to moderate pre-eclampsia", "Pre-eclampsia"]
    entries = [DictionaryEntry("sore throat", ("pain in throat",)), DictionaryEntry("preeclampsia", ("pre-eclampsia",))]
    index, dictionary = WordIndex.of(names, range(len(names))), ClinicalDictionary(entries)
    read = {text: texts(text, index, dictionary) for text in (
        "severe sore throat", "mild preeclampsia", "severe preeclampsia", "severe throat")}  # fmt: skip
    assert read["severe sore throat"] == ["severe sore throat", "sore throat", "pain in throat"]
    assert "preeclampsia" not in read["mild preeclampsia"] and "preeclampsia" in read["severe preeclampsia"]
    assert read["severe throat"] == ["severe throat"]


def test_two_findings_with_a_mark_between_are_one_form_of_the_dictionary() -> None:
    both = DictionaryEntry("diarrhoea and vomiting", ("gastroenteritis, unspecified",))
    dictionary = ClinicalDictionary([both])
    assert texts("Diarrhoea + vomiting", INDEX, dictionary)[1:] == [
        "diarrhoea and vomiting",
        "gastroenteritis, unspecified",
    ]
    assert texts("Diarrhoea + pain", INDEX, dictionary) == ["diarrhoea + pain"]


def test_hi_is_high() -> None:
    """“Hi cholesterol” was depressed HDL cholesterol, at 0.83."""
    dictionary = ClinicalDictionary([DictionaryEntry("high cholesterol", ("hypercholesterolemia",))])
    assert texts("hi cholesterol", INDEX, dictionary)[1:] == ["high cholesterol", "hypercholesterolemia"]
    assert texts("HI", INDEX, dictionary) == ["hi"]
