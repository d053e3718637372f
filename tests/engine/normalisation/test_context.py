"""An abstract settles which of equal names is meant, and whether a drug brought it about."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.normalisation.candidate_names import SearchableMention, SearchPool
from engine.normalisation.dictionary import Dictionary
from engine.normalisation.normaliser import Normaliser, Options
from engine.normalisation.preprocessing import Preparer, Switches
from engine.normalisation.records import Answer
from engine.normalisation.request import Search
from engine.normalisation.similarity import LexicalSpace
from engine.vectors.lexical import CharacterTfidf
from store.records.mention import Mention

NAMES = {
    "P": ["Psychotic Disorders", "Psychosis"],
    "I": ["Psychoses, Substance-Induced", "Toxic psychosis"],
    "L": ["Leukemia"],
    "R": ["Leukemia, Radiation-Induced"],
    "S": ["Protein S deficiency", "S deficiency", "Thrombophilia"],
    "C": ["Protein C deficiency", "Thrombophilia"],
}
ABOUT = "It may be psychosis, or not."
SKIN, BLOOD = "A rash of the skin in spring.", "Platelets and clotting of the blood."
Data = Sequence[SearchableMention | tuple[str, str]]


def ask(texts: list[str], context: str, data: Data = (), without: tuple[str, ...] = ()) -> list[Answer]:
    pool = SearchPool(Dictionary("small", {id: list(names) for id, names in NAMES.items()}, {}), data)
    options = Options(Search.of("OD-T"), Switches.without(*without))
    preparer = Preparer(pool, "OD", options.switches)
    normaliser = Normaliser(pool, LexicalSpace(CharacterTfidf(pool.texts)), preparer, options)
    return list(normaliser.answers([Mention(text, context=context) for text in texts]))


def led(text: str, context: str, data: Data = (), without: tuple[str, ...] = ()) -> str:
    (answer,) = ask([text], context, data, without)
    (concept,) = answer.concepts
    return concept


@pytest.mark.parametrize(
    ("context", "concept"),
    [
        ("Ketamine-induced psychosis in mice.", "I"),
        ("Postpartum psychosis induced by bromocriptine.", "I"),
        ("Psychosis due to treatment with phenytoin.", "I"),
        ("Levodopa-induced dyskinesia and then ketamine-induced psychosis.", "I"),
        ("Ketamine-induced psychotic disorders.", "I"),
        ("Mice had psychosis that was induced by ketamine.", "I"),
        ("Ketamine–induced\npsychosis.", "I"),
        ("Stress-induced psychosis.", "P"),
        ("Psychosis induced by stress.", "P"),
        ("The stress which induced psychosis.", "P"),
        ("Leukemia induced by psychosis.", "P"),
        ("Ketamine-induced leukemia, and psychosis.", "P"),
        (ABOUT, "P"),
        ("", "P"),
    ],
)
def test_what_the_abstract_says_is_induced_by_a_substance_is_the_induced_concept(context: str, concept: str) -> None:
    assert led("psychosis", context) == concept


def test_the_other_concept_stays_the_second_candidate() -> None:
    (answer,) = ask(["psychosis"], "Ketamine-induced psychosis.")
    first, second = answer.parts[0].candidates[:2]
    assert (first.concept, first.score, second.concept) == ("I", 1.0, "P") and answer.parts[0].sieve == "exact"


def test_a_name_that_says_what_induced_it_needs_that_cause() -> None:
    assert led("leukemia", "Benzene-induced leukemia.") == "L"
    assert led("leukemia", "Radiation-induced leukemia.") == "R"


@pytest.mark.parametrize("beside", ["protein S deficiency", "protein C deficiency"])
def test_of_equal_names_the_one_named_elsewhere_in_the_abstract_leads(beside: str) -> None:
    answer = ask(["thrombophilia", beside], "Thrombophilia.")[0]
    assert answer.concepts == (beside.split()[1].upper(),) and not answer.parts[0].tied


def test_nothing_is_settled_where_the_abstract_names_both_or_neither() -> None:
    alone = ask(["thrombophilia"], "Thrombophilia.")[0]
    both = ask(["thrombophilia", "protein S deficiency", "protein C deficiency"], "Thrombophilia.")[0]
    assert alone.parts[0].tied and both.parts[0].tied and alone.concepts == both.concepts


def test_another_abstract_settles_nothing() -> None:
    pair = [Mention("thrombophilia", context="One."), Mention("protein C deficiency", context="Two.")]
    pool = SearchPool(Dictionary("small", NAMES, {}), ())
    options = Options(Search.of("OD-T"), Switches())
    preparer = Preparer(pool, "OD", options.switches)
    first, _ = Normaliser(pool, LexicalSpace(CharacterTfidf(pool.texts)), preparer, options).answers(pair)
    assert first.parts[0].tied


def test_what_people_said_is_not_overruled_by_the_dictionary() -> None:
    data = (("thrombophilia", "S"),)
    assert ask(["thrombophilia", "protein C deficiency"], "Thrombophilia.", data)[0].concepts == ("S",)


def test_the_switch_leaves_the_abstract_out() -> None:
    assert led("psychosis", "Ketamine-induced psychosis.", without=("surroundings",)) == "P"


def test_a_text_of_two_concepts_may_be_induced_too() -> None:
    data = (("psychosis", "P"), ("psychosis", "P"), ("psychosis", "L"))
    assert led("psychosis", "Ketamine-induced psychosis.", data) == "I" and led("psychosis", ABOUT, data) == "P"


def test_what_is_rarely_said_is_no_equal() -> None:
    data = (*[("thrombophilia", "S")] * 10, ("thrombophilia", "C"))
    assert ask(["thrombophilia", "protein C deficiency"], "Thrombophilia.", data)[0].concepts == ("S",)


def test_of_meanings_that_the_data_has_the_one_of_the_likest_abstract_leads() -> None:
    data = [SearchableMention("thrombophilia", "S", BLOOD)] * 2 + [SearchableMention("thrombophilia", "C", SKIN)]
    (answer,) = ask(["thrombophilia"], "An itching skin, every spring.", data)
    assert answer.concepts == ("C",) and not answer.parts[0].tied
    assert led("thrombophilia", "Drugs against clotting.", data) == "S"


def test_what_the_abstract_names_elsewhere_comes_before_the_likest_abstract() -> None:
    data = [SearchableMention("thrombophilia", "S", BLOOD), SearchableMention("thrombophilia", "C", SKIN)]
    assert ask(["thrombophilia", "protein S deficiency"], SKIN, data)[0].concepts == ("S",)


def test_the_likest_abstract_may_mean_a_composite() -> None:
    data = [SearchableMention("thrombophilia", "S", BLOOD), SearchableMention("thrombophilia", "C|S", SKIN)]
    assert ask(["thrombophilia"], SKIN, data)[0].concepts == ("C", "S")


def test_a_composite_of_the_data_is_no_induced_concept() -> None:
    assert led("leukemia", "Benzene-induced leukemia.", (("benzene-induced leukemia", "L|P"),)) == "L"
