"""What a candidate is, read from its id and its names."""

from __future__ import annotations

import pytest

from engine.ranking.ordering.properties import PROPERTIES, CandidateDescription, properties


def described(id: str, name: str, reading: str) -> dict[str, float]:
    one = CandidateDescription(id=id, name=name, preferred=name, reading=reading, leaf=True, top=False)
    return dict(zip(PROPERTIES, properties((reading,), [one])[0], strict=True))


@pytest.mark.parametrize(
    ("id", "shape"),
    [
        ("9", "chapter"),
        ("I10-I1A", "block"),
        ("B20-B20", "block of one category"),
        ("I10", "3 characters"),
        ("I21.9", "4 characters"),
        ("S72.92XA", "7 characters"),
    ],
)
def test_an_id_of_icd10_tells_what_it_is(id: str, shape: str) -> None:
    found = described(id, "Disease", "disease")
    shapes = ("chapter", "block", "block of one category", *(f"{length} characters" for length in range(3, 8)))
    assert {name for name in shapes if found[name]} == {shape}


def test_words_in_brackets_are_no_difference_unless_they_are_typed() -> None:
    assert not described("I10", "Essential (primary) hypertension", "essential hypertension")["stage, name"]
    assert not described("I10", "Essential (primary) hypertension", "primary hypertension")["stage, name"]
    assert described("I15", "Secondary hypertension", "essential hypertension")["stage, name"]


def test_what_is_not_specified_is_unspecified() -> None:
    assert described("N39.0", "Urinary tract infection, site not specified", "UTI")["unspecified"]


def test_what_the_query_asks_for_and_the_concept_lacks_is_told_apart_from_what_it_adds() -> None:
    wide, right = "Otitis media, unspecified", "Otitis media, unspecified, right ear"
    assert described("H66.9", wide, "otitis media right")["side, lacking"]
    assert not described("H66.91", right, "otitis media right")["side, lacking"]
    assert not described("H66.91", right, "otitis media")["side, lacking"]  # it adds a side, which is another feature
    asked = "history of breast cancer"
    assert described("C50", "Malignant neoplasm of breast", asked)["history, lacking"]
    assert not described("Z85.3", "Personal history of malignant neoplasm of breast", asked)["history, lacking"]


def test_a_name_has_every_word_typed_whatever_stands_in_brackets() -> None:
    name, text = "Acute on chronic systolic (congestive) heart failure", "acute on chronic systolic heart failure"
    found = described("I50.23", name, text)
    assert found["every word of the query"] and not found["further words of the name"]
    assert not described("I50.2", "Systolic (congestive) heart failure", text)["every word of the query"]


@pytest.mark.parametrize(
    ("typed", "concept", "feature"),
    [
        ("poisoning, accidental (unintentional)", "Poisoning, accidental", "self-harm"),
        ("plantar wart", "Plantar wart", "external cause"),
        ("fallopian tube torsion", "Torsion of fallopian tube", "external cause"),
        ("stable angina", "Angina pectoris", "assault"),
    ],
)
def test_part_of_another_word_asks_for_nothing(typed: str, concept: str, feature: str) -> None:
    assert not described("X", concept, typed)[f"{feature}, lacking"]


def test_a_word_that_asks_for_a_kind_is_heard() -> None:
    assert described("T40.1X1", "Poisoning by heroin, accidental", "took heroin intentionally")["self-harm, lacking"]
    assert described("R07.9", "Chest pain", "stabbed in the chest")["assault, lacking"]
