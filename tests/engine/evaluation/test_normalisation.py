"""What counts as right, why something is wrong, and that the test changes nothing that is learnt."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.evaluation.normalisation import write_errors
from engine.formats.mentions.corpora import Corpus, Splits
from engine.normalisation.features import FEATURES
from engine.normalisation.fitting import System, annotations_of, fitted, measured
from engine.normalisation.judged import judged
from engine.normalisation.normaliser import Options
from engine.normalisation.preprocessing import Switches
from engine.normalisation.records import Answer, AnswerPart, Hit
from engine.normalisation.request import Search
from store.records.mention import Mention
from tests.engine.normalisation.small import dictionary, letters


def mention(text: str, *ids: str, document: str = "1") -> Mention:
    return Mention(text, document, 0, len(text), ids=tuple((id,) for id in ids))


def answer(said: Mention, *parts: str, sieve: str = "O-T") -> Answer:
    hits = [tuple(Hit(concept, f"name of {concept}", 0.5) for concept in part.split()) for part in parts]
    return Answer(said, tuple(AnswerPart(said.text, candidates, sieve) for candidates in hits))


@pytest.mark.parametrize(
    ("ids", "parts", "right", "within"),
    [
        (["C1"], ["C1 C2"], True, True),
        (["C9"], ["C3"], True, True),  # another id of C3
        (["C1"], ["C2 C1"], False, True),
        (["C1"], ["C2 C3 C4 C5 C6 C1"], False, False),
        (["C1"], ["C1", "C2"], False, False),  # one part too many
        (["C1", "C2"], ["C1"], False, False),
        (["C1", "C2"], ["C2", "C1"], True, True),  # in any order
        (["C1", "C2"], ["C1 C2", "C1 C3"], False, True),  # the second of the first, the first of the second
        (["C1", "C2"], ["C1 C2", "C3 C4"], False, False),
        (["C1", "C2"], ["C2 C3", "C4 C1"], False, True),
        (["C1", "C3"], ["C1", "C9"], False, False),  # an answer names the concept itself
        (["C7"], ["C7"], False, False),  # not in the dictionary: a miss, whatever is answered
        (["C1"], [""], False, False),
    ],
)
def test_right(ids: list[str], parts: list[str], right: bool, within: bool) -> None:
    result = judged([answer(mention("x", *ids), *parts)], dictionary())
    assert (result.right.tolist(), result.within.tolist()) == ([right], [within])
    assert result.missing == ("C7" in ids)


@pytest.mark.parametrize(
    ("ids", "parts", "right"),
    [
        (["C1"], {"x": "C1"}, True),
        (["C1"], {"x": "C2"}, False),
        (["C1", "C2"], {"x": "C2"}, True),  # one of its concepts, in one part
        (["C1", "C2"], {"x": "C1", "y": "C2"}, True),
        (["C1", "C2"], {"x": "C2", "y": "C2"}, True),  # each part has one of them
        (["C1", "C2"], {"x": "C1", "y": "C3"}, False),  # a part that has none
        (["C1"], {"x": "C1", "y": "C2"}, False),
        (["C1"], {"x": "C2 C1"}, False),  # only the first candidate answers
        (["C9"], {"x": "C3"}, True),  # another id of C3
        (["C1"], {"x": ""}, False),
        (["C1"], {}, False),
    ],
)
def test_right_as_the_published_systems_count(ids: list[str], parts: dict[str, str], right: bool) -> None:
    found = answer(mention("x", *ids), *parts.values())
    texts = tuple(replace(part, text=text) for part, text in zip(found.parts, parts, strict=True))
    assert judged([replace(found, parts=texts)], dictionary()).published.tolist() == [right]


def test_the_published_systems_leave_out_what_the_dictionary_lacks() -> None:
    result = judged([answer(mention("x", "C7"), "C7"), answer(mention("x", "C1", "C7"), "C1")], dictionary())
    assert result.published.tolist() == [] and result.right.tolist() == [False, False]


def test_any_id_of_a_part_is_accepted() -> None:
    said = replace(mention("x"), ids=(("C1", "C2"),))
    assert judged([answer(said, "C2")], dictionary()).published.tolist() == [True]


@pytest.mark.parametrize(
    ("text", "ids", "strict", "published"),
    [
        ("breast and ovarian cancer", ["C1", "C2"], True, True),
        ("breast and ovarian cancer", ["C1"], False, False),  # asked as a whole, which is C2's
        ("breast and ovarian cancer", ["C2"], False, True),  # so people did not cut it
        ("gout nephropathy", ["C3", "C4"], False, True),  # word by word, as the program would not
        ("gout", ["C3", "C4"], False, True),  # cannot be cut, one of them is enough
    ],
)
def test_composites_are_cut_as_annotated(text: str, ids: list[str], strict: bool, published: bool) -> None:
    parts = splits([mention(text, *ids)])
    result = measured(SYSTEM, fitted(SYSTEM, dictionary(), splits([])), dictionary(), parts)
    assert (result.right.tolist(), result.published.tolist()) == ([strict], [published])


def test_a_composite_of_the_data_counts_by_any_of_its_concepts() -> None:
    """Its parts are found by one text, so that one of them is enough."""
    assert judged([answer(mention("x", "C1"), "C1", "C2")], dictionary()).published.tolist() == [True]


def test_the_measures_by_hand() -> None:
    answers = [
        answer(mention("a", "C1"), "C1", sieve="exact"),
        answer(mention("b", "C1"), "C2 C1"),
        answer(mention("c", "C1", "C2"), "C1", "C2"),
        answer(mention("d", "C7"), "C7"),
    ]
    measures = judged(answers, dictionary()).measured(draws=100)
    assert measures["accuracy"]["value"] == 50 and measures["accuracy_at_5"]["value"] == 75
    assert measures["sieves"] == {"O-T": {"mentions": 3, "right": 1}, "exact": {"mentions": 1, "right": 1}}
    assert measures["composites"] == {"mentions": 1, "right": 1}
    assert measures["published"]["value"] == 66.67  # of the three whose ids the dictionary has
    assert measures["one_of_its_concepts"] == 75 and measures["tied"] == 0
    assert measures["published"]["low"] is None  # four mentions are too few
    assert (measures["gold_not_in_dictionary"], measures["unanswered"]) == (1, 0)
    assert measures["of_them_answered_from_data"] == 1  # and a miss all the same


def test_every_miss_has_a_cause(tmp_path: Path) -> None:
    answers = [
        answer(mention("a", "C1"), "C1"),
        answer(mention("a", "C7"), "C7"),
        answer(mention("gout", "C1"), "C3", sieve="exact"),
        answer(mention("breast and ovary", "C1", "C2"), "C1"),
        answer(mention("BRCA", "C1"), "C2"),
        answer(mention("bust", "C1"), "C2 C1"),
        answer(mention("bosom", "C1"), "C2"),
    ]
    path = tmp_path / "errors.tsv"
    causes = write_errors(path, judged(answers, dictionary()), dictionary())
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t"))
    assert [(line["mention"], line["cause"]) for line in lines] == [
        ("a", "annotation oddity"),
        ("gout", "annotation oddity"),
        ("breast and ovary", "composite"),
        ("BRCA", "abbreviation"),
        ("bust", "near sibling"),
        ("bosom", "unseen synonym"),
    ]
    assert lines[2]["gold"] == "C1|C2" and lines[2]["gold name"] == "breast cancer|ovarian cancer"
    assert causes["annotation oddity"] == 2 and sum(causes.values()) == 6


def test_ties_are_counted() -> None:
    found = answer(mention("a", "C1"), "C1 C2")
    tied = replace(found, parts=(replace(found.parts[0], tied=True),))
    assert judged([found, tied], dictionary()).measured(draws=100)["tied"] == 1


SYSTEM = System(letters, None, Options(Search.of("D-T+OD-T")))


def splits(test: list[Mention]) -> Splits:
    train = [mention("bosom growth", "C1"), mention("podagra", "C9")]
    dev = Corpus(
        [mention("ovary cancers", "C2", document="2"), mention("podagras", "C3", document="2")],
        [mention("zzz", document="2")],
    )
    return Splits(Corpus(train), dev, Corpus(test), {})


def test_what_is_learnt_is_the_same_whatever_the_test_says() -> None:
    honest = [mention("sore toe", "C3", document="3"), mention("ague", "C4", document="3")]
    lying = [replace(said, text="sore toe", ids=(("C1",),)) for said in honest] * 50
    fits = [fitted(SYSTEM, dictionary(), splits(test)) for test in (honest, lying)]
    assert fits[0] == fits[1]
    answers = measured(SYSTEM, fits[0], dictionary(), splits(honest)).answers
    among_lies = measured(SYSTEM, fits[1], dictionary(), splits(honest + lying)).answers
    np.testing.assert_equal([a.parts for a in answers], [a.parts for a in among_lies[:2]])
    names = {hit.name for found in among_lies for part in found.parts for hit in part.candidates}
    assert not names & {"sore toe", "ague"}


def test_a_name_said_in_train_or_dev_is_found_at_once() -> None:
    result = measured(
        SYSTEM,
        fitted(SYSTEM, dictionary(), splits([])),
        dictionary(),
        splits([mention("Podagra", "C3"), mention("ovary cancers", "C2"), mention("gout", "C3")]),
    )
    assert result.right.all()
    assert [found.parts[0].candidates[0].origin for found in result.answers] == ["D", "D", "O"]


def test_the_data_keep_their_abstracts_with_short_forms_written_out_too() -> None:
    about = "Painful toe disease (PTD) is old."
    found = annotations_of([replace(mention("PTD", "C3"), context=about)], dictionary(), SYSTEM.options)
    assert found == [("PTD", "C3", about), ("Painful toe disease", "C3", about)]


@pytest.mark.parametrize(("about", "concept"), [("Smokers and their lungs.", "C1"), ("Toes at night.", "C3")])
def test_of_two_meanings_in_train_the_likest_abstract_tells(about: str, concept: str) -> None:
    train = [
        replace(mention("lump", "C1", document="1"), context="Smokers and lungs."),
        replace(mention("lump", "C3", document="2"), context="Feet and toes."),
    ]
    asked = splits([replace(mention("lump", concept, document="3"), context=about)])
    fit = fitted(SYSTEM, dictionary(), replace(asked, train=Corpus(train), dev=None))
    assert measured(SYSTEM, fit, dictionary(), replace(asked, train=Corpus(train), dev=None)).right.all()


def test_without_the_data_it_is_not_searched() -> None:
    system = replace(SYSTEM, options=Options(Search.of("O-T")))
    result = measured(
        system, fitted(system, dictionary(), splits([])), dictionary(), splits([mention("podagra", "C3")])
    )
    assert {hit.origin for hit in result.answers[0].parts[0].candidates} == {"O"}


def test_below_the_threshold_nothing_is_said() -> None:
    fit = fitted(SYSTEM, dictionary(), splits([]))
    assert fit.calibration is not None
    sure = replace(fit, calibration=replace(fit.calibration, threshold=0.99))
    said = splits([mention("toothache", "C3"), mention("gout", "C3")])
    quiet = measured(SYSTEM, sure, dictionary(), said, nothing_below=True)
    assert [found.concepts for found in quiet.answers] == [(), ("C3",)]
    assert measured(SYSTEM, sure, dictionary(), said).answers[0].concepts


@pytest.mark.parametrize("switch", list(Switches().to_dict()))
def test_each_switch_alone_can_be_left_out(switch: str) -> None:
    system = replace(SYSTEM, options=Options(Search.of("D-T+OD-T"), Switches.without(switch)))
    result = measured(system, fitted(system, dictionary(), splits([])), dictionary(), splits([mention("gout", "C3")]))
    assert result.right.all()


@pytest.mark.slow
def test_mentions_teach_the_order_of_candidates() -> None:
    """The order comes from train alone and leaves the scores as they were."""
    pairs = [one + other for one in "abcdefghijk" for other in "abcdefghijk"]
    train = [mention(f"ovarian {two} mass", "C2", document=two) for two in pairs]
    parts = Splits(Corpus(train), None, Corpus([mention("ovarian q mass", "C2", document="z")]), {})
    plain = replace(SYSTEM, weight=0.5, options=Options(Search.of("O-T"), Switches.without("order_learnt")))
    system = replace(plain, options=Options(Search.of("O-T")))
    assert fitted(plain, dictionary(), parts).reranker is None
    order = fitted(system, dictionary(), parts).reranker
    assert order is not None
    again = fitted(system, dictionary(), replace(parts, test=Corpus([]))).reranker
    asked = [np.random.default_rng(0).random((4, len(FEATURES)))]
    assert again is not None and again.places(asked) == order.places(asked)
    before = measured(plain, fitted(plain, dictionary(), parts), dictionary(), parts)
    after = measured(system, fitted(system, dictionary(), parts), dictionary(), parts)
    assert after.right.all()
    hits = [{hit.concept: hit.score for hit in found.answers[0].parts[0].candidates} for found in (before, after)]
    assert hits[0] == hits[1]  # the scores stay


@pytest.mark.slow
def test_dev_teaches_the_order_too() -> None:
    """Dev only chose the weight: train with too few mentions to learn from gave no order, however many dev had."""
    pairs = [one + other for one in "abcdefghijk" for other in "abcdefghijk"]
    said = [mention(f"ovarian {two} mass", "C2", document=two) for two in pairs]
    system = replace(SYSTEM, weight=0.5, options=Options(Search.of("O-T")))
    parts = Splits(Corpus(said[:60]), Corpus(said[60:]), Corpus([mention("ovarian q mass", "C2", document="z")]), {})
    fit = fitted(system, dictionary(), parts)
    assert fitted(system, dictionary(), replace(parts, dev=None)).reranker is None and fit.reranker is not None
    assert fit.calibration is not None and measured(system, fit, dictionary(), parts).right.all()
    plain = replace(system, options=Options(Search.of("O-T"), Switches.without("order_learnt")))
    assert fitted(plain, dictionary(), parts).reranker is None
