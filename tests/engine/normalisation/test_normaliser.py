"""From a mention to its parts: what each pre-processing step is for, and composites that the data knows."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.normalisation.candidate_names import SearchableMention, SearchPool
from engine.normalisation.confidence import calibrated
from engine.normalisation.features import FEATURES
from engine.normalisation.normaliser import Normaliser, Options
from engine.normalisation.preprocessing import Preparer, Switches
from engine.normalisation.records import Answer
from engine.normalisation.request import Search
from engine.normalisation.reranker import FEWEST, learn_reranker
from engine.normalisation.similarity import LexicalSpace
from engine.vectors.lexical import CharacterTfidf
from store.records.mention import Mention
from tests.engine.normalisation.small import dictionary


def ask(text: str, context: str = "", without: tuple[str, ...] = (), data: tuple[tuple[str, str], ...] = ()) -> Answer:
    pool = SearchPool(dictionary(), data)
    options = Options(Search.of("OD-T"), Switches.without(*without))
    preparer = Preparer(pool, "OD", options.switches)
    normaliser = Normaliser(pool, LexicalSpace(CharacterTfidf(pool.texts)), preparer, options)
    (answer,) = normaliser.answers([Mention(text, context=context)])
    return answer


def test_an_abbreviation_means_what_its_abstract_says() -> None:
    context = "Ovarian cancer (OC) is common. OC runs in families."
    assert ask("OC", context).parts[0].sieve == "exact" and ask("OC", context).concepts == ("C2",)
    assert ask("OC", context, ("abbreviations",)).parts[0].sieve == "OD-T"


def test_a_short_form_that_is_never_defined_means_a_phrase_of_its_abstract_unless_a_name_has_it() -> None:
    context = "Ovarian tract cancer, and OTC again."
    assert ask("OTC", context).parts[0].text == "ovarian tract cancer"
    assert ask("OTC", context, data=(("OTC disease", "C1"),)).parts[0].text == "OTC"


def test_a_composite_has_a_part_for_each_concept() -> None:
    answer = ask("breast and ovarian cancer")
    assert answer.concepts == ("C1", "C2") and [part.text for part in answer.parts] == [
        "breast cancer",
        "ovarian cancer",
    ]
    assert len(ask("breast and ovarian cancer", without=("composites",)).parts) == 1


def test_parts_of_one_concept_are_one() -> None:
    assert [part.candidates[0].concept for part in ask("breast cancer and mammary carcinoma").parts] == ["C1"]


def test_what_the_data_calls_several_concepts_is_several() -> None:
    answer = ask("hereditary BOC", data=(("hereditary BOC", "C1|C2"),))
    assert answer.concepts == ("C1", "C2") and len(answer.parts) == 2


@pytest.mark.parametrize(
    ("text", "switch"),
    [("breat cancer", "spelling"), ("ovarian cancers", "plurals"), ("cancer (of breast)", "order")],
)
def test_a_switch_makes_a_match_exact(text: str, switch: str) -> None:
    others = ("wording",)
    assert ask(text, without=others).parts[0].sieve == "exact"
    assert ask(text, without=(*others, switch)).parts[0].sieve == "OD-T"


def test_exact_match_can_be_left_out() -> None:
    part = ask("gout", without=("exact",)).parts[0]
    assert (part.sieve, part.candidates[0].concept) == ("OD-T", "C3")


def test_probabilities_come_with_a_calibration_only() -> None:
    assert math.isnan(ask("gout").parts[0].probability)
    pool = SearchPool(dictionary())
    options = Options(Search.of("O-T"))
    curve = calibrated(["O-T"] * 4, [0.1, 0.6, 0.8, 0.9], [False, False, True, True])
    space = LexicalSpace(CharacterTfidf(pool.texts))
    normaliser = Normaliser(pool, space, Preparer(pool, "O", options.switches), options, curve)
    sure, unsure = normaliser.answers([Mention("gout"), Mention("breathless")])
    assert unsure.parts[0].probability < 0.5 < sure.parts[0].probability


def test_the_order_is_kept_over_batches_and_texts_are_answered_alike() -> None:
    pool = SearchPool(dictionary())
    options = Options(Search.of("O-T"))
    normaliser = Normaliser(
        pool, LexicalSpace(CharacterTfidf(pool.texts)), Preparer(pool, "O", options.switches), options
    )
    texts = ["gout", "goutt", "breast", "renal"] * 1_500
    answers = list(normaliser.answers(Mention(text) for text in texts))
    assert [answer.mention.text for answer in answers] == texts
    assert {answer.concepts for answer in answers[::4]} == {("C3",)}


def test_what_an_abstract_names_exactly_speaks_for_it_there() -> None:
    pool = SearchPool(dictionary())
    options = Options(Search.of("O-T"))
    space = LexicalSpace(CharacterTfidf(pool.texts))
    normaliser = Normaliser(pool, space, Preparer(pool, "O", options.switches), options)
    there, elsewhere = "Gout of the kidney.", "Kidneys, painful."
    said = [Mention("gout", context=there), Mention("gouty kidney", context=there)]
    exact, beside, alone, nowhere = normaliser.lists(
        [*said, Mention("gouty kidney", context=elsewhere), Mention("gouty kidney")]
    )
    assert exact is None and beside is not None and alone is not None and nowhere is not None
    assert beside.concepts == alone.concepts and "C3" in beside.concepts
    column = FEATURES.index("named beside")
    assert [beside.features[at, column] for at in range(len(beside.concepts))] == [c == "C3" for c in beside.concepts]
    assert not alone.features[:, column].any() and not nowhere.features[:, column].any()


def test_what_the_likest_annotated_abstracts_speak_of_speaks_for_it() -> None:
    pool = SearchPool(
        dictionary(),
        [
            SearchableMention("podagra", "C3", "Toes, painful at night."),
            SearchableMention("iron", "C1", "Blood and iron."),
        ],
    )
    options = Options(Search.of("OD-T"))
    space = LexicalSpace(CharacterTfidf(pool.texts))
    normaliser = Normaliser(pool, space, Preparer(pool, "OD", options.switches), options)
    (like, unlike) = normaliser.lists(
        [Mention("gouty kidney", context="Both toes were painful."), Mention("gouty kidney", context="Xylophones.")]
    )
    assert like is not None and unlike is not None and "C3" in like.concepts
    column = FEATURES.index("meant nearby")
    assert like.features[:, column].tolist() == [float(c == "C3") for c in like.concepts]
    assert not unlike.features[:, column].any()


def test_with_nothing_but_exact_matches_there_is_nothing_to_order() -> None:
    pool = SearchPool(dictionary())
    options = Options(Search.of("O-T"))
    rng = np.random.default_rng(0)
    order = learn_reranker([(rng.normal(size=(4, len(FEATURES))), 0) for _ in range(FEWEST)])
    space = LexicalSpace(CharacterTfidf(pool.texts))
    normaliser = Normaliser(pool, space, Preparer(pool, "O", options.switches), options, reranker=order)
    (answer,) = normaliser.answers([Mention("gout", context="Gout.")])
    assert answer.concepts == ("C3",) and list(normaliser.lists([Mention("gout")])) == [None]
